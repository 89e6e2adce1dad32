import { describe, expect, test } from "vitest";
import { format, placeholders, type Texts } from "../../src/lib/i18n/format";

const texts: Texts = {
  plain: "The hill",
  hits: { one: "{n} hit on {who}", other: "{n} hits on {who}" },
  who: "the {nation} line",
  french: "French",
  braces: "{{not a name}} {name}",
};

function message(
  id: string,
  args: Record<string, string | number | { id: string; args: Record<string, string> }> = {},
) {
  return { id, args };
}

describe("a message", () => {
  test("without parameters is its text", () => {
    expect(format(texts, message("plain"))).toBe("The hill");
  });

  test("takes the form for one only if n is one", () => {
    expect(format(texts, message("hits", { n: 1, who: "x" }))).toBe("1 hit on x");
    expect(format(texts, message("hits", { n: 0, who: "x" }))).toBe("0 hits on x");
    expect(format(texts, message("hits", { n: 2, who: "x" }))).toBe("2 hits on x");
  });

  test("may hold other messages to any depth", () => {
    const who = { id: "who", args: { nation: { id: "french", args: {} } } };
    expect(format(texts, { id: "hits", args: { n: 2, who } })).toBe("2 hits on the French line");
  });

  test("writes negative numbers with a true minus sign, but leaves texts alone", () => {
    expect(format({ a: "{n} {t}" }, message("a", { n: -3, t: "x-y" }))).toBe("\u22123 x-y");
  });

  test("has words that fit the number of what they speak of", () => {
    const told: Texts = {
      goes: "{unit} {unit:goes|go} {n} {n:inch|inches}",
      train: { singular: "the train" },
      riders: "the riders",
    };
    const train = { id: "train", args: {} };
    const riders = { id: "riders", args: {} };
    expect(format(told, message("goes", { unit: train, n: 1 }))).toBe("the train goes 1 inch");
    expect(format(told, message("goes", { unit: riders, n: 2 }))).toBe("the riders go 2 inches");
    expect(format(told, message("goes", { unit: "Ada", n: 2 }))).toBe("Ada go 2 inches");
    expect(placeholders("{unit} {unit:goes|go}")).toEqual(["{unit}"]);
  });

  test("that is a sentence begins with a capital, unless somebody else wrote its first word", () => {
    const train = { id: "train", args: {} };
    const said = (a: string, who: string | typeof train) =>
      format({ a, train: "the train" }, message("a", { who }));
    expect(said("{who} stands.", train)).toBe("The train stands.");
    expect(said("{who} {who:stands|stand}.", train)).toBe("The train stand.");
    expect(said("{who} stands", train)).toBe("the train stands");
    expect(said("Look, {who}.", train)).toBe("Look, the train.");
    expect(said("{who} exists.", "my.save")).toBe("my.save exists.");
  });

  test("knows doubled braces as braces", () => {
    expect(format(texts, message("braces", { name: "x" }))).toBe("{not a name} x");
  });

  test("with an unknown id stays visible", () => {
    expect(format(texts, message("nowhere.to_be_found"))).toBe("[nowhere.to_be_found]");
    expect(format(texts, message("who", { nation: { id: "dutch", args: {} } }))).toBe("the [dutch] line");
    expect(format(texts, message("constructor"))).toBe("[constructor]");
  });

  test("that lacks a parameter shows its place", () => {
    expect(format(texts, message("who"))).toBe("the {nation} line");
    expect(format(texts, message("hits"))).toBe("{n} hits on {who}");
  });

  test("without the list of parameters does not break", () => {
    expect(format(texts, { id: "plain" } as never)).toBe("The hill");
  });

  test("puts a parameter that looks like a placeholder in as it is", () => {
    expect(format(texts, message("who", { nation: "{nation}$&" }))).toBe("the {nation}$& line");
  });
});

test("the placeholders of a text are listed once, in order", () => {
  expect(placeholders({ one: "{b} {a}", other: "{a} {{x}}" })).toEqual(["{a}", "{b}"]);
});
