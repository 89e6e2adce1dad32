import type { ChapterInfo, Lesson, Message, RuleInfo, RulesInfo, Term } from "../../generated/protocol";
import { hasAll, plain, wordsOf } from "./seeking";

export type Language = "en" | "de";

/** What was found for some words. */
export interface Found {
  words: string[];
  rules: RuleInfo[];
  terms: Term[];
  /** How many rules were found in all. */
  all: number;
}

const MOST = 60;
const FEW = 6;

/** A rulebook that can be read, searched and walked through. */
export class Rulebook {
  readonly chapters: readonly ChapterInfo[];
  readonly rules: readonly RuleInfo[];
  readonly glossary: readonly Term[];
  readonly lessons: readonly Lesson[];
  readonly #places: Map<string, number>;
  readonly #plain: Partial<Record<Language, string[]>> = {};

  constructor(info: RulesInfo) {
    this.chapters = info.chapters;
    this.rules = info.rules;
    this.glossary = info.glossary ?? [];
    this.lessons = info.lessons ?? [];
    this.#places = new Map(info.rules.map((rule, at) => [rule.id, at]));
  }

  /** Find a rule. */
  rule(id: string): RuleInfo | undefined {
    return this.rules[this.#places.get(id) ?? -1];
  }

  /** Tell whether there is such a rule. */
  has(id: string): boolean {
    return this.#places.has(id);
  }

  /** The rules an id stands for: itself, or all of a section or chapter. */
  under(id: string): RuleInfo[] {
    const exact = this.rule(id);
    if (exact) return [exact];
    return this.rules.filter((rule) => rule.id.startsWith(`${id}.`) || rule.chapter === id);
  }

  /** The rule before or after another. */
  beside(id: string, step: -1 | 1): RuleInfo | undefined {
    const at = this.#places.get(id);
    return at === undefined ? undefined : this.rules[at + step];
  }

  /** Find a chapter. */
  chapter(id: string): ChapterInfo | undefined {
    return this.chapters.find((chapter) => chapter.id === id);
  }

  /** The chapter an id belongs to, be it that of a rule, a section or the chapter itself. */
  chapterOf(id: string): ChapterInfo | undefined {
    return this.chapter(this.under(id)[0]?.chapter ?? id);
  }

  /** The rules of a chapter. */
  within(chapter: string): RuleInfo[] {
    return this.rules.filter((rule) => rule.chapter === chapter);
  }

  /** The glossary in the order of the alphabet. */
  terms(language: Language, say: (message: Message) => string): Term[] {
    const order = new Intl.Collator(language);
    return [...this.glossary].sort((one, other) => order.compare(say(one.word), say(other.word)));
  }

  /** The words of the glossary that lead to a rule. */
  termsFor(rules: readonly string[]): Term[] {
    return this.glossary.filter((term) => (term.rules ?? []).some((rule) => rules.includes(rule)));
  }

  /** What newcomers are told when they have to decide something of this kind. */
  lessonsFor(kind: string): Lesson[] {
    return kind ? this.lessons.filter((lesson) => lesson.kind === kind) : [];
  }

  /** Find rules and terms: first by id, then by the title of the chapter, then by the beginnings of words. */
  search(sought: string, language: Language, say: (message: Message) => string): Found {
    const words = wordsOf(sought);
    if (words.length === 0) return { words, rules: [], terms: [], all: 0 };
    const texts = this.#texts(language);
    const hits = this.rules.flatMap((rule, at) => {
      const text = texts[at] ?? "";
      return hasAll(text, words) ? [{ rule, at, rank: this.#rank(rule, text, words, language) }] : [];
    });
    hits.sort((one, other) => one.rank - other.rank || one.at - other.at);
    return {
      words,
      terms: this.#termsWith(words, say),
      rules: hits.slice(0, MOST).map((hit) => hit.rule),
      all: hits.length,
    };
  }

  /** The terms that are called so, or else those whose meaning tells of it. */
  #termsWith(words: readonly string[], say: (message: Message) => string): Term[] {
    const called = this.glossary.filter((term) => hasAll(plain(say(term.word)), words));
    if (called.length) return called;
    return this.glossary.filter((term) => hasAll(plain(say(term.meaning)), words)).slice(0, FEW);
  }

  #rank(rule: RuleInfo, text: string, words: readonly string[], language: Language): number {
    const sought = words.join(" ");
    const id = plain(rule.id);
    if (id === sought) return 0;
    if (id.startsWith(sought)) return 1;
    if (hasAll(plain(this.chapter(rule.chapter)?.[language] ?? ""), words)) return 2;
    return words.every((word) => text.startsWith(word) || text.includes(` ${word}`)) ? 3 : 4;
  }

  #texts(language: Language): string[] {
    const titles = new Map(this.chapters.map((chapter) => [chapter.id, chapter[language]]));
    this.#plain[language] ??= this.rules.map((rule) =>
      plain(`${rule.id} ${rule[language]} ${titles.get(rule.chapter) ?? ""}`),
    );
    return this.#plain[language];
  }
}
