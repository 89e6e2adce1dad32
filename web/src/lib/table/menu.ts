/** What the menu of a table offers, depending on who asks and how the game stands. */

import type { TableInfo } from "../../generated/protocol";
import { ui } from "../i18n/words.svelte";
import type { MenuItem } from "../ui/Menu.svelte";
import type { Desk } from "./desk.svelte";
import { playerName } from "./names";

export interface Circumstances {
  readonly small: boolean;
  readonly dark: boolean;
}

export function menuItems(desk: Desk, table: TableInfo, how: Circumstances): MenuItem[] {
  return [
    ...(how.small ? panels() : []),
    ...(desk.watching ? [] : playing(desk, table)),
    { id: "links", label: ui("table.share"), icon: "link" },
    { id: "export", label: ui("table.export"), icon: "load" },
    ...(desk.watching ? [] : [{ id: "manner", label: ui("table.manner"), icon: "hand" } as const]),
    ...(how.small ? looks(how.dark) : []),
    { id: "keys", label: ui("table.keys"), icon: "keys", kbd: "?" },
    { id: "leave", label: ui("table.leave"), icon: "back" },
  ];
}

function panels(): MenuItem[] {
  return [
    { id: "tab_report", label: ui("table.report"), icon: "chart" },
    { id: "tab_unit", label: ui("table.unit"), icon: "info" },
    { id: "tab_chat", label: ui("table.chat"), icon: "chat" },
    { id: "tab_trays", label: ui("table.trays"), icon: "layers" },
    { id: "replay", label: ui("table.replay"), icon: "replay" },
  ];
}

function looks(dark: boolean): MenuItem[] {
  return [
    { id: "theme", label: ui("table.theme"), icon: dark ? "sun" : "moon" },
    { id: "settings", label: ui("table.settings"), icon: "gear" },
  ];
}

function playing(desk: Desk, table: TableInfo): MenuItem[] {
  if (table.state !== "live") return [];
  const own = table.seats.find((seat) => seat.seat === desk.seat);
  const gone = table.seats.find((seat) => seat.claimable && !seat.mine);
  const handed = !!own && own.occupant !== "human";
  return [
    ...(gone
      ? [{ id: "claim", label: ui("table.claim", { name: playerName(gone) }), icon: "user" } as const]
      : []),
    { id: "draw", label: ui("table.draw"), icon: "hand", disabled: !!table.offer },
    { id: "resign", label: ui("table.resign"), icon: "flag", danger: true },
    handed
      ? { id: "take_back", label: ui("table.take_back"), icon: "user" }
      : { id: "computer", label: ui("table.to_computer"), icon: "computer" },
    { id: "policies", label: policies(own?.policies?.length ?? 0), icon: "check" },
    { id: "notify", label: ui("table.notify"), icon: "mail" },
  ];
}

function policies(n: number): string {
  return n ? ui("table.policies_on", { n }) : ui("table.policies");
}
