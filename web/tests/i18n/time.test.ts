import { expect, test } from "vitest";
import { ago } from "../../src/lib/i18n/time";

const NOW = 1_700_000_000;

test.each([
  [-5, "now", "jetzt"],
  [10, "now", "jetzt"],
  [60, "1 minute ago", "vor 1 Minute"],
  [3599, "59 minutes ago", "vor 59 Minuten"],
  [7200, "2 hours ago", "vor 2 Stunden"],
  [86_400, "yesterday", "gestern"],
  [5 * 86_400, "5 days ago", "vor 5 Tagen"],
])("%i seconds ago is said as %s, %s", (passed, english, german) => {
  expect(ago(NOW - passed, NOW, "en")).toBe(english);
  expect(ago(NOW - passed, NOW, "de")).toBe(german);
});

test("what is long ago has a date", () => {
  expect(ago(NOW - 60 * 86_400, NOW, "en")).toMatch(/2023/);
});
