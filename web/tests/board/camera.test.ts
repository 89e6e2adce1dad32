import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Camera } from "../../src/lib/board/camera.svelte";

const BOARD = { width: 1300, height: 808 };

function camera(width: number, height: number): Camera {
  const one = new Camera();
  one.resize({ width, height }, BOARD, 100);
  return one;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("the camera", () => {
  test("shows the whole board in the middle", () => {
    const one = camera(1328, 1000);
    one.fit();
    expect(one.zoom).toBeCloseTo(1);
    expect(one.toScreen([650, 404]).map(Math.round)).toEqual([664, 500]);
    expect(one.cropped).toBe(false);
  });

  test("opens the whole board on a desk, and a part that fingers can play on a telephone", () => {
    const desk = camera(1244, 744);
    desk.open([0, 0]);
    expect(desk.cropped).toBe(false);
    const phone = camera(390, 430);
    phone.open([1100, 300]);
    expect(phone.zoom * 100).toBeGreaterThanOrEqual(44);
    const [x] = phone.toScreen([1100, 300]);
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(390);
  });

  test("leaves free what is covered at the top and at the bottom", () => {
    const one = camera(1328, 1000);
    one.resize({ width: 1328, height: 1000 }, BOARD, 100, { top: 50, bottom: 250 });
    one.fit();
    const [, top] = one.toScreen([0, 0]);
    const [, bottom] = one.toScreen([0, BOARD.height]);
    expect(top).toBeGreaterThanOrEqual(50);
    expect(bottom).toBeLessThanOrEqual(750);
  });

  test("keeps what is under the pointer there while it zooms", () => {
    const one = camera(1244, 744);
    one.fit();
    const before = one.toBoard([900, 300]);
    one.zoomAt(1.7, 900, 300);
    const after = one.toBoard([900, 300]);
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
  });

  test("draws lines anew when the zoom has come to rest, not before", () => {
    const one = camera(1244, 744);
    one.fit();
    const drawn = one.drawn;
    one.zoomAt(2, 600, 300);
    expect(one.drawn).toBe(drawn);
    vi.advanceTimersByTime(200);
    expect(one.drawn).toBe(one.zoom);
  });

  test("never loses the board, nor comes too near or too far", () => {
    const one = camera(1244, 744);
    one.fit();
    one.zoomAt(1000, 600, 300);
    expect(one.zoom * 100).toBeLessThanOrEqual(240);
    one.pan(1e6, -1e6);
    const [x, y] = one.toScreen([0, BOARD.height]);
    expect(x).toBeLessThan(1244);
    expect(y).toBeGreaterThan(0);
    one.zoomAt(1e-6, 600, 300);
    expect(one.zoom).toBeGreaterThan(one.whole * 0.8);
  });

  test("brings a hidden place into sight and leaves a visible one where it is", () => {
    const one = camera(800, 500);
    one.fit();
    one.zoomAt(2.5, 400, 250);
    one.reveal([1290, 790]);
    const [x, y] = one.toScreen([1290, 790]);
    expect(x < 800 && y < 500).toBe(true);
    const still = one.x;
    one.reveal([1200, 700]);
    expect(one.x).toBe(still);
  });

  test("brings what is asked about out from under a sheet, moving no more than it must", () => {
    const one = camera(390, 600);
    one.open([650, 404]);
    const zoom = one.zoom;
    const part = { x0: 600, y0: 500, x1: 700, y1: 600 };
    one.resize({ width: 390, height: 600 }, BOARD, 100, { top: 40, bottom: 300 });
    one.show(part, part);
    const [left, top] = one.toScreen([part.x0, part.y0]);
    const [right, bottom] = one.toScreen([part.x1, part.y1]);
    expect(left >= 0 && right <= 390).toBe(true);
    expect(top).toBeGreaterThanOrEqual(40);
    expect(bottom).toBeLessThanOrEqual(300);
    expect(one.zoom).toBe(zoom);
    const { x, y } = one;
    one.show(part, part);
    expect([one.x, one.y]).toEqual([x, y]);
  });

  test("shows again what was asked about when more is covered, until somebody looks elsewhere", () => {
    const one = camera(390, 600);
    one.open([650, 404]);
    const part = { x0: 600, y0: 500, x1: 700, y1: 600 };
    one.show(part, part);
    one.resize({ width: 390, height: 600 }, BOARD, 100, { top: 0, bottom: 350 });
    one.adjust();
    expect(one.toScreen([650, 600])[1]).toBeLessThanOrEqual(250);
    one.pan(0, 30);
    const { y } = one;
    one.adjust();
    expect(one.y).toBe(y);
  });

  test("comes near enough for a finger again after an overview", () => {
    const one = camera(390, 500);
    one.open([650, 404]);
    one.overview();
    expect(one.showsAll).toBe(true);
    const part = { x0: 600, y0: 300, x1: 700, y1: 400 };
    one.show(null, part);
    expect(one.zoom * 100).toBeGreaterThanOrEqual(44);
    expect(one.sees([650, 350])).toBe(true);
  });

  test("leaves how near somebody looks as it is, unless what must be seen does not fit", () => {
    const one = camera(390, 500);
    one.open([650, 404]);
    one.fitByHand();
    const near = { x0: 600, y0: 300, x1: 700, y1: 400 };
    one.show(null, near);
    expect(one.showsAll).toBe(true);
    one.overview();
    one.zoomAt(4, 195, 250);
    const far = { x0: 0, y0: 0, x1: 1300, y1: 808 };
    one.show(far, far);
    expect(one.showsAll).toBe(true);
  });

  test("shows what must be seen if not everything fits near enough", () => {
    const one = camera(390, 500);
    one.open([650, 404]);
    const must = { x0: 1200, y0: 0, x1: 1300, y1: 100 };
    one.show(must, { x0: 0, y0: 0, x1: 1300, y1: 808 });
    expect(one.zoom * 100).toBeGreaterThanOrEqual(44);
    expect(one.sees([1250, 50])).toBe(true);
    expect(one.sees([100, 50])).toBe(false);
  });

  test("glides where it may, and knows at once where it will be", () => {
    const frames: ((now: number) => void)[] = [];
    vi.stubGlobal("requestAnimationFrame", (step: (now: number) => void) => frames.push(step));
    const one = camera(390, 500);
    one.open([650, 404]);
    one.smooth = true;
    const start = one.x;
    one.centre([300, 400]);
    expect(one.x).toBe(start);
    const goal = one.goal.x;
    expect(goal).not.toBe(start);
    frames.shift()?.(performance.now() + 80);
    expect(one.x).not.toBe(start);
    expect(one.x).not.toBe(goal);
    frames.shift()?.(performance.now() + 1000);
    expect(one.x).toBe(goal);
    vi.unstubAllGlobals();
  });
});
