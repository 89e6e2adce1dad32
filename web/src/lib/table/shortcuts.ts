/** What the keys do at the table. */

export interface Deeds {
  undo(): void;
  hint(): void;
  inspect(): void;
  overlay(kind: "reach" | "range" | "sight", down: boolean): void;
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
}

const OVERLAYS: Record<string, "reach" | "range" | "sight"> = { m: "reach", r: "range", l: "sight" };
const TYPING = "input, select, textarea, [contenteditable], dialog, [role=menu]";
const PRESSABLE = "button, a[href], summary, [role=tab], [role=button]";

/** Do what a key stands for; true if it stands for something. */
export function pressed(event: KeyboardEvent, deeds: Deeds): boolean {
  const target = event.target as Partial<Element> | null;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (target?.closest?.(TYPING)) return false;
  if (event.key !== "Tab" && event.key !== "Shift" && deeds.skip()) return true;
  if (event.key === "Enter" || event.key === " ") {
    if (target?.closest?.(PRESSABLE)) return false;
    if (event.key === "Enter") return deeds.enter();
    deeds.where();
    return true;
  }
  if (event.key === "Escape") return deeds.back();
  if (event.shiftKey && /^Digit[1-9]$/.test(event.code)) {
    deeds.tab(Number(event.code.slice(5)) - 1);
    return true;
  }
  return letter(event, deeds);
}

function letter(event: KeyboardEvent, deeds: Deeds): boolean {
  const key = event.key.toLowerCase();
  const overlay = OVERLAYS[key];
  if (overlay) {
    if (!event.repeat) deeds.overlay(overlay, true);
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
  c: (deeds) => deeds.chat(),
  k: (deeds) => deeds.cards(),
  n: (deeds) => deeds.now(),
  "?": (deeds) => deeds.help(),
};

/** A key was let go. */
export function released(event: KeyboardEvent, deeds: Deeds): void {
  const overlay = OVERLAYS[event.key.toLowerCase()];
  if (overlay) deeds.overlay(overlay, false);
}
