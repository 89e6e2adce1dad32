import type { Badge, Piece } from "../../../generated/protocol";
import { localKind } from "../../../themes/troops";
import type { Outline } from "../../scene/board";
import type { Mark } from "../marks";
import type { PieceState } from "../PieceView.svelte";
import type { Standing } from "../standing";
import { bodyOf, cornersOf } from "./poses";
import { bodiesOf, type Frame, frameOf, unitKey } from "./units";

/** A unit as it is drawn: its bases, and what is said about all of them. */
export interface Squad {
  readonly key: string;
  readonly bases: readonly Standing[];
  readonly frame: Frame;
  readonly outlines: readonly Outline[];
  /** The signs of its bases, each kind once, with the highest number. */
  readonly signs: ReadonlyMap<string, Badge>;
}

const known = new WeakMap<Standing, Squad>();

/** Puts the bases of a table together into units; a unit whose bases are as before is the same one. */
export function squadsOf(standings: Iterable<Standing>): Squad[] {
  const groups = new Map<string, Standing[]>();
  for (const one of standings) {
    if (one.role !== "base") continue;
    const key = unitKey(one.piece);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups].map(([key, bases]) => squadOf(key, bases));
}

function squadOf(key: string, bases: readonly Standing[]): Squad {
  const [first] = bases;
  const before = first && known.get(first);
  if (before && before.bases.length === bases.length && before.bases.every((one, i) => one === bases[i])) {
    return before;
  }
  const pieces = bases.map(({ piece }) => piece);
  const squad: Squad = {
    key,
    bases,
    frame: frameOf(bodiesOf(pieces)),
    outlines: pieces.flatMap((piece) => outlineOf(piece)),
    signs: signsOf(pieces),
  };
  if (first) known.set(first, squad);
  return squad;
}

function outlineOf(piece: Piece): Outline[] {
  const body = bodyOf(piece);
  return body ? [cornersOf(body.pose, body.size)] : [];
}

function signsOf(pieces: readonly Piece[]): Map<string, Badge> {
  const found = new Map<string, Badge>();
  for (const badge of pieces.flatMap((piece) => piece.badges ?? [])) {
    const kind = localKind(badge);
    const before = found.get(kind);
    if (!before || (badge.n ?? 0) > (before.n ?? 0)) found.set(kind, badge);
  }
  return found;
}

const STATES: ReadonlySet<string> = new Set(["choose", "target", "cannot", "hint"]);

/** What is said about units by marks on any of their bases; the strongest word counts. */
export function statesOf(squads: readonly Squad[], marks: readonly Mark[]): Map<string, PieceState> {
  const units = new Map(
    squads.flatMap(({ key, bases }) => bases.map(({ piece }) => [piece.id, key] as const)),
  );
  const found = new Map<string, PieceState>();
  for (const { target, look } of marks) {
    const key = target.kind === "piece" ? units.get(target.id) : undefined;
    if (key && STATES.has(look)) found.set(key, look as PieceState);
  }
  return found;
}

/** Tells whether a unit has done what it can for now. */
export function isDone({ signs }: Squad): boolean {
  return ["activated", "done", "fought"].some((kind) => signs.has(kind));
}
