import { describe, expect, it } from "vitest";
import type { LogLine, Position } from "../../src/generated/protocol";
import { type Audience, Session, type Step } from "../../src/lib/net/session.svelte";
import { Latest } from "../../src/lib/net/session_latest";
import {
  actingSeat,
  chatted,
  freshLines,
  isUndone,
  logAfter,
  updated,
} from "../../src/lib/net/session_position";
import { FakeServer, FakeTimers, position, settled, table } from "./fakes";

function line(n: number, event = "e"): LogLine {
  return { n, event, text: { id: `line${n}`, args: {} } };
}

class Listener implements Audience {
  steps: Step[] = [];
  jumps: Position[] = [];
  renewals: Position[] = [];
  stepped(step: Step): void {
    this.steps.push(step);
  }
  jumped(to: Position): void {
    this.jumps.push(to);
  }
  renewed(to: Position): void {
    this.renewals.push(to);
  }
}

function setUp(first = position(3)) {
  const server = new FakeServer();
  const timers = new FakeTimers();
  const audience = new Listener();
  const session = new Session(
    server.dial,
    () => ({ token: "t", session: "" }),
    audience,
    timers,
    () => 0.5,
  );
  session.open();
  server.welcome(first);
  return { server, timers, audience, session };
}

describe("a position", () => {
  it("takes over a patch made for it", () => {
    const after = updated(position(3), {
      is: "update",
      seq: 4,
      base: 3,
      table: table(),
      patch: { phase: 9 },
    });
    expect(after?.seq).toBe(4);
    expect(after?.scene?.phase).toBe(9);
    expect(after?.mine).toEqual(["red"]);
  });

  it("does not take over a patch made for another one", () => {
    expect(updated(position(3), { is: "update", seq: 5, base: 4, table: table(), patch: {} })).toBeNull();
  });

  it("takes over a whole scene whatever was before", () => {
    const scene = { phase: 2 };
    const after = updated(position(3), {
      is: "update",
      seq: 9,
      base: 8,
      table: table(),
      scene,
      hand_over: "blue",
    });
    expect(after?.scene).toEqual(scene);
    expect(after?.seat).toBeNull();
    expect(after?.hand_over).toBe("blue");
  });

  it("keeps the scene where only the report grew", () => {
    const after = updated(position(3), { is: "update", seq: 4, base: 3, table: table(), lines: [line(3)] });
    expect(after?.scene).toEqual({ phase: 3 });
    expect(after?.log).toHaveLength(1);
  });

  it("loses the lines of what was taken back", () => {
    const log = [line(1), line(2), line(3)];
    expect(logAfter(log, { cut: 1, lines: [] }).map((one) => one.n)).toEqual([1]);
    expect(logAfter(log, { cut: 0, lines: [line(1)] }).map((one) => one.n)).toEqual([1]);
    expect(logAfter(log, { lines: [line(4)] }).map((one) => one.n)).toEqual([1, 2, 3, 4]);
  });

  it("keeps nothing of the report when somebody else looks at the screen", () => {
    const secret = position(3, { log: [line(0, "secret"), line(1), line(2)] });
    const update = {
      is: "update",
      seq: 4,
      base: 3,
      table: table(),
      scene: {},
      seat: null,
      cut: 0,
      lines: [line(1), line(2), line(3)],
    } as const;
    expect(updated(secret, update)?.log?.map((one) => one.n)).toEqual([1, 2, 3]);
    expect(freshLines(secret, update).map((one) => one.n)).toEqual([3]);
    expect([isUndone(secret, update), isUndone(secret, { ...update, seq: 2 })]).toEqual([false, true]);
  });

  it("replaces a line of the chat that was removed", () => {
    const said = chatted(position(3), { id: 1, who: "A", text: "x", at: 0 });
    const gone = chatted(said, { id: 1, who: "A", text: "", at: 0, removed: true });
    expect(gone.chat).toEqual([{ id: 1, who: "A", text: "", at: 0, removed: true }]);
  });

  it("lets only one's own seats act", () => {
    const prompt = {
      seat: "red",
      kind: "k",
      text: { id: "x", args: {} },
      choices: [],
      gesture: "",
      standing: false,
    } as const;
    expect(actingSeat(position(3, { scene: { prompt } }))).toBe("red");
    expect(actingSeat(position(3, { scene: { prompt }, mine: [] }))).toBeNull();
    expect(actingSeat(position(3))).toBeNull();
  });
});

describe("a session", () => {
  it("tells its audience of each step with what was before and after", () => {
    const { server, audience, session } = setUp();
    server.say({ is: "update", seq: 4, base: 3, table: table(), patch: { phase: 4 }, lines: [line(3)] });
    expect(audience.jumps).toHaveLength(1);
    expect(audience.steps).toHaveLength(1);
    expect(audience.steps[0]).toMatchObject({
      before: { seq: 3 },
      after: { seq: 4 },
      own: false,
      undone: false,
    });
    expect(session.position?.scene?.phase).toBe(4);
  });

  it("knows which steps follow from one's own answer", async () => {
    const { server, audience, session } = setUp();
    const outcome = session.answer("red", { do: "go" });
    expect(server.last).toMatchObject({ do: "answer", seq: 3, answer: { do: "go" } });
    expect(session.busy).toBe(true);
    server.say({ is: "update", seq: 4, base: 3, table: table(), patch: {} });
    server.say({ is: "accepted", re: server.last.id ?? 0, seq: 4 });
    await expect(outcome).resolves.toEqual({ is: "done" });
    expect(session.busy).toBe(false);
    server.say({ is: "update", seq: 5, base: 4, table: table(), patch: {} });
    expect(audience.steps.map((step) => step.own)).toEqual([true, false]);
  });

  it("asks for everything anew, once, if an update does not fit, and acts nothing out then", async () => {
    const { server, audience, session } = setUp();
    server.say({ is: "update", seq: 6, base: 5, table: table(), patch: {} });
    server.say({ is: "update", seq: 7, base: 6, table: table(), patch: {} });
    expect(server.all("hello")).toHaveLength(2);
    server.say({ is: "welcome", re: server.last.id ?? 0, position: position(7) });
    expect(session.position?.seq).toBe(7);
    expect(audience.steps).toHaveLength(0);
    expect(audience.jumps.map((one) => one.seq)).toEqual([3, 7]);
  });

  it("says why an answer was refused", async () => {
    const { server, session } = setUp();
    const outcome = session.answer("red", {});
    server.say({ is: "refused", re: server.last.id ?? 0, code: "illegal", text: { id: "no", args: {} } });
    await expect(outcome).resolves.toMatchObject({ is: "refused", refused: { code: "illegal" } });
  });

  it("drops answers to questions that a newer one has overtaken", async () => {
    const { server, session } = setUp();
    const first = session.preview("red", { a: 1 });
    const firstId = server.last.id ?? 0;
    const second = session.preview("red", { a: 2 });
    const secondId = server.last.id ?? 0;
    server.say({ is: "preview", re: secondId, preview: { facts: [] } });
    server.say({ is: "preview", re: firstId, preview: {} });
    await expect(first).resolves.toBeUndefined();
    await expect(second).resolves.toMatchObject({ preview: { facts: [] } });
  });

  it("keeps questions of different kinds apart", async () => {
    const { server, session } = setUp();
    const preview = session.preview("red", { a: 1 });
    const asked = server.last.id ?? 0;
    void session.about({ kind: "cell", id: "1" }, "red");
    server.say({ is: "preview", re: asked, preview: {} });
    await expect(preview).resolves.toMatchObject({ is: "preview" });
  });

  it("takes over who came and what was said", () => {
    const { server, audience, session } = setUp();
    server.say({ is: "table", table: table({ watchers: 4 }) });
    server.say({ is: "chat", line: { id: 1, who: "B", text: "hello", at: 5 } });
    expect(session.position?.table.watchers).toBe(4);
    expect(session.position?.chat).toHaveLength(1);
    expect(audience.renewals).toHaveLength(2);
  });

  it("shows a thinking computer by its own clock until something happens", () => {
    const { server, timers, session } = setUp();
    server.say({ is: "thinking", seat: "blue", since_ms: 500, most_ms: 3000 });
    expect(session.thinking).toEqual({ seat: "blue", since: timers.now() - 500, most: 3000 });
    server.say({ is: "update", seq: 4, base: 3, table: table(), patch: {} });
    expect(session.thinking).toBeNull();
  });

  it("loses nothing over a broken line: the answer goes again and its outcome is told", async () => {
    const { server, session } = setUp();
    const outcome = session.answer("red", { do: "go" });
    server.line.closed();
    expect(session.line.is).toBe("lost");
    session.retry();
    server.welcome(position(3));
    expect(server.all("answer")).toHaveLength(2);
    server.say({ is: "accepted", re: server.last.id ?? 0, seq: 4 });
    await expect(outcome).resolves.toEqual({ is: "done" });
  });
});

describe("of several questions", () => {
  it("only the last gets its answer, and none after dropping", async () => {
    const latest = new Latest();
    const open: ((value: number) => void)[] = [];
    const ask = () => latest.ask(() => new Promise<number>((done) => open.push(done)));
    const first = ask();
    const second = ask();
    open[0]?.(1);
    open[1]?.(2);
    expect([await first, await second]).toEqual([undefined, 2]);
    const third = ask();
    latest.drop();
    open[2]?.(3);
    await settled();
    expect(await third).toBeUndefined();
  });
});
