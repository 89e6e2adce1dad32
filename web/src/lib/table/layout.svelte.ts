/** How much room there is. */

import { createSubscriber } from "svelte/reactivity";

export type Room = "desktop" | "laptop" | "small" | "landscape";

const subscribe = createSubscriber((update) => {
  addEventListener("resize", update);
  return () => removeEventListener("resize", update);
});

/** What fits on a screen of this size. */
export function roomOf(width: number, height: number): Room {
  if (height < 520 && width > height && width < 1280) return "landscape";
  if (width >= 1280) return "desktop";
  return width >= 1024 ? "laptop" : "small";
}

export function room(): Room {
  subscribe();
  return roomOf(innerWidth, innerHeight);
}

/** Whether one points with a finger. */
export function isTouch(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}
