import type { Message } from "../../generated/protocol";
import { say } from "../i18n/words.svelte";

/** Say something that stands alone: with a capital letter. */
export function tell(message: Message | null | undefined): string {
  const text = say(message);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A price with its sign, as upgrades have it. */
export function signed(points: number): string {
  if (points < 0) return `\u2212${-points}`;
  return points > 0 ? `+${points}` : "±0";
}
