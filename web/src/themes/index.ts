import type { Card, Piece } from "../generated/protocol";
import { CARDS, type CardArt, TROOPS } from "./ccn";
import type { UnitSymbol } from "./symbols";

/** How a piece is drawn: as a counter with a symbol or with letters, or as a leader's medallion. */
type Face =
  | { readonly kind: "symbol"; readonly symbol: UnitSymbol }
  | { readonly kind: "leader" }
  | { readonly kind: "letters"; readonly letters: string };

/** Finds the face for a sprite; what no theme knows gets its letters. */
export function faceOf(piece: Pick<Piece, "sprite" | "code">): Face {
  const name = piece.sprite.split("/").pop() ?? "";
  const symbol = piece.sprite.startsWith("ccn/") ? TROOPS[name] : undefined;
  if (symbol) return { kind: "symbol", symbol };
  if (name === "leader" || name === "general") return { kind: "leader" };
  return { kind: "letters", letters: piece.code || name.slice(0, 3).toUpperCase() };
}

/** Finds what is printed on a card, if its theme knows it. */
export function cardArt(card: Pick<Card, "sprite">): CardArt | undefined {
  const [game, , name = ""] = (card.sprite ?? "").split("/");
  return game === "ccn" ? CARDS[name] : undefined;
}
