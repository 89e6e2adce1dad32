import { describe, expect, it } from "vitest";
import type { AnyWord, Position } from "../../src/generated/protocol";
import { DEAF_MS, LiveLine, liveAddress, pauseBefore, QUIET_MS } from "../../src/lib/net/socket";
import { fateOf } from "../../src/lib/net/socket_fate";
import { FakeServer, FakeTimers, position, settled } from "./fakes";

function setUp() {
  const server = new FakeServer();
  const timers = new FakeTimers();
  const words: AnyWord[] = [];
  let now: Position | null = null;
  const user = {
    hello: () => ({ token: "secret" }),
    welcomed: (welcome: Position) => {
      now = welcome;
    },
    heard: (word: AnyWord) => void words.push(word),
    changed: () => undefined,
    position: () => now,
  };
  const line = new LiveLine(server.dial, user, timers, () => 0.5);
  line.open();
  return { server, timers, words, line };
}

const ANSWER = { do: "answer", seat: "red", seq: 7, answer: { do: "go" } } as const;

describe("the line to a table", () => {
  it("says hello first and is open after the welcome", () => {
    const { server, line } = setUp();
    expect(line.state.is).toBe("connecting");
    server.line.opened();
    expect(server.last).toMatchObject({ do: "hello", token: "secret" });
    expect(line.state.is).toBe("connecting");
    server.say({ is: "welcome", re: 1, position: position(7) });
    expect(line.state.is).toBe("open");
  });

  it("gives each command a number and settles it with the reply to that number", async () => {
    const { server, line } = setUp();
    server.welcome(position(7));
    const first = line.send({ do: "preview", seat: "red", answer: {} });
    const second = line.send(ANSWER);
    const [, one, other] = server.heard;
    expect(one?.id).not.toBe(other?.id);
    server.say({ is: "accepted", re: other?.id ?? 0, seq: 8 });
    server.say({ is: "preview", re: one?.id ?? 0 });
    await expect(second).resolves.toMatchObject({ is: "accepted", seq: 8 });
    await expect(first).resolves.toMatchObject({ is: "preview" });
  });

  it("tries again after pauses that grow up to half a minute", async () => {
    const { server, timers, line } = setUp();
    const pauses: number[] = [];
    for (let turn = 0; turn < 8; turn++) {
      server.line.closed();
      if (line.state.is !== "lost") throw new Error(line.state.is);
      const pause = line.state.next - timers.now();
      pauses.push(pause);
      await timers.pass(pause - 1);
      expect(server.dials).toHaveLength(turn + 1);
      await timers.pass(1);
      expect(server.dials).toHaveLength(turn + 2);
    }
    expect(pauses).toEqual([400, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000]);
  });

  it("spreads the pauses by chance, by at most three tenths", () => {
    expect(pauseBefore(2, () => 0)).toBe(1400);
    expect(pauseBefore(2, () => 0.999999)).toBe(2600);
  });

  it("tries at once when asked to", () => {
    const { server, line } = setUp();
    server.line.closed();
    line.retry();
    expect(server.dials).toHaveLength(2);
    expect(line.state.is).toBe("lost");
    server.welcome(position(7));
    expect(line.state.is).toBe("open");
  });

  it("begins with short pauses again after it was open", () => {
    const { server, timers, line } = setUp();
    server.line.closed();
    line.retry();
    server.welcome(position(7));
    server.line.closed();
    expect(line.state).toEqual({ is: "lost", next: timers.now() + 400, tries: 1 });
  });

  it("asks for a sign of life after a silence, and gives the line up if none comes", async () => {
    const { server, timers, line } = setUp();
    server.welcome(position(7));
    await timers.pass(QUIET_MS);
    expect(server.last.do).toBe("ping");
    server.say({ is: "pong", re: server.last.id ?? 0 });
    await timers.pass(QUIET_MS);
    expect(server.all("ping")).toHaveLength(2);
    expect(line.state.is).toBe("open");
    await timers.pass(DEAF_MS);
    expect(line.state.is).toBe("lost");
    expect(server.closed).toBe(1);
  });

  it("does not wait for ever for a connection that never comes up", async () => {
    const { server, timers, line } = setUp();
    await timers.pass(DEAF_MS);
    expect(line.state.is).toBe("lost");
    await timers.pass(400);
    expect(server.dials).toHaveLength(2);
  });

  it("sends an answer again, once, if the position shows that it never arrived", async () => {
    const { server, line } = setUp();
    server.welcome(position(7));
    const reply = line.send(ANSWER);
    server.line.closed();
    line.retry();
    server.welcome(position(7));
    expect(server.all("answer")).toHaveLength(2);
    expect(server.all("answer")[0]).toEqual(server.all("answer")[1]);
    server.line.closed();
    line.retry();
    server.welcome(position(7));
    expect(server.all("answer")).toHaveLength(2);
    await expect(reply).resolves.toBeNull();
  });

  it("takes an answer whose entry is there for accepted and does not repeat it", async () => {
    const { server, line } = setUp();
    server.welcome(position(7));
    const reply = line.send(ANSWER);
    expect(line.busy).toBe(true);
    server.line.closed();
    line.retry();
    server.welcome(position(9, { last_own: 7 }));
    expect(server.all("answer")).toHaveLength(1);
    await expect(reply).resolves.toMatchObject({ is: "accepted", seq: 9 });
    expect(line.busy).toBe(false);
  });

  it("leaves an answer under way alone if everything is told anew on the same connection", async () => {
    const { server, line } = setUp();
    server.welcome(position(7));
    const reply = line.send(ANSWER);
    server.say({ is: "welcome", position: position(7) });
    expect(server.all("answer")).toHaveLength(1);
    server.say({ is: "accepted", re: server.all("answer")[0]?.id ?? 0, seq: 8 });
    await expect(reply).resolves.toMatchObject({ is: "accepted" });
  });

  it("drops an answer if somebody else's entry took its place", async () => {
    const { server, line } = setUp();
    server.welcome(position(7));
    const reply = line.send(ANSWER);
    server.line.closed();
    line.retry();
    server.welcome(position(8, { last_own: 4 }));
    expect(server.all("answer")).toHaveLength(1);
    await expect(reply).resolves.toBeNull();
  });

  it("drops questions with the line, as newer ones will follow", async () => {
    const { server, line } = setUp();
    server.welcome(position(7));
    const reply = line.send({ do: "preview", seat: "red", answer: {} });
    server.line.closed();
    await expect(reply).resolves.toBeNull();
    await expect(line.send({ do: "preview", seat: "red", answer: {} })).resolves.toBeNull();
  });

  it("gives up where the table is not to be had", async () => {
    const { server, timers, line } = setUp();
    server.line.opened();
    server.say({ is: "refused", re: server.last.id ?? 0, code: "gone", text: { id: "no", args: {} } });
    expect(line.state.is).toBe("refused");
    await timers.pass(120_000);
    expect(server.dials).toHaveLength(1);
    await expect(line.send(ANSWER)).resolves.toBeNull();
  });

  it("hears nothing more of a connection that was given up", async () => {
    const { server, line, words } = setUp();
    const old = server.line;
    old.closed();
    line.retry();
    server.welcome(position(7));
    old.heard(JSON.stringify({ is: "pong" }));
    old.closed();
    await settled();
    expect(words).toHaveLength(0);
    expect(line.state.is).toBe("open");
  });

  it("stays closed once it is closed", async () => {
    const { server, timers, line } = setUp();
    server.welcome(position(7));
    const reply = line.send(ANSWER);
    line.close();
    await expect(reply).resolves.toBeNull();
    server.line.closed();
    await timers.pass(120_000);
    expect(server.dials).toHaveLength(1);
    expect(line.state.is).toBe("closed");
  });

  it("speaks in secret where the page does", () => {
    expect(liveAddress("abc", { protocol: "https:", host: "x:1" })).toBe("wss://x:1/api/tables/abc/live");
    expect(liveAddress("abc", { protocol: "http:", host: "x" })).toBe("ws://x/api/tables/abc/live");
  });
});

describe("the fate of a command whose reply was lost", () => {
  const before = position(7, { chat: [{ id: 3, who: "A", text: "hi", at: 0 }] });

  it("knows a taken back answer by the shorter game", () => {
    const undo = { do: "undo", seat: "red", seq: 7 } as const;
    expect(fateOf(undo, before, position(5)).is).toBe("done");
    expect(fateOf(undo, before, position(7)).is).toBe("again");
    expect(fateOf(undo, before, position(8)).is).toBe("void");
  });

  it("looks for what was said in the chat, but not among older lines", () => {
    const say = { do: "say", text: "hi" } as const;
    const more = { id: 4, who: "A", text: "hi", at: 0 };
    expect(fateOf(say, before, before).is).toBe("again");
    expect(fateOf(say, before, { ...before, chat: [...(before.chat ?? []), more] }).is).toBe("done");
  });

  it("repeats an offer only if nothing has happened", () => {
    const offer = { do: "propose", seat: "red", what: "draw" } as const;
    expect(fateOf(offer, before, position(7)).is).toBe("again");
    expect(fateOf(offer, before, position(8)).is).toBe("void");
  });

  it("agrees again only to the very same offer", () => {
    const agree = { do: "respond", seat: "red", yes: true, what: "draw", offer: 3 } as const;
    const offered = (n: number): Position => {
      const now = position(7);
      return { ...now, table: { ...now.table, offer: { what: "draw", by: "blue", n } } };
    };
    expect(fateOf(agree, offered(3), offered(3)).is).toBe("again");
    expect(fateOf(agree, offered(3), offered(4)).is).toBe("void");
    expect(fateOf(agree, offered(3), position(7)).is).toBe("void");
  });

  it("repeats what may be done twice", () => {
    expect(fateOf({ do: "resign", seat: "red" }, before, position(9)).is).toBe("again");
    expect(fateOf({ do: "hint", seat: "red" }, before, position(9)).is).toBe("void");
  });
});
