import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { href, parse } from "../../src/lib/router.svelte";
import { pageKey, pageName, pageProps, standsAlone } from "../../src/lib/ui/pages";

describe("an address", () => {
  test("is cut into its parts", () => {
    expect(parse("#/t/abc/tok_en-1")).toEqual(["t", "abc", "tok_en-1"]);
    expect(parse("")).toEqual([]);
    expect(parse("#")).toEqual([]);
    expect(parse("#/")).toEqual([]);
    expect(parse("#//rules//ccn/")).toEqual(["rules", "ccn"]);
  });

  test("with broken escapes is taken literally", () => {
    expect(parse("#/rules/%E0%A4%A")).toEqual(["rules", "%E0%A4%A"]);
  });

  test("comes back as it was made, whatever is in it", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, unit: "grapheme" })), (parts) => {
        expect(parse(href(...parts))).toEqual(parts);
      }),
    );
  });
});

describe("a page", () => {
  test.each([
    [[], "Lobby"],
    [["t", "x", "y"], "Table"],
    [["replay", "x"], "Replay"],
    [["rules"], "Rules"],
    [["new", "ccn", "vimiero"], "NewTable"],
    [["constructor"], "NotFound"],
    [["nonsense"], "NotFound"],
  ])("for %j is %s", (path, page) => {
    expect(pageName(path)).toBe(page);
  });

  test("is built anew for another table, but not for another rule or moment", () => {
    expect(pageKey(["t", "a", "k"])).not.toBe(pageKey(["t", "b", "k"]));
    expect(pageKey(["rules", "ccn", "CCN-1"])).toBe(pageKey(["rules", "ccn", "CCN-2"]));
    expect(pageKey(["replay", "a", "k", "3"])).toBe(pageKey(["replay", "a", "k", "4"]));
  });

  test("is told the parts of its address by name", () => {
    expect(pageProps(["replay", "table", "-", "since"])).toEqual({ table: "table", token: "-", at: "since" });
    expect(pageProps(["t", "table"])).toEqual({ table: "table" });
    expect(pageProps([])).toEqual({});
  });

  test("stands alone if it is a board", () => {
    expect(standsAlone("Table")).toBe(true);
    expect(standsAlone("Lobby")).toBe(false);
  });
});
