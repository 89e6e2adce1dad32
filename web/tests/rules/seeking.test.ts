import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cut, hasAll, plain, wordsOf } from "../../src/lib/rules/seeking";

const shown = (pieces: ReturnType<typeof cut>) =>
  pieces
    .map((piece) => (piece.rule ? `<${piece.text}>` : piece.hit ? `[${piece.text}]` : piece.text))
    .join("|");

describe("words", () => {
  test("are compared without accents and capitals", () => {
    expect(plain("Buçaco ÜBER Straße")).toBe("bucaco uber strasse");
    expect(wordsOf("  Rückzug  rückzug Feld ")).toEqual(["ruckzug", "feld"]);
  });

  test("must all be there", () => {
    expect(hasAll("infantry in square", ["square", "infan"])).toBe(true);
    expect(hasAll("infantry in square", ["square", "cavalry"])).toBe(false);
  });
});

describe("a text that is cut", () => {
  test("marks every hit as it is written", () => {
    expect(shown(cut("Die Straße, die Gasse", ["strasse", "die"]))).toBe("[Die]| |[Straße]|, |[die]| Gasse");
  });

  test("joins hits that overlap", () => {
    expect(shown(cut("forestation", ["forest", "station"]))).toBe("[forestation]");
  });

  test("makes links of the rules there are, and only of them", () => {
    const known = (rule: string) => rule !== "CCN-99";
    const text = "see CCN-16.3.5 to CCN-A30, not CCN-99";
    expect(shown(cut(text, [], known))).toBe("see |<CCN-16.3.5>| to |<CCN-A30>|, not CCN-99");
  });

  test("knows what is meant as code", () => {
    expect(cut("the switch `rally_flag_any` says", ["flag"])).toEqual([
      { text: "the switch ", hit: false, rule: "" },
      { text: "rally_flag_any", hit: true, rule: "", code: true },
      { text: " says", hit: false, rule: "" },
    ]);
  });

  test("loses nothing, whatever is sought in it", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.array(fc.string({ minLength: 1, maxLength: 3 })),
        (text, sought) => {
          const pieces = cut(text, wordsOf(sought.join(" ")), () => true);
          expect(pieces.map((piece) => (piece.code ? `\`${piece.text}\`` : piece.text)).join("")).toBe(text);
        },
      ),
    );
  });
});
