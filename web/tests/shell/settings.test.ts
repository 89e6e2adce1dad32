import { describe, expect, test } from "vitest";
import { checked, type Settings } from "../../src/lib/settings.svelte";

const usual: Settings = {
  language: "en",
  theme: "system",
  speed: "full",
  initials: false,
  strongLines: false,
  cellNumbers: false,
  sound: false,
  name: "",
};

describe("kept settings", () => {
  test("are taken over one by one", () => {
    expect(checked({ language: "de", initials: true }, usual)).toEqual({
      ...usual,
      language: "de",
      initials: true,
    });
  });

  test("of a strange kind or value are as usual", () => {
    expect(checked({ language: "fr", theme: 3, initials: "yes", unknown: 1 }, usual)).toEqual(usual);
  });

  test.each([undefined, null, 7, "x"])("that are %j are as usual", (found) => {
    expect(checked(found, usual)).toEqual(usual);
  });
});
