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
});
