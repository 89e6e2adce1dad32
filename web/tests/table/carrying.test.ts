import { describe, expect, it } from "vitest";
import type {
  Choice,
  Piece,
  Preview,
  Previewed,
  Prompt,
  Refused,
  Scene,
  Target,
} from "../../src/generated/protocol";
import { Carrying } from "../../src/lib/table/carrying.svelte";
import { grabAt, straightened, tapAt } from "../../src/lib/table/handling";
import { steer, stepOf } from "../../src/lib/table/steering";
import { FakeTimers } from "../net/fakes";

const MU = 254;

function base(id: string, x: number, y: number, more: Partial<Piece> = {}): Piece {
  return {
    id,
    sprite: "idg.warrior.spear",
    at: { on: "point", x, y },
    owner: "red",
    facing: 0,
    size: [600, 300],
    group: "u",
    ...more,
  };
}

const UNIT = [base("a", 3000, 3000), base("b", 3600, 3000)];
const FOE = base("f", 3000, 1000, { owner: "blue", group: "w", facing: 18_000 });
const OTHER = base("c", 9000, 3000, { group: "v" });

function go(of: string, id: string): Choice {
  return {
    label: { id: "go", args: {} },
    of: { kind: "piece", id: of },
    target: { kind: "point", id },
    answer: { do: "go", id },
  };
}

function asked(choices: Choice[]): Prompt {
  return {
    seat: "red",
    kind: "choose_move",
    text: { id: "?", args: {} },
    choices,
    gesture: "drag-pose",
    standing: false,
  };
}

/** A server that judges by a rule of the test: nobody may go above the line y = 2000. */
function setUp(choices = [go("a", "3000,2800,0")], pieces: readonly Piece[] = [...UNIT, FOE, OTHER]) {
  const timers = new FakeTimers();
  const wishes: { target: Target; of: Target }[] = [];
  const given: Record<string, unknown>[] = [];
  const said: unknown[] = [];
  let judge = (target: Target): Previewed | Refused | null | undefined => {
    const y = Number(target.id.split(",")[1]);
    const flaws = y < 2000 ? [{ rule: "R-1", message: { id: "no", args: {} }, at: "" }] : [];
    const preview: Preview = flaws.length
      ? {
          violations: flaws,
          ghosts: [ghost("a", 3000, 2000), ghost("b", 3600, 2000)],
          instead: { do: "go", y: 2000 },
        }
      : { ghosts: [] };
    return { is: "preview", preview, answer: { do: "go", at: target.id } };
  };
  let takes = true;
  const scene: Scene = { pieces };
  const carrying = new Carrying(
    {
      prompt: () => asked(choices),
      scene: () => scene,
      wish: async (_, target, of) => {
        wishes.push({ target, of });
        return judge(target);
      },
      give: async (answer) => {
        given.push(answer);
        return takes;
      },
      explain: (text, violations) => said.push(text ?? violations),
    },
    timers,
  );
  return {
    timers,
    carrying,
    wishes,
    given,
    said,
    pieces,
    judged: (by: typeof judge) => {
      judge = by;
    },
    refuses: () => {
      takes = false;
    },
  };
}

function ghost(piece: string, x: number, y: number, facing = 0) {
  return { piece, x, y, facing };
}

describe("a unit in hand", () => {
  it("is all of its bases, whichever of them is taken", () => {
    const { carrying } = setUp();
    expect(carrying.take("b")).toBe(true);
    expect(carrying.unit.map((body) => body.id)).toEqual(["a", "b"]);
    expect(carrying.inHand).toEqual({ kind: "piece", id: "b" });
    expect(carrying.lifted.size).toBe(0);
  });

  it("is there from the beginning if it is the only one that can go", () => {
    const { carrying } = setUp();
    carrying.renew("1");
    expect(carrying.grabbed).toBe("a");
    const two = setUp([go("a", "1,1,0"), go("c", "1,1,0")]);
    two.carrying.renew("1");
    expect(two.carrying.stage).toBe("");
  });

  it("is none that the question does not ask about", () => {
    const { carrying } = setUp();
    expect(carrying.take("c")).toBe(false);
    expect(carrying.take("f")).toBe(false);
    expect(carrying.stage).toBe("");
  });
});

describe("carrying", () => {
  it("asks about the centre of the piece that is held, in whole numbers", async () => {
    const { carrying, wishes, timers } = setUp();
    carrying.take("b");
    carrying.lift({ x: 3700.4, y: 2800.6, facing: 900 });
    await timers.pass(200);
    expect(wishes).toEqual([
      { target: { kind: "point", id: "3700,2801,900" }, of: { kind: "piece", id: "b" } },
    ]);
    expect(carrying.isFine).toBe(true);
    expect([...carrying.lifted]).toEqual(["a", "b"]);
  });

  it("asks for the last pose only, and never twice at once", async () => {
    const { carrying, wishes, timers } = setUp();
    carrying.take("a");
    for (let i = 1; i <= 40; i++) {
      carrying.lift({ x: 3000 + i, y: 2800, facing: 0 });
      await timers.pass(5);
    }
    await timers.pass(400);
    expect(wishes.length).toBeLessThanOrEqual(5);
    expect(wishes.at(-1)?.target.id).toBe("3040,2800,0");
    expect(carrying.isJudged).toBe(true);
  });

  it("asks about a place alone where there is no front", async () => {
    const flat = [base("t", 100, 100, { facing: null, group: "" })];
    const { carrying, wishes, timers } = setUp([go("t", "200,200")], flat);
    carrying.take("t");
    carrying.turn(500);
    expect(carrying.isAway).toBe(false);
    carrying.lift({ x: 2500, y: 2400, facing: 0 });
    await timers.pass(200);
    expect(wishes[0]?.target.id).toBe("2500,2400");
  });

  it("shows where the server would let it stand, if that is elsewhere", async () => {
    const { carrying, timers } = setUp();
    carrying.take("a");
    carrying.lift({ x: 3000, y: 1500, facing: 0 });
    await timers.pass(200);
    expect(carrying.violations).toHaveLength(1);
    expect(carrying.ghosts.map((body) => body.pose.y)).toEqual([2000, 2000]);
    expect(carrying.bodies.map((body) => body.pose.y)).toEqual([1500, 1500]);
  });

  it("turns around its middle", async () => {
    const { carrying } = setUp();
    carrying.take("a");
    carrying.turn(9000);
    expect(carrying.bodies.map(({ pose }) => [Math.round(pose.x), Math.round(pose.y), pose.facing])).toEqual([
      [3300, 2700, 9000],
      [3300, 3300, 9000],
    ]);
  });

  it("asks again where the server has no time, and gives up where the line is down", async () => {
    const { carrying, wishes, timers, judged } = setUp();
    judged(() => ({ is: "refused", code: "too_fast", text: { id: "slow", args: {} } }));
    carrying.take("a");
    carrying.lift({ x: 3000, y: 2500, facing: 0 });
    await timers.pass(300);
    expect(wishes).toHaveLength(1);
    await timers.pass(100);
    expect(wishes).toHaveLength(2);
    judged(() => null);
    await timers.pass(2000);
    expect(wishes).toHaveLength(3);
  });
});

describe("a question", () => {
  it("that is put again leaves what was offered, and another one does not", async () => {
    const { carrying, given, timers } = setUp();
    carrying.renew("1");
    carrying.lift({ x: 3000, y: 1500, facing: 0 });
    const dropped = carrying.drop();
    await timers.pass(300);
    await dropped;
    carrying.renew("1");
    expect(carrying.stage).toBe("offered");
    await carrying.confirm();
    expect(given).toEqual([{ do: "go", y: 2000 }]);
    carrying.renew("2");
    expect([carrying.stage, carrying.pose]).toEqual(["held", null]);
  });

  it("that is put again when the line is back is asked about what is carried", async () => {
    const { carrying, wishes, timers, judged } = setUp();
    carrying.renew("1");
    judged(() => null);
    carrying.lift({ x: 3000, y: 2500, facing: 0 });
    await timers.pass(1000);
    expect([wishes.length, carrying.isJudged]).toEqual([1, false]);
    judged((target) => ({ is: "preview", preview: { ghosts: [] }, answer: { do: "go", at: target.id } }));
    carrying.renew("1");
    await timers.pass(400);
    expect([wishes.length, carrying.isFine]).toEqual([2, true]);
  });
});

describe("letting go", () => {
  it("gives the answer where that is right", async () => {
    const { carrying, given, timers } = setUp();
    carrying.take("a");
    carrying.lift({ x: 3000, y: 2500, facing: 0 });
    const dropped = carrying.drop();
    await timers.pass(300);
    await dropped;
    expect(given).toEqual([{ do: "go", at: "3000,2500,0" }]);
    expect(carrying.stage).toBe("given");
  });

  it("waits for the word about the place where it was let go, not about one on the way", async () => {
    const { carrying, given, timers } = setUp();
    carrying.take("a");
    carrying.lift({ x: 3000, y: 2500, facing: 0 });
    await timers.pass(50);
    carrying.lift({ x: 3000, y: 1200, facing: 0 });
    const dropped = carrying.drop();
    await timers.pass(600);
    await dropped;
    expect(given).toEqual([]);
    expect(carrying.stage).toBe("offered");
  });

  it("offers the nearest place, which is taken only when it is confirmed", async () => {
    const { carrying, given, timers } = setUp();
    carrying.take("a");
    carrying.lift({ x: 3000, y: 1500, facing: 0 });
    const dropped = carrying.drop();
    await timers.pass(300);
    await dropped;
    expect(carrying.stage).toBe("offered");
    expect(given).toEqual([]);
    await carrying.confirm();
    expect(given).toEqual([{ do: "go", y: 2000 }]);
  });

  it("puts it back and says why where there is no such place", async () => {
    const { carrying, given, said, timers, judged } = setUp();
    const flaw = { rule: "R-2", message: { id: "never", args: {} }, at: "" };
    judged(() => ({ is: "preview", preview: { violations: [flaw] }, answer: { do: "go" } }));
    carrying.take("a");
    carrying.lift({ x: 3000, y: 1500, facing: 0 });
    const dropped = carrying.drop();
    await timers.pass(300);
    await dropped;
    expect([carrying.stage, carrying.pose, given]).toEqual(["held", null, []]);
    expect(said).toEqual([[flaw]]);
  });

  it("says that it means nothing where the server sees no sense in it", async () => {
    const { carrying, said, timers, judged } = setUp();
    judged(() => ({ is: "preview", preview: null, answer: null }));
    carrying.take("a");
    carrying.lift({ x: 3000, y: 1500, facing: 0 });
    const dropped = carrying.drop();
    await timers.pass(300);
    await dropped;
    expect(said).toEqual([{ id: "table.wish_nothing", args: {} }]);
  });

  it("puts it back if the answer is not taken after all", async () => {
    const { carrying, timers, refuses } = setUp();
    refuses();
    carrying.take("a");
    carrying.lift({ x: 3000, y: 2500, facing: 0 });
    const dropped = carrying.drop();
    await timers.pass(300);
    await dropped;
    expect(carrying.stage).toBe("held");
  });

  it("is forgotten if another question comes meanwhile", async () => {
    const { carrying, given, timers } = setUp();
    carrying.take("a");
    carrying.lift({ x: 3000, y: 2500, facing: 0 });
    const dropped = carrying.drop();
    carrying.layDown();
    await timers.pass(300);
    await dropped;
    expect(given).toEqual([]);
  });
});

describe("a unit beside the table", () => {
  const tray = { on: "tray", tray: "reserve" } as const;
  const waiting = [base("a", 0, 0, { at: tray }), base("b", 0, 0, { at: tray })];
  const third = base("z", 0, 0, { at: tray, group: "z" });

  it("is formed up as the server would do it, and keeps that while it is carried", async () => {
    const { carrying, timers, judged } = setUp([go("a", "5000,5000,18000")], [...waiting, third]);
    judged(() => ({
      is: "preview",
      preview: { ghosts: [ghost("a", 5000, 5000, 18_000), ghost("b", 5000, 5300, 18_000)] },
      answer: { do: "deploy" },
    }));
    carrying.take("b");
    expect(carrying.isNew).toBe(true);
    expect(carrying.grabbed).toBe("a");
    await timers.pass(100);
    carrying.putAt([8000, 8000]);
    expect(carrying.frame.centre.map(Math.round)).toEqual([8000, 8000]);
    expect(carrying.bodies.map(({ pose }) => Math.round(pose.x))).toEqual([8000, 8000]);
    expect(carrying.lifted.size).toBe(0);
  });

  it("is carried to the place proposed for it when it is chosen", async () => {
    const { carrying, wishes, timers } = setUp([go("a", "5000,5000,18000")], waiting);
    carrying.take("a");
    carrying.propose();
    await timers.pass(300);
    expect(carrying.pose).toEqual({ x: 5000, y: 5000, facing: 18_000 });
    expect(wishes.every(({ target }) => target.id === "5000,5000,18000")).toBe(true);
  });

  it("can be taken though only others of its tray were proposed", () => {
    const { carrying } = setUp([go("a", "5000,5000,18000")], [...waiting, third]);
    expect(carrying.mayTake("z")).toBe(true);
  });

  it("is formed up anew with another number of files", async () => {
    const { carrying, wishes, timers } = setUp([go("a", "5000,5000,0")], waiting);
    carrying.take("a");
    carrying.propose();
    await timers.pass(200);
    carrying.widen(-1);
    await timers.pass(300);
    expect(wishes.at(-1)?.target.id).toBe("5000,5000,0,1");
  });
});

describe("the pointer", () => {
  const mouse = { px: 10, touch: false };
  const finger = { px: 10, touch: true };

  it("carries a unit by any of its bases from where it is gripped", async () => {
    const { carrying, pieces } = setUp();
    const grip = grabAt(carrying, pieces, [3650, 3050], mouse);
    grip?.move([3750, 2950]);
    expect(carrying.grabbed).toBe("b");
    expect(carrying.pose).toEqual({ x: 3700, y: 2900, facing: 0 });
    expect(carrying.led).toBe(true);
  });

  it("does not grip the ground, the enemy, or a unit that is not asked about", () => {
    const { carrying, pieces } = setUp();
    for (const at of [
      [6000, 6000],
      [3000, 1000],
      [9000, 3000],
    ] as const) {
      expect(grabAt(carrying, pieces, at, mouse)).toBeNull();
    }
  });

  it("grips a turned base only where it lies", () => {
    const turned = [base("a", 3000, 3000, { facing: 9000 })];
    const { carrying, pieces } = setUp([go("a", "1,1,0")], turned);
    expect(grabAt(carrying, pieces, [3000, 3280], mouse)).not.toBeNull();
    expect(grabAt(carrying, pieces, [3280, 3000], mouse)).toBeNull();
  });

  it("of a finger looks around unless the unit is in hand, and then stays clear of it", () => {
    const { carrying, pieces } = setUp();
    expect(grabAt(carrying, pieces, [3000, 3000], finger)).toBeNull();
    carrying.take("a");
    const grip = grabAt(carrying, pieces, [3000, 3000], finger);
    grip?.move([3000, 2000]);
    expect(carrying.pose?.y).toBe(2000 - 520);
    carrying.putBack();
    const handle = grabAt(carrying, pieces, [3300, 3150 + 460], finger);
    handle?.move([3300, 3110]);
    expect(carrying.pose?.y).toBe(2500);
  });

  it("turns a unit by its handle, and that has to be confirmed", async () => {
    const { carrying, pieces, given, timers } = setUp();
    carrying.take("a");
    const handle = grabAt(carrying, pieces, [3300, 2850 - 300], mouse);
    handle?.move([4000, 3000]);
    handle?.drop([4000, 3000]);
    await timers.pass(300);
    expect(Math.round(carrying.frame.facing)).toBe(9000);
    expect([carrying.stage, given]).toEqual(["carried", []]);
  });

  it("helps to hit a straight facing", () => {
    expect(straightened(9100)).toBe(9000);
    expect(straightened(9300)).toBe(9300);
  });

  it("puts the unit in hand where the table is tapped, and confirms when it is tapped itself", async () => {
    const { carrying, pieces, given, timers } = setUp();
    carrying.take("a");
    expect(tapAt(carrying, pieces, [3300, 2500], finger)).toBe(true);
    await timers.pass(200);
    expect(carrying.bodies.map(({ pose }) => pose.y)).toEqual([2500, 2500]);
    expect(given).toEqual([]);
    expect(tapAt(carrying, pieces, [3300, 2500], finger)).toBe(true);
    await timers.pass(200);
    expect(given).toHaveLength(1);
  });

  it("leaves other bases to whoever picks them", () => {
    const { carrying, pieces } = setUp();
    carrying.take("a");
    expect(tapAt(carrying, pieces, [3000, 1000], mouse)).toBe(false);
  });
});

describe("the keyboard", () => {
  it("carries by a quarter of the unit, with shift by a whole one", () => {
    const { carrying } = setUp();
    carrying.take("a");
    expect(steer(carrying, "ArrowUp", false, MU)).toBe(true);
    expect(carrying.pose?.y).toBe(3000 - 63.5);
    steer(carrying, "ArrowRight", true, MU);
    expect(carrying.pose?.x).toBe(3254);
    expect([stepOf(10, false), stepOf(10, true)]).toEqual([50, 200]);
  });

  it("turns by five degrees", () => {
    const { carrying } = setUp();
    carrying.take("a");
    steer(carrying, "]", false, MU);
    steer(carrying, "]", false, MU);
    steer(carrying, "[", false, MU);
    expect(carrying.frame.facing).toBe(500);
  });

  it("confirms with Enter what is carried, and nothing else", async () => {
    const { carrying, given, timers } = setUp();
    carrying.take("a");
    expect(steer(carrying, "Enter", false, MU)).toBe(false);
    steer(carrying, "ArrowUp", false, MU);
    expect(steer(carrying, "Enter", false, MU)).toBe(true);
    await timers.pass(400);
    expect(given).toHaveLength(1);
  });

  it("means nothing while nothing is in hand, or while the pointer leads it", () => {
    const { carrying } = setUp();
    expect(steer(carrying, "ArrowUp", false, MU)).toBe(false);
    carrying.take("a");
    carrying.led = true;
    expect(steer(carrying, "ArrowUp", false, MU)).toBe(false);
  });

  it("goes back step by step: first the unit goes back, then it is laid down", () => {
    const { carrying } = setUp([go("a", "1,1,0"), go("c", "1,1,0")]);
    carrying.take("a");
    carrying.shift([10, 0]);
    expect(carrying.back()).toBe(true);
    expect(carrying.stage).toBe("held");
    expect(carrying.back()).toBe(true);
    expect(carrying.stage).toBe("");
    expect(carrying.back()).toBe(false);
  });
});
