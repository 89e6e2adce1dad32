const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Say how long ago something was, in whole units; `now` and `then` are seconds since 1970. */
export function ago(then: number, now: number, language: string): string {
  const passed = Math.max(0, now - then);
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (passed < MINUTE) return words.format(0, "second");
  if (passed < HOUR) return words.format(-Math.floor(passed / MINUTE), "minute");
  if (passed < DAY) return words.format(-Math.floor(passed / HOUR), "hour");
  if (passed < 30 * DAY) return words.format(-Math.floor(passed / DAY), "day");
  return new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(then * 1000);
}
