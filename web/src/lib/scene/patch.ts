import type { BoardPatch, Patch, Scene } from "../../generated/protocol";
import type { Board } from "./board";

type Id = string | number;

/** What to do to a list of things with ids, whatever the things are. */
interface Changes<T> {
  drop?: readonly Id[];
  put?: readonly T[];
  order?: readonly Id[];
}

const SMALL = [
  "focus",
  "sides",
  "overlays",
  "phases",
  "phase",
  "status",
  "prompt",
  "standing",
  "log",
] as const satisfies readonly (keyof Scene & keyof Patch)[];

/** What the server leaves out of a scene because it is as usual. */
const USUAL: Readonly<Partial<Record<keyof Scene, unknown>>> = { focus: "", phase: 0, prompt: null };

const PARTS = { hex: ["cells", "edges"], areas: ["areas"], table: ["ground"] } as const;

/** Changes a scene as a patch says; neither of them is touched. */
export function applyPatch(scene: Scene, patch: Patch): Scene {
  const next: Record<string, unknown> = { ...scene };
  const within = patchedBoards(scene.boards ?? [], patch.within ?? []);
  set(next, "boards", changed(within, patch.boards, idOf));
  set(next, "pieces", changed(scene.pieces ?? [], patch.pieces, idOf));
  set(next, "trays", changed(scene.trays ?? [], patch.trays, idOf));
  for (const name of SMALL) {
    if (patch[name] !== undefined) set(next, name, patch[name]);
  }
  return next as Scene;
}

/** Sets a part of a scene, or leaves it out where it is as usual. */
function set(scene: Record<string, unknown>, name: keyof Scene, value: unknown): void {
  const usual = Array.isArray(value) ? value.length === 0 : value === USUAL[name];
  if (usual) delete scene[name];
  else scene[name] = value;
}

function changed<T>(
  old: readonly T[],
  changes: Changes<T> | null | undefined,
  id: (one: T) => Id,
): readonly T[] {
  if (!changes) return old;
  const dropped = new Set(changes.drop ?? []);
  const put = changes.put ?? [];
  const kept = old.filter((one) => !dropped.has(id(one)));
  const known = new Set(kept.map(id));
  const fresh = new Map(put.filter((one) => known.has(id(one))).map((one) => [id(one), one]));
  const now = kept.map((one) => fresh.get(id(one)) ?? one);
  return sorted([...now, ...put.filter((one) => !known.has(id(one)))], changes.order ?? [], id);
}

function sorted<T>(things: readonly T[], order: readonly Id[], id: (one: T) => Id): readonly T[] {
  if (order.length === 0) return things;
  const found = new Map(things.map((one) => [id(one), one]));
  return order.flatMap((one) => found.get(one) ?? []);
}

function patchedBoards(boards: readonly Board[], within: readonly BoardPatch[]): readonly Board[] {
  const patches = new Map(within.map((patch) => [patch.id, patch]));
  return boards.map((board) => patchedBoard(board, patches.get(board.id)));
}

function patchedBoard(board: Board, patch: BoardPatch | undefined): Board {
  if (!patch) return board;
  const next: Record<string, unknown> = { ...board };
  for (const name of PARTS[board.board]) {
    const old = (next[name] ?? []) as readonly Keyed[];
    const now = changed(old, patch[name] as Changes<Keyed> | null | undefined, idOf);
    if (now.length === 0 && name !== "areas") delete next[name];
    else next[name] = now;
  }
  return next as unknown as Board;
}

type Keyed = { id: Id } | { cell: number; side: number };

/** Names a thing as patches do: an edge by its cell and side, all else by its id. */
function idOf(one: Keyed): Id {
  return "id" in one ? one.id : `${one.cell}:${one.side}`;
}
