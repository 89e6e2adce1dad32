/** What the keys of the table do with a visit and with what is seen of it. */

import type { Target } from "../../generated/protocol";
import { settings } from "../settings.svelte";
import { prefer, preferences } from "./preferences.svelte";
import type { Deeds } from "./shortcuts";
import { steer, TURN } from "./steering";
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
    undo: () => (desk.draft?.canUndo ? desk.draft.undo() : void desk.undo()),
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
    steer: (key, shift) =>
      past.n === null && (edits(visit, key) || steer(desk.carrying, key, shift, desk.table?.unit ?? 254)),
    measure: () => {
      if (!desk.table) return false;
      const held = desk.hover?.kind === "piece" ? desk.hover : desk.carrying.inHand;
      desk.tape.toggle(desk.scene?.pieces?.find((piece) => held?.kind === "piece" && piece.id === held.id));
      return true;
    },
    skip: () => {
      if (!playback.tray) return false;
      playback.skip();
      return true;
    },
  };
}

/** What keys do with the chosen piece of terrain: it is turned, or removed. */
function edits({ desk }: Visit, key: string): boolean {
  const { draft } = desk;
  if (!draft?.selected || !desk.prompt) return false;
  if (key === "Delete" || key === "Backspace") draft.remove(draft.selected);
  else if (key === "[" || key === "]") draft.turn(draft.selected, key === "]" ? TURN : -TURN);
  else if (key in ARROWS) draft.move(draft.selected, scaled(ARROWS[key] ?? [0, 0], draft.table.unit / 2));
  else return false;
  return true;
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

function scaled([x, y]: readonly [number, number], by: number): readonly [number, number] {
  return [x * by, y * by];
}

/** Confirm what waits, give what is put together, or press the main button. */
function entered({ desk }: Visit): boolean {
  if (!desk.prompt) return false;
  const answer = desk.gesture?.answer;
  const main = desk.buttons.find((one) => one.primary);
  if (desk.picks.armed) void desk.confirm();
  else if (desk.draft) return desk.draft.isFine && desk.draft.answer ? !!desk.give(desk.draft.answer) : false;
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
