/** How a position changes by what the server says. Nothing here knows a screen or a line. */

import type { ChatLine, LogLine, Position, Scene, TableInfo, Update } from "../../generated/protocol";
import { applyPatch } from "../scene/patch";

/** Take over what changed; null if it was made for another position than this one. */
export function updated(position: Position, update: Update): Position | null {
  const scene = sceneAfter(position, update);
  if (scene === undefined) return null;
  return {
    ...position,
    table: update.table,
    seq: update.seq,
    scene,
    seat: update.seat ?? null,
    hand_over: update.hand_over ?? "",
    log: otherEyes(position, update) ? [...(update.lines ?? [])] : logAfter(position.log ?? [], update),
    undo: update.undo ?? null,
    last_own: update.last_own ?? 0,
  };
}

/** Whether somebody else now looks at this screen: nothing of what was told before may stay. */
export function otherEyes(position: Position, update: Pick<Update, "seat">): boolean {
  return (position.seat ?? null) !== (update.seat ?? null);
}

/** What an update tells that is new; with other eyes the whole report comes again. */
export function freshLines(position: Position, update: Update): readonly LogLine[] {
  const lines = update.lines ?? [];
  return otherEyes(position, update) ? lines.filter((line) => line.n >= position.seq) : lines;
}

/** Whether something was taken back. */
export function isUndone(position: Position, update: Update): boolean {
  if (otherEyes(position, update)) return update.seq < position.seq;
  return (update.cut ?? -1) >= 0;
}

function sceneAfter(position: Position, update: Update): Scene | null | undefined {
  if (update.scene) return update.scene;
  if (update.base !== position.seq) return undefined;
  if (!update.patch) return position.scene ?? null;
  return position.scene ? applyPatch(position.scene, update.patch) : undefined;
}

/** Add lines to a report, after taking out those of entries that were taken back. */
export function logAfter(log: readonly LogLine[], update: Pick<Update, "cut" | "lines">): LogLine[] {
  const cut = update.cut ?? -1;
  const kept = cut >= 0 ? log.filter((line) => line.n <= cut) : log;
  return [...kept, ...(update.lines ?? [])];
}

/** Take over a change of the table that is none of the game. */
export function seated(position: Position, table: TableInfo): Position {
  return { ...position, table };
}

/** Add a line to the chat, or replace it if it is known already (it was removed). */
export function chatted(position: Position, line: ChatLine): Position {
  const chat = position.chat ?? [];
  const known = chat.some((one) => one.id === line.id);
  return {
    ...position,
    chat: known ? chat.map((one) => (one.id === line.id ? line : one)) : [...chat, line],
  };
}

/** The seat that acts on this screen: whose eyes these are, if a question is put to it. */
export function actingSeat(position: Position | null): string | null {
  const prompt = position?.scene?.prompt;
  return prompt && position?.mine?.includes(prompt.seat) ? prompt.seat : null;
}
