import { createSubscriber } from "svelte/reactivity";

/** The time, for whoever shows it; it ticks only while somebody looks. */
const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 250);
  return () => clearInterval(timer);
});

export function now(): number {
  subscribe();
  return Date.now();
}
