/** What the keys of the table do with a visit and with what is seen of it. */

import type { Target } from "../../generated/protocol";
import { settings } from "../settings.svelte";
import { prefer, preferences } from "./preferences.svelte";
import type { Deeds } from "./shortcuts";
import type { Visit } from "./visit.svelte";

export type Tab = "report" | "unit" | "rules" | "chat" | "trays";

/** What is seen of the table. */
export interface View {
  showTab(tab: Tab): void;
  centre(target: Target): void;
  /** Where something happened last. */
  happened(): Target | undefined;
  /** What the cursor of the board stands on. */
  cursor(): Target | null;
  help(): void;
}

const TABS: readonly Tab[] = ["report", "unit", "rules", "chat", "trays"];

export function deedsOf(visit: Visit, view: View): Deeds {
  const { desk, past, playback } = visit;
  return {
    undo: () => void desk.undo(),
    hint: () => void desk.hint(),
    inspect: () => {
      if (desk.hover) void desk.inspect(desk.hover);
      view.showTab("unit");
    },
    layer: layers(visit),
    button: (key) => {
      const found = desk.buttons.find((one) => one.key === key);
      if (!found || !desk.prompt || desk.picks.armed) return false;
      void desk.choose(found.choice);
      return true;
    },
    enter: () => past.n === null && !view.cursor() && entered(visit),
    back: () => {
      if (past.n === null) return desk.back();
      past.close();
      return true;
    },
    where: () => {
      const target = desk.picks.armed?.target ?? desk.picks.of ?? desk.marks[0]?.target ?? view.happened();
      if (target) view.centre(target);
    },
    panel: () => prefer({ folded: !preferences.folded }),
    tab: (place) => {
      const which = TABS[place];
      if (which) view.showTab(which);
    },
    chat: () => {
      view.showTab("chat");
      setTimeout(() => document.getElementById("chat-text")?.focus());
    },
    cards: () => document.querySelector<HTMLElement>("#hand button")?.focus(),
    now: () => past.close(),
    help: () => view.help(),
    skip: () => {
      if (!playback.tray) return false;
      playback.skip();
      return true;
    },
  };
}

/** Confirm what waits, give what is put together, or press the main button. */
function entered({ desk }: Visit): boolean {
  if (!desk.prompt) return false;
  const answer = desk.gesture?.answer;
  const main = desk.buttons.find((one) => one.primary);
  if (desk.picks.armed) void desk.confirm();
  else if (answer) void desk.give(answer);
  else if (main) void desk.choose(main.choice);
  else return false;
  return true;
}

/** The layers follow what is pointed at; the names of the places are a setting. */
function layers({ desk }: Visit): Deeds["layer"] {
  return (id, down) => {
    if (!down) desk.layers.release(id);
    else if (id === "numbers") settings.cellNumbers = !settings.cellNumbers;
    else desk.layers.press(id, Date.now());
    if (down) desk.follow();
  };
}
