/** Clocks and spans of time as they are shown. */

/** A clock: minutes and seconds, with hours or days where there are any. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const two = (n: number): string => String(n).padStart(2, "0");
  if (days) return `${days}d ${two(hours)}h`;
  if (hours) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

/** What a clock shows now, if it ran since it was read. */
export function clockNow(left: number, runs: boolean, readAt: number, now: number): number {
  return runs ? Math.max(0, left - (now - readAt)) : left;
}

/** Whole seconds until a time, at least 0. */
export function secondsUntil(time: number, now: number): number {
  return Math.max(0, Math.ceil((time - now) / 1000));
}
