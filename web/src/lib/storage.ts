/** What this browser keeps; a browser that keeps nothing (private mode, tests) is no error. */

/** Give what was kept at a place, or nothing. */
export function kept(place: string): unknown {
  try {
    const text = globalThis.localStorage?.getItem(place);
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** Keep something at a place; false if the browser refuses. */
export function keep(place: string, value: unknown): boolean {
  try {
    globalThis.localStorage?.setItem(place, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Hear of changes made in other tabs. */
export function onOtherTabs(place: string, changed: (value: unknown) => void): void {
  if (typeof window === "undefined") return;
  window.addEventListener("storage", (event) => {
    if (event.key === place) changed(kept(place));
  });
}
