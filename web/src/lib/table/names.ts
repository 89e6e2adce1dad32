/** How seats are called: by whoever sits there, else by their side. */

import type { SeatInfo } from "../../generated/protocol";
import { say, ui } from "../i18n/words.svelte";
import { gameOf } from "../lobby/catalogue.svelte";

/** The name of a side. */
export function sideName(seat: SeatInfo | undefined): string {
  return say(seat?.side.name);
}

/** Who plays a seat: a person's name, or the side where nobody has one. */
export function playerName(seat: SeatInfo | undefined): string {
  if (!seat) return "";
  return seat.occupant === "human" && seat.name ? seat.name : sideName(seat);
}

/** The level of a computer in words. */
export function levelName(game: string, level: string): string {
  const known = gameOf(game)?.levels.find((one) => one.id === level);
  return known ? say(known.name) : level;
}

/** Who sits there, in a few words. */
export function occupantText(seat: SeatInfo, game: string): string {
  if (seat.occupant === "computer") {
    return seat.level
      ? ui("table.computer_level", { level: levelName(game, seat.level) })
      : ui("table.computer");
  }
  if (seat.occupant === "open") return ui("table.open_seat");
  return seat.name ?? "";
}

/** A span of time in words, from seconds. */
export function spanText(seconds: number, language: string): string {
  const [n, unit] =
    seconds < 90
      ? [seconds, "second"]
      : seconds < 5400
        ? [Math.round(seconds / 60), "minute"]
        : seconds < 129_600
          ? [Math.round(seconds / 3600), "hour"]
          : [Math.round(seconds / 86_400), "day"];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(Number(n));
}
