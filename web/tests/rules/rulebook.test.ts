import { describe, expect, test } from "vitest";
import type { Message, RulesInfo } from "../../src/generated/protocol";
import { gameOf } from "../../src/lib/rules/opener.svelte";
import { Rulebook } from "../../src/lib/rules/rulebook";

const word = (id: string): Message => ({ id, args: {} });
const say = (message: Message): string => message.id;

const info: RulesInfo = {
  chapters: [
    { id: "CCN-8", en: "Ranged combat", de: "Fernkampf" },
    { id: "CCN-9", en: "Melee", de: "Nahkampf" },
    { id: "CCN-A", en: "Readings", de: "Auslegungen" },
  ],
  rules: [
    { id: "CCN-8.1.1", chapter: "CCN-8", en: "Infantry fires at range 2.", de: "Infanterie schießt auf 2." },
    {
      id: "CCN-8.1.2",
      chapter: "CCN-8",
      en: "A unit that moved fires less.",
      de: "Wer zog, feuert weniger.",
    },
    { id: "CCN-8.10.1", chapter: "CCN-8", en: "Crossfire is not known.", de: "Kreuzfeuer gibt es nicht." },
    { id: "CCN-9.1.1", chapter: "CCN-9", en: "Melee is fought next door.", de: "Nahkampf gilt Nachbarn." },
    {
      id: "CCN-A1",
      chapter: "CCN-A",
      en: "Grenadiers fire better.",
      de: "Grenadiere feuern besser.",
      option: "x",
    },
  ],
  glossary: [{ id: "fire", word: word("Fire"), meaning: word("shooting from afar"), rules: ["CCN-8.1.1"] }],
  lessons: [
    { id: "one", title: word("a"), text: word("b"), kind: "choose_combat", rules: ["CCN-8.1.1"] },
    { id: "two", title: word("c"), text: word("d") },
  ],
};
const book = new Rulebook(info);
const ids = (sought: string, language: "en" | "de" = "en") =>
  book.search(sought, language, say).rules.map((rule) => rule.id);

describe("a rulebook", () => {
  test("finds a rule, or all of a section or chapter", () => {
    expect(book.under("CCN-9.1.1").map((rule) => rule.id)).toEqual(["CCN-9.1.1"]);
    expect(book.under("CCN-8.1").map((rule) => rule.id)).toEqual(["CCN-8.1.1", "CCN-8.1.2"]);
    expect(book.under("CCN-8")).toHaveLength(3);
    expect(book.under("CCN-7")).toEqual([]);
  });

  test("knows the chapter of whatever is asked", () => {
    expect(book.chapterOf("CCN-8.1.2")?.id).toBe("CCN-8");
    expect(book.chapterOf("CCN-8.10")?.id).toBe("CCN-8");
    expect(book.chapterOf("CCN-A")?.id).toBe("CCN-A");
    expect(book.chapterOf("nonsense")).toBeUndefined();
  });

  test("leads from one rule to the next across chapters, but not beyond the covers", () => {
    expect(book.beside("CCN-8.10.1", 1)?.id).toBe("CCN-9.1.1");
    expect(book.beside("CCN-8.1.1", -1)).toBeUndefined();
    expect(book.beside("CCN-A1", 1)).toBeUndefined();
    expect(book.beside("nonsense", 1)).toBeUndefined();
  });

  test("tells what belongs to a decision, and which terms belong to rules", () => {
    expect(book.lessonsFor("choose_combat").map((lesson) => lesson.id)).toEqual(["one"]);
    expect(book.lessonsFor("")).toEqual([]);
    expect(book.termsFor(["CCN-8.1.1"]).map((term) => term.id)).toEqual(["fire"]);
    expect(book.termsFor(["CCN-9.1.1"])).toEqual([]);
  });
});

test("the glossary follows the alphabet of the language", () => {
  const words = ["Zug", "Ärger", "Artillerie", "Bogen"];
  const glossary = words.map((one) => ({ id: one, word: word(one), meaning: word(one) }));
  const terms = new Rulebook({ ...info, glossary }).terms("de", say);
  expect(terms.map((term) => term.id)).toEqual(["Ärger", "Artillerie", "Bogen", "Zug"]);
});

describe("the search", () => {
  test("puts beginnings of words before what stands inside them", () => {
    expect(ids("fire")).toEqual(["CCN-8.1.1", "CCN-8.1.2", "CCN-A1", "CCN-8.10.1"]);
  });

  test("puts the chapter that is called so first", () => {
    const more = { id: "CCN-A2", chapter: "CCN-A", en: "Melee counts twice.", de: "Doppelt." };
    const moved = new Rulebook({ ...info, rules: [more, ...info.rules] });
    expect(moved.search("melee", "en", say).rules.map((rule) => rule.id)).toEqual(["CCN-9.1.1", "CCN-A2"]);
  });

  test("finds ids, the very one first", () => {
    expect(ids("ccn-8.1.1")).toEqual(["CCN-8.1.1"]);
    expect(ids("CCN-8.1")).toEqual(["CCN-8.1.1", "CCN-8.1.2", "CCN-8.10.1"]);
  });

  test("finds by the title of the chapter and in the language of the page", () => {
    expect(ids("nahkampf", "de")).toEqual(["CCN-9.1.1"]);
    expect(ids("nahkampf", "en")).toEqual([]);
    expect(ids("ranged moved")).toEqual(["CCN-8.1.2"]);
  });

  test("finds words of the glossary", () => {
    const glossary = [
      { id: "volley", word: word("Volley"), meaning: word("all fire at once") },
      ...(info.glossary ?? []),
    ];
    const more = new Rulebook({ ...info, glossary });
    const terms = (sought: string) => more.search(sought, "en", say).terms.map((term) => term.id);
    expect(terms("afar")).toEqual(["fire"]);
    expect(terms("fire")).toEqual(["fire"]);
    expect(terms("at once")).toEqual(["volley"]);
  });

  test("for nothing finds nothing", () => {
    expect(book.search("   ", "en", say)).toEqual({ words: [], rules: [], terms: [], all: 0 });
  });
});

test("the prefix of a rule names its game", () => {
  expect(gameOf("CCN-8.4.1")).toBe("ccn");
  expect(gameOf("")).toBe("");
});
