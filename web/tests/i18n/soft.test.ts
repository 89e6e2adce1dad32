import { expect, test } from "vitest";
import { soft } from "../../src/lib/i18n/soft";

const seen = (text: string): string => soft(text).replaceAll("\u00ad", "-");

test("long words may be divided between their syllables", () => {
  expect(seen("Artillerieeinheiten")).toBe("Artil-le-rieein-hei-ten");
  expect(seen("Nachziehstapeln")).toBe("Nach-zieh-sta-peln");
});

test("short words stay whole", () => {
  expect(seen("Order all infantry in one section.")).toBe("Order all infantry in one section.");
});
