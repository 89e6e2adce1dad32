/** From a question and what was pointed at so far to what is highlighted and what would be answered. */

import type { Card, Choice, Piece, Prompt, Scene, Target } from "../../generated/protocol";
import type { Look, Mark } from "../board/marks";

/** What was pointed at so far. */
export interface Picks {
  /** What is in hand. */
  readonly of: Target | null;
  /** The choice that waits to be confirmed, because dice follow. */
  readonly armed: Choice | null;
  /** Several choices for one target: one of them has to be named. */
  readonly menu: readonly Choice[];
}

export const NOTHING: Picks = { of: null, armed: null, menu: [] };

/** What follows from pointing somewhere. */
export type Result =
  | { readonly is: "go on"; readonly picks: Picks }
  | { readonly is: "answer"; readonly choice: Choice }
  | { readonly is: "wish"; readonly target: Target; readonly of: Target | null };

/** A choice as a button; `key` is what does the same on the keyboard. */
export interface ChoiceButton {
  readonly choice: Choice;
  readonly primary: boolean;
  readonly key: string;
}

export interface Manner {
  /** Whether choices that cannot be taken back are confirmed. */
  readonly confirm: boolean;
}

const BUTTON: Target = { kind: "button", id: "" };
const ENDS = /^(end|done|finish|pass)(_|$)/;
/** Up to how many choices on the board are offered as buttons too. */
const FEW = 3;

export function same(one: Target | null | undefined, other: Target | null | undefined): boolean {
  return !!one && !!other && one.kind === other.kind && one.id === other.id;
}

export function targetOf(choice: Choice): Target {
  return choice.target ?? BUTTON;
}

/** What a question begins with: where only one piece can act, it is in hand already. */
export function begin(prompt: Prompt | null): Picks {
  const pieces = prompt && !prompt.gesture ? hands(prompt) : [];
  const only = pieces.length === 1 && prompt?.choices.every((one) => one.of || isButton(one));
  return only ? { ...NOTHING, of: pieces[0] ?? null } : NOTHING;
}

/** The things that can be taken in hand. */
export function hands(prompt: Prompt): Target[] {
  return distinct(prompt.choices.flatMap((choice) => (choice.of ? [choice.of] : [])));
}

/** Point at something. */
export function pick(prompt: Prompt, scene: Scene, picks: Picks, at: Target, manner: Manner): Result {
  for (const target of [at, ...alternatives(scene, at)]) {
    const found = meant(prompt, picks, target, manner);
    if (found) return found;
  }
  return { is: "wish", target: at, of: picks.of };
}

function meant(prompt: Prompt, picks: Picks, target: Target, manner: Manner): Result | null {
  if (picks.armed && same(targetOf(picks.armed), target)) return { is: "answer", choice: picks.armed };
  const here = prompt.choices.filter((choice) => same(targetOf(choice), target));
  const inHand = here.filter((choice) => picks.of && same(choice.of, picks.of));
  if (inHand.length) return among(picks, inHand, manner);
  if (picks.of && same(picks.of, target)) return { is: "go on", picks: laidDown(prompt) };
  const alone = here.filter((choice) => !choice.of);
  if (alone.length) return among({ ...picks, of: null }, alone, manner);
  if (hands(prompt).some((one) => same(one, target))) return { is: "go on", picks: taken(prompt, target) };
  return here.length ? among(picks, here, manner) : null;
}

/** Take something in hand; what it can be told to do without pointing any further is offered at once. */
function taken(prompt: Prompt, of: Target): Picks {
  const own = prompt.choices.filter((choice) => same(choice.of, of));
  return { ...NOTHING, of, menu: own.every(isButton) ? strongFirst(own) : [] };
}

/** The lesser ones after the others. */
function strongFirst(choices: readonly Choice[]): Choice[] {
  return choices.toSorted((a, b) => Number(a.weak ?? false) - Number(b.weak ?? false));
}

/** Whether the choices are orders to what is in hand, not places to point at. */
export function areOrders(choices: readonly Choice[]): boolean {
  return choices.length > 0 && choices.every((choice) => choice.of && isButton(choice));
}

function laidDown(prompt: Prompt): Picks {
  return begin(prompt);
}

function among(picks: Picks, choices: readonly Choice[], manner: Manner): Result {
  const [only, ...others] = choices;
  if (only && !others.length) return choose(picks, only, manner);
  return { is: "go on", picks: { ...picks, armed: null, menu: choices } };
}

/** Decide for a choice: it is the answer, or waits for confirmation if dice follow and it was named at once. */
export function choose(picks: Picks, choice: Choice, manner: Manner): Result {
  if (areOrders(picks.menu) && picks.menu.includes(choice)) return { is: "answer", choice };
  if (!choice.rolls || !manner.confirm || picks.armed === choice) return { is: "answer", choice };
  return { is: "go on", picks: { of: choice.of ?? picks.of, armed: choice, menu: [] } };
}

/** Go back one step; null if there is none. */
export function back(prompt: Prompt | null, picks: Picks): Picks | null {
  const first = begin(prompt);
  if (!picks.armed && areOrders(picks.menu)) return first;
  if (picks.armed || picks.menu.length) return { ...NOTHING, of: picks.of };
  return picks.of && !same(picks.of, first.of) ? first : null;
}

/** What a target may stand for as well: a piece for its place, a place for what stands there. */
export function alternatives(scene: Scene, target: Target): Target[] {
  const pieces = scene.pieces ?? [];
  if (target.kind === "piece") {
    const piece = pieces.find((one) => one.id === target.id);
    return piece ? [...company(pieces, piece), ...placesOf(piece)] : [];
  }
  return pieces.filter((one) => placesOf(one).some((place) => same(place, target))).map(asTarget);
}

function company(pieces: readonly Piece[], piece: Piece): Target[] {
  const together = (one: Piece): boolean =>
    one.id !== piece.id && placesOf(one).some((place) => placesOf(piece).some((here) => same(place, here)));
  return pieces
    .filter(
      (one) => one.inside === piece.id || piece.inside === one.id || together(one) || isComrade(one, piece),
    )
    .map(asTarget);
}

/** Whether two pieces belong to one unit. */
function isComrade(one: Piece, other: Piece): boolean {
  return one.id !== other.id && !!one.group && one.group === other.group && one.owner === other.owner;
}

/** The places a piece stands on. */
export function placesOf(piece: Piece): Target[] {
  if (piece.at.on === "cells") return piece.at.cells.map((cell) => ({ kind: "cell", id: String(cell) }));
  return piece.at.on === "area" ? [{ kind: "area", id: piece.at.area }] : [];
}

function asTarget(piece: Piece): Target {
  return { kind: "piece", id: piece.id };
}

/** What is marked on the board. */
export function highlights(prompt: Prompt, scene: Scene, picks: Picks): Mark[] {
  if (picks.armed) return isButton(picks.armed) ? [] : [markOf(prompt, scene, picks.armed)];
  const free = prompt.choices.filter((choice) => !choice.of && !isButton(choice));
  const inHand = prompt.choices.filter((choice) => picks.of && same(choice.of, picks.of));
  const orders = areOrders(picks.menu);
  const menu = orders ? [] : picks.menu;
  const shown = (menu.length ? menu : picks.of ? inHand : free)
    .filter((choice) => !isButton(choice))
    .map((choice) => markOf(prompt, scene, choice));
  const others = hands(prompt)
    .filter((target) => !same(target, picks.of))
    .map((target): Mark => ({ target, look: "choose" }));
  return strongest([...shown, ...(menu.length ? [] : others)]);
}

function markOf(prompt: Prompt, scene: Scene, choice: Choice): Mark {
  const target = targetOf(choice);
  const look = lookOf(prompt, scene, target, choice.weak ?? false);
  return choice.n === null || choice.n === undefined ? { target, look } : { target, look, n: choice.n };
}

function lookOf(prompt: Prompt, scene: Scene, target: Target, weak: boolean): Look {
  if (target.kind === "card") return "choose";
  if (target.kind !== "piece") return weak ? "reach-weak" : "reach";
  const piece = scene.pieces?.find((one) => one.id === target.id);
  return piece?.owner && piece.owner !== prompt.seat ? "target" : "choose";
}

/** Of several marks on one target the better one counts: full reach before weak, small cost first. */
function strongest(marks: readonly Mark[]): Mark[] {
  const best = new Map<string, Mark>();
  for (const mark of marks) {
    const key = `${mark.target.kind}:${mark.target.id}`;
    const known = best.get(key);
    if (!known || better(mark, known)) best.set(key, mark);
  }
  return [...best.values()];
}

function better(one: Mark, other: Mark): boolean {
  if (one.look !== other.look) return other.look === "reach-weak";
  return (one.n ?? Number.POSITIVE_INFINITY) < (other.n ?? Number.POSITIVE_INFINITY);
}

// -- buttons and cards -----------------------------------------------------------------------------

function isButton(choice: Choice): boolean {
  return targetOf(choice).kind === "button";
}

/** The choices that are offered as buttons, the primary one last. */
export function buttons(prompt: Prompt, scene: Scene, picks: Picks = NOTHING): ChoiceButton[] {
  if (prompt.rows) return [];
  if (prompt.gesture) return dressed(prompt.choices.filter(isButton));
  const orders = ordersOf(prompt, scene).filter((choice) => !isAtHand(scene, picks, choice));
  const found = prompt.choices.filter((choice) => !orders.includes(choice));
  const own = found.filter((choice) => isButton(choice) || !isShown(scene, targetOf(choice)));
  const others = found.filter((choice) => !own.includes(choice));
  const few = others.length <= FEW && others.every((one) => !one.of && targetOf(one).kind !== "card");
  return dressed(few ? [...others, ...own] : own, prompt.choices.length === 1);
}

/** Whether an order is one to the unit in hand, which has no menu of its own. */
function isAtHand(scene: Scene, picks: Picks, { of }: Choice): boolean {
  if (!of || !picks.of || picks.menu.length) return false;
  return same(of, picks.of) || alternatives(scene, picks.of).some((one) => same(one, of));
}

/** What several pieces can be told to do: too much for a row of buttons, each piece has a menu of it. */
export function ordersOf(prompt: Prompt, scene: Scene): readonly Choice[] {
  const found = prompt.choices.filter((choice) => isButton(choice) && choice.of && isShown(scene, choice.of));
  return found.length > FEW && hands(prompt).length > 1 ? found : [];
}

function dressed(choices: readonly Choice[], alone = false): ChoiceButton[] {
  const main = alone ? choices.find(isButton) : primary(choices);
  const others = choices.filter((choice) => choice !== main);
  const shown = others.map((choice, place) => ({
    choice,
    primary: false,
    key: place < 9 ? String(place + 1) : "",
  }));
  return main ? [...shown, { choice: main, primary: true, key: "Enter" }] : shown;
}

/** What Enter does: it ends something, or is the only thing not done on the board; between real alternatives nothing. */
function primary(choices: readonly Choice[]): Choice | undefined {
  const end = choices.filter(isButton).findLast((choice) => ENDS.test(String(choice.answer?.do ?? "")));
  const [only, ...others] = choices.filter((choice) => !choice.of && !choice.weak);
  return end ?? (only && !others.length && isButton(only) ? only : undefined);
}

/** Whether a target can be pointed at: cards and pieces must be somewhere in the scene. */
function isShown(scene: Scene, target: Target): boolean {
  if (target.kind === "card") return cards(scene).some((card) => card.id === target.id);
  if (target.kind !== "piece") return true;
  return (scene.pieces ?? []).some((piece) => piece.id === target.id);
}

function cards(scene: Scene): Card[] {
  return (scene.trays ?? []).flatMap((tray) => (tray.tray === "hand" ? (tray.cards ?? []) : []));
}

/** The choices that a card stands for. */
export function choicesOfCard(prompt: Prompt | null, card: string): Choice[] {
  const target: Target = { kind: "card", id: card };
  return prompt?.choices.filter((choice) => same(targetOf(choice), target)) ?? [];
}

/** Everything that can be pointed at now, in the order of the prompt. */
export function pointable(prompt: Prompt, scene: Scene, picks: Picks): Target[] {
  return highlights(prompt, scene, picks)
    .map((mark) => mark.target)
    .filter((target) => target.kind !== "card" && target.kind !== "button");
}

function distinct(targets: readonly Target[]): Target[] {
  const known = new Map(targets.map((target) => [`${target.kind}:${target.id}`, target]));
  return [...known.values()];
}
