import { describe, expect, test } from "vitest";
import { placeholders, type Texts } from "../../src/lib/i18n/format";
import { areas, words } from "../../src/words";

describe.each(Object.entries(areas))("the words of %s", (area, { en, de }) => {
  const english: Texts = en;
  const german: Texts = de;

  test("have the same keys in both languages, all named after the area", () => {
    expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort());
    expect(Object.keys(english).filter((key) => !key.startsWith(`${area}.`))).toEqual([]);
  });

  test("have the same placeholders in both languages", () => {
    const differing = Object.keys(english).filter(
      (key) => placeholders(english[key] ?? "").join() !== placeholders(german[key] ?? "").join(),
    );
    expect(differing).toEqual([]);
  });

  test("leave no text empty", () => {
    const texts = [...Object.values(english), ...Object.values(german)];
    const spoken = texts.flatMap((text) => (typeof text === "string" ? [text] : Object.values(text)));
    expect(spoken.filter((text) => text.trim() === "")).toEqual([]);
  });
});

test("no key is used by two areas", () => {
  const keys = Object.values(areas).flatMap(({ en }) => Object.keys(en));
  expect(new Set(keys).size).toBe(keys.length);
  expect(Object.keys(words.en)).toHaveLength(keys.length);
});
