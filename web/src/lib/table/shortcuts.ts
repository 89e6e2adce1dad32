/** What the keys do at the table. */

import { LAYERS, type LayerId } from "./layers.svelte";

export interface Deeds {
  undo(): void;
  hint(): void;
  inspect(): void;
  layer(id: LayerId, down: boolean): void;
  button(key: string): boolean;
  enter(): boolean;
  back(): boolean;
  where(): void;
  panel(): void;
  tab(place: number): void;
  chat(): void;
  cards(): void;
  now(): void;
  help(): void;
  /** Something is being acted out that any key ends. */
  skip(): boolean;
  /** The unit in hand is carried by keys. */
  steer(key: string, shift: boolean): boolean;
  /** The measuring tape, on tables. */
  measure(): boolean;
}

const TYPING = "input, select, textarea, [contenteditable], dialog, [role=menu]";
/** Keys pressed on these are not meant for the board; its own choices are buttons too. */
const ELSEWHERE = "button:not([data-steers]), a[href], summary, [role=tab], [role=tablist]";
const PRESSABLE = "button, a[href], summary, [role=tab], [role=button]";

/** Do what a key stands for; true if it stands for something. */
export function pressed(event: KeyboardEvent, deeds: Deeds): boolean {
  const target = event.target as Partial<Element> | null;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (target?.closest?.(TYPING)) return false;
  if (event.key !== "Tab" && event.key !== "Shift" && deeds.skip()) return true;
  if (!target?.closest?.(ELSEWHERE) && deeds.steer(event.key, event.shiftKey)) return true;
  if (event.key === "Enter" || event.key === " ") {
    if (target?.closest?.(PRESSABLE)) return false;
    if (event.key === "Enter") return deeds.enter();
    deeds.where();
    return true;
  }
  if (event.key === "Escape") return deeds.back();
  if (event.shiftKey && /^Digit[1-5]$/.test(event.code)) {
    deeds.tab(Number(event.code.slice(5)) - 1);
    return true;
  }
  return letter(event, deeds);
}

function letter(event: KeyboardEvent, deeds: Deeds): boolean {
  const key = event.key.toLowerCase();
  if (key === "m" && !event.repeat && deeds.measure()) return true;
  const layer = layerOf(key);
  if (layer) {
    if (!event.repeat) deeds.layer(layer, true);
    return true;
  }
  if (/^[1-9]$/.test(key)) return deeds.button(key);
  const deed = SIMPLE[key];
  if (!deed) return false;
  deed(deeds);
  return true;
}

const SIMPLE: Record<string, (deeds: Deeds) => void> = {
  u: (deeds) => deeds.undo(),
  h: (deeds) => deeds.hint(),
  i: (deeds) => deeds.inspect(),
  "\\": (deeds) => deeds.panel(),
  p: (deeds) => deeds.panel(),
  "/": (deeds) => deeds.chat(),
  b: (deeds) => deeds.chat(),
  k: (deeds) => deeds.cards(),
  n: (deeds) => deeds.now(),
  "?": (deeds) => deeds.help(),
};

/** A key was let go. */
export function released(event: KeyboardEvent, deeds: Deeds): void {
  const layer = layerOf(event.key);
  if (layer) deeds.layer(layer, false);
}

function layerOf(key: string): LayerId | undefined {
  return LAYERS.find((layer) => layer.key === key.toUpperCase())?.id;
}
