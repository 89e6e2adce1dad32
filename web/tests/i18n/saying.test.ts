import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { explain, hasText, loadWords, say, sayOr, setTexts, ui } from "../../src/lib/i18n/words.svelte";
import { ApiError } from "../../src/lib/net/api";
import { settings } from "../../src/lib/settings.svelte";

const asked = vi.fn<(address: string) => Promise<Response>>();

beforeEach(() => {
  vi.stubGlobal("fetch", asked);
  settings.language = "en";
});
afterEach(() => asked.mockReset());

describe("the client's own words", () => {
  test("follow the language at once", () => {
    expect(ui("shell.close")).toBe("Close");
    settings.language = "de";
    expect(ui("shell.close")).toBe("Schließen");
  });

  test("have forms for one and for several", () => {
    expect(ui("lobby.n_battles", { n: 1 })).toBe("1 battle");
    expect(ui("lobby.n_battles", { n: 18 })).toBe("18 battles");
  });

  test("that do not exist stay visible", () => {
    expect(ui("shell.nonsense" as never)).toBe("[shell.nonsense]");
  });
});

describe("the words of the games", () => {
  test("are said in the language of the page", () => {
    setTexts("en", { "x.hill": "hill of {n}" });
    setTexts("de", { "x.hill": "Höhe {n}" });
    expect(say({ id: "x.hill", args: { n: -3 } })).toBe("hill of \u22123");
    settings.language = "de";
    expect(say({ id: "x.hill", args: { n: 3 } })).toBe("Höhe 3");
  });

  test("may be missing without breaking anything", () => {
    expect(say({ id: "x.unknown", args: {} })).toBe("[x.unknown]");
    expect(say(null)).toBe("");
    expect(say(undefined)).toBe("");
    expect(hasText("x.unknown")).toBe(false);
    expect(sayOr("x.unknown", "something else")).toBe("something else");
  });

  test("may be the client's own", () => {
    expect(say({ id: "shell.trouble", args: { status: 502 } })).toBe("The server answered with error 502.");
  });

  test("are fetched once for each game and language", async () => {
    asked.mockImplementation(async (address) => new Response(JSON.stringify({ [`said.${address}`]: "yes" })));
    await Promise.all([loadWords("ccn"), loadWords("ccn")]);
    await loadWords("ccn");
    expect(asked.mock.calls.map(([address]) => address)).toEqual([
      "/api/words/en",
      "/api/games/ccn/words/en",
    ]);
    settings.language = "de";
    await loadWords("ccn");
    expect(asked).toHaveBeenCalledTimes(4);
    expect(say({ id: "said./api/games/ccn/words/de", args: {} })).toBe("yes");
  });

  test("that could not be fetched are fetched again", async () => {
    asked.mockRejectedValueOnce(new TypeError("no network"));
    await expect(loadWords("idg")).rejects.toBeInstanceOf(ApiError);
    asked.mockImplementation(async () => new Response("{}"));
    await loadWords("idg");
    expect(asked).toHaveBeenCalledTimes(2);
  });
});

test("an error is explained by what the server says, anything else is unexpected", () => {
  setTexts("en", { "server.gone": "There is no such table." });
  const gone = new ApiError(404, { code: "gone", text: { id: "server.gone", args: {} } });
  expect(explain(gone)).toBe("There is no such table.");
  expect(explain(new Error("x"))).toBe("This should not have happened.");
});
