import { beforeEach, describe, expect, it } from "vitest";
import type { Choice, LogLine, Prompt, Scene, Target } from "../../src/generated/protocol";
import { Session } from "../../src/lib/net/session.svelte";
import { Desk } from "../../src/lib/table/desk.svelte";
import { Past } from "../../src/lib/table/past.svelte";
import { Playback } from "../../src/lib/table/playback.svelte";
import { prefer } from "../../src/lib/table/preferences.svelte";
import { wishFor } from "../../src/lib/table/rematch";
import { FakeServer, FakeTimers, position, seat, table } from "../net/fakes";

const foe: Target = { kind: "piece", id: "foe" };
const own: Target = { kind: "piece", id: "own" };
const far: Target = { kind: "cell", id: "77" };

const fire: Choice = {
  label: { id: "fire", args: {} },
  target: foe,
  of: own,
  answer: { do: "fire" },
  rolls: true,
};
const march: Choice = {
  label: { id: "go", args: {} },
  target: { kind: "cell", id: "5" },
  of: own,
  answer: { do: "go" },
};
const other: Choice = { ...march, of: { kind: "piece", id: "second" }, answer: { do: "go", second: true } };
const end: Choice = { label: { id: "end", args: {} }, answer: { do: "end_turn" } };

function asked(choices: Choice[], more: Partial<Prompt> = {}): Prompt {
  return {
    seat: "red",
    kind: "fight",
    text: { id: "?", args: {} },
    choices,
    gesture: "",
    standing: false,
    ...more,
  };
}

function scene(prompt: Prompt | null): Scene {
  const pieces = [
    { id: "own", sprite: "s", owner: "red", at: { on: "cells", cells: [1] } },
    { id: "second", sprite: "s", owner: "red", at: { on: "cells", cells: [2] } },
    { id: "foe", sprite: "s", owner: "blue", at: { on: "cells", cells: [3] } },
  ] as const;
  return { pieces, prompt };
}

function setUp(prompt: Prompt | null = asked([fire, march, other, end])) {
  const server = new FakeServer();
  const timers = new FakeTimers();
  const playback = new Playback({ speed: () => "full", calm: () => false, away: () => false }, timers);
  const session = new Session(
    server.dial,
    () => ({ token: "t", session: "" }),
    playback,
    timers,
    () => 0.5,
  );
  const desk = new Desk(session, playback, timers);
  session.open();
  server.welcome(position(3, { scene: scene(prompt), undo: { alone: true, to: 1 } }));
  return { server, timers, playback, session, desk };
}

beforeEach(() => prefer({ confirm: true }));

describe("pointing", () => {
  it("shows what a choice would mean after a moment, and asks only once", async () => {
    const { server, timers, desk } = setUp();
    await desk.pick(own);
    desk.point(foe);
    await timers.pass(119);
    expect(server.all("preview")).toHaveLength(0);
    await timers.pass(1);
    expect(server.last).toMatchObject({ do: "preview", seat: "red", answer: { do: "fire" } });
    server.say({ is: "preview", re: server.last.id ?? 0, preview: { facts: [{ id: "f", args: {} }] } });
    await timers.pass(0);
    expect(desk.shown).toMatchObject({ choice: fire, target: foe, of: own });
    desk.point(null);
    await timers.pass(200);
    expect(desk.shown).toBeNull();
    desk.point(foe);
    await timers.pass(120);
    expect(desk.shown).toMatchObject({ choice: fire });
    expect(server.all("preview")).toHaveLength(1);
  });

  it("shows the first of several things that pointing somewhere may mean", async () => {
    const guns: Choice = { ...fire, label: { id: "guns", args: {} }, answer: { do: "fire", guns: true } };
    const { server, timers, desk } = setUp(asked([fire, guns, end]));
    await desk.pick(own);
    desk.point(foe);
    await timers.pass(120);
    expect(server.last).toMatchObject({ do: "preview", answer: { do: "fire" } });
    server.say({ is: "preview", re: server.last.id ?? 0, preview: { facts: [{ id: "f", args: {} }] } });
    await timers.pass(0);
    expect(desk.shown).toMatchObject({ choice: fire, target: foe });
  });

  it("says why not where the piece in hand cannot, after a longer moment", async () => {
    const { server, timers, desk } = setUp();
    await desk.pick(own);
    desk.point(far);
    await timers.pass(600);
    expect(server.last).toMatchObject({ do: "wish", target: far, of: own });
    const violations = [{ rule: "R-1", message: { id: "no", args: {} }, at: "" }];
    server.say({ is: "preview", re: server.last.id ?? 0, preview: { violations } });
    await timers.pass(0);
    expect(desk.shown?.preview.violations).toHaveLength(1);
    expect(desk.reason).toBeNull();
  });

  it("shows what a piece could do before it is taken in hand", () => {
    const { desk } = setUp();
    expect(desk.marks.map((mark) => mark.look)).toEqual(["choose", "choose"]);
    desk.point(own);
    expect(desk.marks.map((mark) => mark.look)).toEqual(["target", "reach", "choose"]);
  });

  it("does not show what comes too late", async () => {
    const { server, timers, desk } = setUp();
    await desk.pick(own);
    desk.point(foe);
    await timers.pass(120);
    desk.point(null);
    server.say({ is: "preview", re: server.last.id ?? 0, preview: { facts: [{ id: "f", args: {} }] } });
    await timers.pass(0);
    expect(desk.shown).toBeNull();
  });
});

describe("knowing", () => {
  it("finds out where others could hit, once for every position", async () => {
    const { server, timers, desk } = setUp();
    const seeking = desk.seekThreat();
    desk.layers.turn("threat");
    await timers.pass(0);
    expect(server.all("about")).toHaveLength(1);
    expect(server.last).toMatchObject({ do: "about", target: foe, seat: "red" });
    const about = { title: { id: "foe", args: {} }, range: [far] };
    server.say({ is: "about", re: server.last.id ?? 0, about });
    await seeking;
    expect(desk.marks.filter((mark) => mark.look === "threat")).toEqual([{ target: far, look: "threat" }]);
    await desk.seekThreat();
    expect(server.all("about")).toHaveLength(1);
  });

  it("tells of what is pointed at while a layer shows it, and peeks at nothing else", async () => {
    const { server, timers, desk } = setUp();
    desk.layers.press("range", 0);
    desk.point(own);
    expect(desk.marks.map((mark) => mark.look)).toEqual(["choose", "choose"]);
    await timers.pass(120);
    expect(server.all("about")).toHaveLength(1);
    const about = { title: { id: "own", args: {} }, range: [far] };
    server.say({ is: "about", re: server.last.id ?? 0, about });
    await timers.pass(0);
    expect(desk.marks.at(-1)).toEqual({ target: far, look: "range" });
    desk.layers.release("range");
    expect(desk.marks.some((mark) => mark.look === "range")).toBe(false);
  });

  it("says that nothing can be done where a wish means nothing", async () => {
    const { server, timers, desk } = setUp();
    await desk.pick(own);
    const wish = desk.pick(far);
    await timers.pass(0);
    const asked = server.all("wish").at(-1);
    server.say({ is: "preview", re: asked?.id ?? 0 });
    await wish;
    expect(desk.reason).toMatchObject({ target: far, text: { id: "table.wish_nothing" } });
  });
});

describe("choosing", () => {
  it("arms what rolls dice with its preview and does it when confirmed", async () => {
    const { server, timers, desk } = setUp();
    await desk.pick(own);
    await desk.pick(foe);
    expect(desk.picks.armed).toEqual(fire);
    await timers.pass(0);
    expect(server.last.do).toBe("preview");
    server.say({ is: "preview", re: server.last.id ?? 0, preview: { facts: [{ id: "f", args: {} }] } });
    await timers.pass(0);
    desk.point(far);
    await timers.pass(1000);
    expect(desk.shown?.choice).toEqual(fire);
    const deed = desk.confirm();
    expect(server.last).toMatchObject({ do: "answer", answer: { do: "fire" }, seq: 3 });
    expect(desk.prompt).toBeNull();
    server.say({ is: "accepted", re: server.last.id ?? 0, seq: 4 });
    await deed;
    expect(desk.picks.armed).toBeNull();
  });

  it("does at once what rolls dice for those who want that", async () => {
    prefer({ confirm: false });
    const { server, desk } = setUp();
    await desk.pick(own);
    void desk.pick(foe);
    expect(server.last).toMatchObject({ do: "answer", answer: { do: "fire" } });
  });

  it("does not wonder about the piece in hand while the pointer rests on it", async () => {
    const { server, timers, desk } = setUp();
    desk.point(own);
    await desk.pick(own);
    desk.point(null);
    desk.point(own);
    await timers.pass(5000);
    expect(server.all("wish")).toHaveLength(0);
    desk.point(far);
    await timers.pass(5000);
    expect(server.all("wish").at(-1)).toMatchObject({ target: far, of: own });
  });

  it("says why something that was clicked cannot be, for a while", async () => {
    const { server, timers, desk } = setUp();
    await desk.pick(own);
    const clicked = desk.pick(far);
    const wish = server.all("wish")[0];
    expect(wish).toMatchObject({ target: far, of: own });
    server.say({
      is: "preview",
      re: wish?.id ?? 0,
      preview: { violations: [{ rule: "R-1", message: { id: "no", args: {} }, at: "" }] },
    });
    await clicked;
    expect(desk.reason).toMatchObject({ target: far, violations: [{ rule: "R-1" }] });
    expect(desk.marks).toContainEqual({ target: far, look: "cannot" });
    await timers.pass(8000);
    expect(desk.reason).toBeNull();
  });

  it("tells of a refused answer and lets one choose again", async () => {
    const { server, desk } = setUp();
    const deed = desk.choose(end);
    server.say({ is: "refused", re: server.last.id ?? 0, code: "illegal", text: { id: "no", args: {} } });
    await deed;
    expect(desk.reason?.text?.id).toBe("no");
    expect(desk.prompt).not.toBeNull();
  });

  it("goes back step by step", async () => {
    const { desk } = setUp();
    await desk.pick(own);
    await desk.pick(foe);
    expect(desk.back()).toBe(true);
    expect([desk.picks.armed, desk.picks.of]).toEqual([null, own]);
    expect(desk.back()).toBe(true);
    expect(desk.picks.of).toBeNull();
    expect(desk.back()).toBe(false);
  });

  it("forgets what was in hand when the question changes", async () => {
    const { server, desk } = setUp();
    await desk.pick(own);
    const prompt = asked([march, other], { kind: "other" });
    server.say({ is: "update", seq: 4, base: 3, table: table(), patch: { prompt }, seat: "red" });
    expect(desk.picks.of).toBeNull();
  });

  it("waits until everything has been shown", async () => {
    const { server, timers, desk } = setUp();
    const dice = { die: "d6", faces: [1], hits: [true], rule: "R-1" };
    const line: LogLine = { n: 3, event: "e", text: { id: "l", args: {} }, dice };
    server.say({ is: "update", seq: 4, base: 3, table: table(), patch: {}, seat: "red", lines: [line] });
    expect([desk.prompt, desk.question?.kind]).toEqual([null, "fight"]);
    await timers.pass(5000);
    expect(desk.prompt?.kind).toBe("fight");
  });

  it("holds choices while the line is broken", () => {
    const { server, desk } = setUp();
    server.line.closed();
    expect(desk.question).not.toBeNull();
    expect(desk.prompt).toBeNull();
    expect(desk.marks).toEqual([]);
  });

  it("answers nothing for a seat that is not one's own", () => {
    const { desk } = setUp(asked([march], { seat: "blue" }));
    expect(desk.prompt).toBeNull();
  });
});

describe("what may be done at any time", () => {
  it("is begun, answered by its kind, or left again", async () => {
    const { server, desk } = setUp();
    const standing = asked([march, end], { kind: "crow", standing: true });
    void desk.begin(standing);
    expect([desk.question?.kind, desk.isStanding]).toEqual(["crow", true]);
    expect(desk.back()).toBe(true);
    expect(desk.question?.kind).toBe("fight");
    void desk.begin(asked([end], { kind: "crow", standing: true }));
    expect(server.last).toMatchObject({ do: "answer", kind: "crow", answer: { do: "end_turn" } });
  });
});

describe("taking back", () => {
  it("is asked for, or proposed where others have to agree, or explained", async () => {
    const { server, desk } = setUp();
    void desk.undo();
    expect(server.last).toMatchObject({ do: "undo", seat: "red", seq: 3 });
    const second = setUp();
    second.server.say({
      is: "update",
      seq: 4,
      base: 3,
      table: table(),
      patch: {},
      seat: "red",
      undo: { alone: false, consent: true, to: 2 },
    });
    void second.desk.undo();
    expect(second.server.last).toMatchObject({ do: "propose", what: "undo", to: 2 });
    const third = setUp();
    third.server.say({
      is: "update",
      seq: 4,
      base: 3,
      table: table(),
      patch: {},
      seat: "red",
      undo: { alone: false, why: { id: "dice", args: {} } },
    });
    await third.desk.undo();
    expect(third.desk.reason?.text?.id).toBe("dice");
    expect(third.server.all("undo")).toHaveLength(0);
  });
});

describe("answers in the making", () => {
  it("collect several things and give them together", async () => {
    const pick = (id: string): Choice => ({
      label: { id, args: {} },
      target: { kind: "piece", id },
      answer: { do: "lose", units: [id] },
    });
    const { server, desk } = setUp(asked([pick("own"), pick("second")], { gesture: "multi-select" }));
    void desk.pick(own);
    void desk.pick({ kind: "cell", id: "2" });
    expect(desk.gesture?.answer).toEqual({ do: "lose", units: ["own", "second"] });
    expect(desk.marks.map((mark) => mark.look)).toEqual(["command", "command"]);
    desk.back();
    void desk.give(desk.gesture?.answer ?? {});
    expect(server.last).toMatchObject({ do: "answer", answer: { units: ["own"] } });
  });
});

describe("a hint", () => {
  it("marks what the computer would do", async () => {
    const { server, desk } = setUp();
    const asking = desk.hint();
    expect(desk.hinting).toBe(true);
    server.say({ is: "hint", re: server.last.id ?? 0, answer: { do: "fire" }, label: fire.label });
    await asking;
    expect(desk.hintedChoice).toEqual(fire);
    expect(desk.marks.filter((mark) => mark.look === "hint").map((mark) => mark.target)).toEqual([own, foe]);
  });
});

describe("looking at earlier moments", () => {
  const lines = [1, 2, 2, 5].map((n): LogLine => ({ n, event: "e", text: { id: `l${n}`, args: {} } }));

  it("steps through what was told and comes back to now after the last", async () => {
    const timers = new FakeTimers();
    const fetched: number[] = [];
    const past = new Past(
      async (n) => {
        fetched.push(n);
        return { phase: n };
      },
      () => lines,
      timers,
    );
    past.look(1);
    await timers.pass(0);
    expect([past.n, past.scene?.phase, past.first, past.last]).toEqual([1, 1, true, false]);
    past.step(1);
    await timers.pass(0);
    expect(past.scene?.phase).toBe(2);
    past.step(1);
    past.step(1);
    expect(past.n).toBeNull();
    expect(new Set(fetched)).toEqual(new Set([1, 2, 5]));
    expect(fetched).toHaveLength(3);
  });

  it("goes through what is new by itself", async () => {
    const timers = new FakeTimers();
    const past = new Past(
      async (n) => ({ phase: n }),
      () => lines,
      timers,
    );
    past.recount([2, 5]);
    await timers.pass(0);
    expect([past.n, past.playing, past.news]).toEqual([2, true, true]);
    await timers.pass(1100);
    expect(past.n).toBe(5);
    await timers.pass(1100);
    expect([past.n, past.playing]).toEqual([null, false]);
  });

  it("says when a moment cannot be had", async () => {
    const timers = new FakeTimers();
    const past = new Past(
      () => Promise.reject(new Error("no")),
      () => lines,
      timers,
    );
    past.look(1);
    await timers.pass(0);
    expect(past.failed).toBeInstanceOf(Error);
  });
});

describe("once more", () => {
  it("passes everybody on to the next seat", () => {
    const seats = [
      seat("red", { mine: true, name: "A" }),
      seat("blue", { occupant: "computer", level: "hard" }),
      seat("gold", { name: "C" }),
    ];
    const wish = wishFor(table({ seats, options: { fog: true, list: [1] }, listed: true }));
    expect(wish.seats).toEqual({
      red: { occupant: "computer", level: "hard" },
      blue: { occupant: "friend" },
      gold: { occupant: "me" },
    });
    expect(wish.options).toEqual({ fog: true });
    expect(wish.listed).toBe(true);
  });
});

describe("carrying units over a table", () => {
  const at = (x: number, y: number) => ({ on: "point", x, y }) as const;
  const base = { sprite: "idg.warrior.spear", owner: "red", facing: 0, size: [600, 300] as const };
  const of: Target = { kind: "piece", id: "u1" };
  const ahead: Choice = {
    label: { id: "ahead", args: {} },
    of,
    target: { kind: "point", id: "2000,1000,0" },
    answer: { do: "go", to: 1 },
  };
  const late: Choice = {
    label: { id: "late", args: {} },
    of: { kind: "piece", id: "v1" },
    answer: { do: "late" },
  };
  const stay: Choice = { label: { id: "stay", args: {} }, answer: { do: "stay" } };

  function onTable(choices: Choice[]) {
    const made = setUp(asked(choices, { gesture: "drag-pose", kind: "choose_move" }));
    const table: Scene = {
      boards: [{ board: "table", id: "t", width: 18_288, height: 12_192, unit: 254 }],
      pieces: [
        { id: "u1", group: "u", at: at(2000, 3000), ...base },
        { id: "u2", group: "u", at: at(2600, 3000), ...base },
        { id: "v1", group: "v", at: at(9000, 3000), ...base },
        { id: "f1", group: "f", at: at(2000, 500), ...base, owner: "blue" },
      ],
      prompt: asked(choices, { gesture: "drag-pose", kind: "choose_move" }),
    };
    made.server.welcome(position(4, { scene: table }));
    made.desk.carrying.renew(made.desk.key);
    return made;
  }

  it("marks whom to take and where it can go with one click", async () => {
    const { desk } = onTable([ahead, late, stay]);
    expect(desk.carries).toBe(true);
    expect(desk.marks.map(({ target, look }) => [target.id, look])).toEqual([
      ["u1", "choose"],
      ["v1", "choose"],
    ]);
    await desk.pick({ kind: "piece", id: "u2" });
    expect(desk.carrying.unit).toHaveLength(2);
    expect(desk.places).toEqual([ahead]);
    expect(desk.marks.map(({ target }) => target.id)).toEqual(["v1", "2000,1000,0"]);
  });

  it("offers what can be done with a unit once it is in hand", async () => {
    const { desk } = onTable([ahead, late, stay]);
    expect(desk.buttons.map(({ choice }) => choice.label.id)).toEqual(["stay"]);
    await desk.pick({ kind: "piece", id: "v1" });
    expect(desk.buttons.map(({ choice }) => choice.label.id).sort()).toEqual(["late", "stay"]);
  });

  it("goes to a place that is clicked", async () => {
    const { desk, server, timers } = onTable([ahead, stay]);
    void desk.pick({ kind: "point", id: "2000,1000,0" });
    await timers.pass(0);
    expect(server.last).toMatchObject({ do: "answer", answer: { do: "go", to: 1 } });
  });

  it("offers what pointing at an enemy means, to be confirmed", async () => {
    const { desk, server, timers } = onTable([ahead, stay]);
    const picked = desk.pick({ kind: "piece", id: "f1" });
    await timers.pass(0);
    const ghosts = [
      { piece: "u1", x: 2000, y: 800, facing: 0 },
      { piece: "u2", x: 2600, y: 800, facing: 0 },
    ];
    const wish = server.all("wish").at(-1);
    expect(wish).toMatchObject({ target: { id: "f1" }, of });
    server.say({ is: "preview", re: wish?.id ?? 0, preview: { ghosts }, answer: { do: "charge" } });
    await timers.pass(0);
    await picked;
    expect(desk.carrying.stage).toBe("offered");
    void desk.carrying.confirm();
    await timers.pass(0);
    expect(server.last).toMatchObject({ do: "answer", answer: { do: "charge" } });
  });

  it("puts the tape away first when one goes back", () => {
    const { desk } = onTable([ahead, stay]);
    desk.tape.toggle();
    expect(desk.back()).toBe(true);
    expect(desk.tape.on).toBe(false);
    expect(desk.carrying.stage).toBe("held");
  });
});
