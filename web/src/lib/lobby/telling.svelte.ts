import type { SeatInfo, TableCard, TableInfo } from "../../generated/protocol";
import { say, ui } from "../i18n/words.svelte";
import { myMove, openSeats, others, outcome, waitsFor } from "./cards";
import { gameOf } from "./catalogue.svelte";

/** What a table is called: its own title, or that of its battle. */
export function titleOf(table: TableInfo): string {
  return table.title || say(table.scenario_title);
}

/** Who sits on a seat, in a few words. */
export function sitterOf(game: string, seat: SeatInfo): string {
  if (seat.occupant === "computer") return computerName(game, seat.level ?? "");
  if (seat.occupant === "open") return ui("lobby.free_seat", { side: say(seat.side.name) });
  return seat.name || ui("lobby.not_there", { side: say(seat.side.name) });
}

/** A computer player by its level. */
export function computerName(game: string, level: string): string {
  const known = gameOf(game)?.levels.find((one) => one.id === level);
  return known ? ui("lobby.computer_level", { level: say(known.name) }) : ui("lobby.computer");
}

/** Against whom a game is played, and how. */
export function against(card: TableCard): string {
  const { table } = card;
  const rest = others(card);
  if (rest.length === 0) return ui("lobby.both_here");
  const names = rest.map((seat) => sitterOf(table.game, seat)).join(", ");
  return table.correspondence ? ui("lobby.by_mail", { names }) : names;
}

/** Where a game stands, for the one who looks. */
export function standing(card: TableCard): string {
  const { table } = card;
  if (table.state === "frozen") return ui("lobby.frozen");
  if (table.state === "waiting")
    return openSeats(card).length ? ui("lobby.awaiting_player") : ui("lobby.awaiting_friend");
  const end = outcome(card);
  if (end)
    return { won: ui("lobby.won"), lost: ui("lobby.lost"), drawn: ui("lobby.drawn"), over: ui("lobby.over") }[
      end
    ];
  if (myMove(card)) return ui("lobby.your_move");
  const names = waitsFor(card).map((seat) => seat.name || say(seat.side.name));
  return ui("lobby.waiting_for", { names: names.join(", ") });
}
