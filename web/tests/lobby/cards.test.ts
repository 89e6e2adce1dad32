import { describe, expect, test } from "vitest";
import type { SeatInfo, TableCard, TableInfo } from "../../src/generated/protocol";
import { merged, myMove, openSeats, others, outcome, waitsFor } from "../../src/lib/lobby/cards";

function seat(name: string, more: Partial<SeatInfo> = {}): SeatInfo {
  return { seat: name, side: { seat: name, name: { id: name, args: {} } }, occupant: "human", ...more };
}

function card(id: string, more: Partial<TableInfo> = {}, token = ""): TableCard {
  const table: TableInfo = {
    id,
    game: "ccn",
    scenario: "rolica_1",
    title: "",
    scenario_title: { id: "x", args: {} },
    state: "live",
    seats: [seat("french", { mine: true, acts: true }), seat("allied")],
    created: 0,
    changed: 0,
    ...more,
  };
  return { table, seq: 1, token };
}

describe("a table", () => {
  test("waits for me if one of my seats has to act in a running game", () => {
    expect(myMove(card("a"))).toBe(true);
    expect(
      myMove(card("a", { seats: [seat("french", { mine: true }), seat("allied", { acts: true })] })),
    ).toBe(false);
    expect(myMove(card("a", { state: "finished" }))).toBe(false);
  });

  test("tells whom it waits for and who else sits there", () => {
    const one = card("a", { seats: [seat("french", { mine: true }), seat("allied", { acts: true })] });
    expect(waitsFor(one).map((each) => each.seat)).toEqual(["allied"]);
    expect(others(one).map((each) => each.seat)).toEqual(["allied"]);
  });

  test("has free seats only where nobody sits", () => {
    const one = card("a", {
      state: "waiting",
      seats: [seat("french"), seat("allied", { occupant: "open" })],
    });
    expect(openSeats(one).map((each) => each.seat)).toEqual(["allied"]);
  });
});

describe("the end of a game", () => {
  const end = (winners: string[]) => ({ how: "played" as const, winners, reason: { id: "x", args: {} } });

  test.each([
    [["french"], "won"],
    [["allied"], "lost"],
    [[], "drawn"],
  ])("with the winners %j is %s for the French", (winners, result) => {
    expect(outcome(card("a", { state: "finished", end: end(winners) }))).toBe(result);
  });

  test("is nobody's victory for a spectator or for somebody who played both sides", () => {
    const both = [seat("french", { mine: true }), seat("allied", { mine: true })];
    expect(outcome(card("a", { end: end(["french"]), seats: both }))).toBe("over");
    expect(outcome(card("a", { end: end(["french"]), seats: [seat("french"), seat("allied")] }))).toBe(
      "over",
    );
  });

  test("has not come while the game goes on", () => {
    expect(outcome(card("a"))).toBeNull();
  });
});

describe("lists that are joined", () => {
  test("hold each table once, with its key", () => {
    const cards = merged([card("a")], [card("a", {}, "key"), card("b")]);
    expect(cards.map((one) => [one.table.id, one.token])).toEqual([
      ["a", "key"],
      ["b", ""],
    ]);
  });

  test("begin with what I have to do, then what goes on, then what is over; the newest first", () => {
    const theirs = [seat("french", { mine: true }), seat("allied", { acts: true })];
    const cards = merged([
      card("over", { state: "finished", changed: 99 }),
      card("soon", { state: "waiting", changed: 98 }),
      card("theirs", { seats: theirs, changed: 97 }),
      card("old", { changed: 1 }),
      card("new", { changed: 2 }),
    ]);
    expect(cards.map((one) => one.table.id)).toEqual(["new", "old", "theirs", "soon", "over"]);
  });
});
