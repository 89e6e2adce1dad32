/** What became of a command whose reply was lost with the line. */

import type { AnyCommand, ChatLine, Position } from "../../generated/protocol";

/** It was carried out; it was not and may go again; or it no longer makes sense. */
export type Fate =
  | { readonly is: "done"; readonly seq: number }
  | { readonly is: "again" }
  | { readonly is: "void" };

const QUESTIONS: ReadonlySet<AnyCommand["do"]> = new Set([
  "preview",
  "wish",
  "about",
  "hint",
  "ping",
  "hello",
]);

/** Whether a command only asks: it is not worth repeating, a newer one will follow. */
export function isQuestion(command: AnyCommand): boolean {
  return QUESTIONS.has(command.do);
}

/** Compare what was wanted with the position after coming back. */
export function fateOf(command: AnyCommand, before: Position | null, after: Position): Fate {
  const done: Fate = { is: "done", seq: after.seq };
  switch (command.do) {
    case "answer":
      if (after.seq === command.seq) return { is: "again" };
      return (after.last_own ?? 0) >= command.seq ? done : { is: "void" };
    case "undo":
      if (after.seq === command.seq) return { is: "again" };
      return after.seq < command.seq ? done : { is: "void" };
    case "say":
      return wasSaid(command.text, before?.chat ?? [], after.chat ?? []) ? done : { is: "again" };
    case "propose":
      return after.seq === before?.seq ? { is: "again" } : { is: "void" };
    case "respond":
      return after.table.offer?.n === command.offer ? { is: "again" } : { is: "void" };
    default:
      return isQuestion(command) ? { is: "void" } : { is: "again" };
  }
}

function wasSaid(text: string, before: readonly ChatLine[], after: readonly ChatLine[]): boolean {
  const last = Math.max(0, ...before.map((line) => line.id));
  return after.some((line) => line.id > last && letters(line.text) === letters(text));
}

/** What can be seen of a line; the server leaves out what is no text. */
function letters(text: string): string {
  return text.replace(/[\p{C}\p{Z}]/gu, "");
}
