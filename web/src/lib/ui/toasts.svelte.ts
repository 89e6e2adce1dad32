import { explain } from "../i18n/words.svelte";

/** A short notice that goes away by itself; an error stays until it is closed. */
export interface Toast {
  id: number;
  text: string;
  look: "info" | "good" | "error";
}

const STAYS_MS = 5000;
let last = 0;

export const toasts: Toast[] = $state([]);

/** Show a notice. */
export function toast(text: string, look: Toast["look"] = "info"): void {
  const id = ++last;
  const same = toasts.findIndex((one) => one.text === text);
  if (same >= 0) toasts.splice(same, 1);
  toasts.push({ id, text, look });
  if (look !== "error") setTimeout(() => dismiss(id), STAYS_MS);
}

/** Say what went wrong. */
export function toastError(error: unknown): void {
  console.error(error);
  toast(explain(error), "error");
}

/** Take a notice away. */
export function dismiss(id: number): void {
  const at = toasts.findIndex((one) => one.id === id);
  if (at >= 0) toasts.splice(at, 1);
}
