import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Piece } from "../../src/generated/protocol";
import { Animator, type Standings } from "../../src/lib/board/animation.svelte";
import { standingsOf } from "../../src/lib/board/standing";
import { sceneOf, shapeOfScene } from "../fixtures/scenes";

const shape = shapeOfScene(sceneOf("rolica_1"));

function position(...units: { id: string; cell: number; now: number }[]): Standings {
  const pieces = units.map(
    ({ id, cell, now }): Piece => ({
      id,
      sprite: "ccn/LN",
      at: { on: "cells", cells: [cell] },
      now,
      most: 4,
    }),
  );
  return standingsOf(shape, pieces);
}

/** An element that notes how long it is animated. */
class Moved {
  readonly durations: number[] = [];
  last: { onfinish?: () => void; cancel: () => void } | undefined;

  animate(_frames: unknown, options: { duration: number }): unknown {
    this.durations.push(Math.round(options.duration));
    this.last = { cancel: () => undefined };
    return this.last;
  }
}

function elements(...ids: string[]): { map: Map<string, SVGElement>; of: (id: string) => Moved } {
  const all = new Map(ids.map((id) => [id, new Moved()]));
  return { map: all as unknown as Map<string, SVGElement>, of: (id) => all.get(id) ?? new Moved() };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("a change of the position", () => {
  const [a, near, far] = [position({ id: "u", cell: 58, now: 4 }), 59, 64];

  test("moves a piece in 240 ms for each hex, but never longer than 600", () => {
    const { map, of } = elements("u");
    const animator = new Animator();
    animator.change(a, position({ id: "u", cell: near, now: 4 }), map, 100, "full");
    animator.change(a, position({ id: "u", cell: far, now: 4 }), map, 100, "full");
    animator.change(a, position({ id: "u", cell: far, now: 4 }), map, 100, "short");
    expect(of("u").durations).toEqual([240, 600, 210]);
    expect([...animator.moving]).toEqual(["u"]);
  });

  test("empties pips one by one and lets the loss rise", () => {
    const animator = new Animator();
    animator.change(a, position({ id: "u", cell: 58, now: 2 }), elements("u").map, 100, "full");
    expect(animator.floating.map((one) => one.change)).toEqual([-2]);
    expect(animator.strengths.get("u")).toBe(4);
    vi.advanceTimersByTime(100);
    expect(animator.strengths.get("u")).toBe(3);
    vi.advanceTimersByTime(100);
    expect(animator.strengths.has("u")).toBe(false);
    expect(animator.busy).toBe(false);
  });

  test("lets what is destroyed fade", () => {
    const animator = new Animator();
    animator.change(a, position(), elements().map, 100, "full");
    expect(animator.leaving.map((one) => one.piece.id)).toEqual(["u"]);
    vi.advanceTimersByTime(400);
    expect(animator.leaving).toEqual([]);
  });

  test("is over at once when somebody does not want to wait", () => {
    const animator = new Animator();
    animator.change(a, position({ id: "u", cell: near, now: 1 }), elements("u").map, 100, "full");
    expect(animator.busy).toBe(true);
    animator.finish();
    expect([animator.busy, animator.floating.length, animator.strengths.size, animator.moving.size]).toEqual([
      false,
      0,
      0,
      0,
    ]);
  });

  test("that changes no piece lets go on what is going on", () => {
    const animator = new Animator();
    const after = position({ id: "u", cell: near, now: 4 });
    animator.change(a, after, elements("u").map, 100, "full");
    animator.change(after, position({ id: "u", cell: near, now: 4 }), elements("u").map, 100, "full");
    expect(animator.busy).toBe(true);
  });

  test("only fades where nothing should move", () => {
    const { map, of } = elements("u");
    const animator = new Animator();
    animator.change(a, position({ id: "u", cell: near, now: 2 }), map, 100, "calm");
    expect(of("u").durations).toEqual([80]);
    expect(animator.floating).toEqual([]);
    expect(animator.busy).toBe(false);
  });
});
