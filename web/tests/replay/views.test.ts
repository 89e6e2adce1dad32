import { describe, expect, it } from "vitest";
import { firstView, sharedKey, viewsOf } from "../../src/lib/replay/views";
import { seat, table } from "../net/fakes";

const red = seat("red", { mine: true });
const blue = seat("blue");

describe("the eyes a game is seen with", () => {
  it("are one's own at first, or a spectator's", () => {
    const running = table({ state: "live", seats: [blue, red] });
    expect(firstView(running)).toBe("red");
    expect(viewsOf(running)).toEqual(["red", ""]);
    expect(firstView(table({ state: "live", seats: [blue] }))).toBe("");
  });

  it("are nobody's where two share a screen, until nothing is secret", () => {
    const seats = [seat("blue", { mine: true }), red];
    expect(firstView(table({ state: "live", seats }))).toBe("");
    expect(firstView(table({ state: "finished", seats }))).toBe("blue");
  });

  it("are anybody's after the end", () => {
    expect(viewsOf(table({ state: "finished", seats: [blue, red] }))).toEqual(["blue", "red", ""]);
  });
});

describe("a link for others", () => {
  it("never holds the key to a seat", () => {
    const seats = [blue, red];
    expect(sharedKey(table({ seats, listed: true }), "secret", "watch")).toBe("-");
    expect(sharedKey(table({ seats, listed: false }), "secret", "watch")).toBe("watch");
    expect(sharedKey(table({ seats, listed: false }), "secret", undefined)).toBeNull();
    expect(sharedKey(table({ seats: [blue], listed: false }), "watching", undefined)).toBe("watching");
  });
});
