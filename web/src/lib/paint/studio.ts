import type { Sheet } from "./canvas";
import type { Order } from "./order";
import type { Reply, Request } from "./worker";

/** Something that can be drawn on a canvas. */
export type Picture = ImageBitmap | Sheet;

type What = Request["what"];

const SLICE_MS = 8;
/** How many pixels of pictures are kept; a large board has up to nine million. */
const KEPT_PIXELS = 40e6;

let worker: Worker | null | undefined;
let requests = 0;
const waiting = new Map<number, (reply: Reply) => void>();
const pictures = new Map<string, Kept>();

interface Kept {
  readonly work: Promise<Picture>;
  readonly pixels: number;
}

/** Paints a board, in a worker where there can be one; the same order is carried out only once. */
export function painted(order: Order, key: string, what: What = "board"): Promise<Picture> {
  const look = [what, order.theme, order.scale.toFixed(3), order.step, order.sketch ?? false];
  const name = `${look.join("/")}/${key}`;
  const known = pictures.get(name);
  if (known) return known.work;
  const work = carryOut(order, what);
  makeRoom(pixelsOf(order));
  pictures.set(name, { work, pixels: pixelsOf(order) });
  work.catch(() => pictures.delete(name));
  return work;
}

function pixelsOf({ recipe, scale }: Order): number {
  return recipe.width * recipe.height * scale * scale;
}

/** Forgets the oldest pictures. */
function makeRoom(pixels: number): void {
  let sum = pixels;
  for (const kept of pictures.values()) sum += kept.pixels;
  for (const [name, kept] of pictures) {
    if (sum <= KEPT_PIXELS) return;
    pictures.delete(name);
    sum -= kept.pixels;
  }
}

/** Starts the worker before there is anything to paint, so that the first picture need not wait for it. */
export function prepare(): void {
  hire();
}

async function carryOut(order: Order, what: What): Promise<Picture> {
  const hired = hire();
  if (!hired) return byHand(order, what);
  const reply = await ask(hired, order, what);
  return reply.bitmap ?? byHand(order, what);
}

/** Starts the worker once, if this browser has workers that can paint. */
function hire(): Worker | null {
  if (worker !== undefined) return worker;
  worker = null;
  if (typeof Worker === "undefined" || typeof OffscreenCanvas === "undefined") return worker;
  const fresh = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  fresh.onmessage = ({ data }: MessageEvent<Reply>) => settle(data);
  fresh.onerror = dismiss;
  worker = fresh;
  return worker;
}

function ask(hired: Worker, order: Order, what: What): Promise<Reply> {
  const request: Request = { id: ++requests, order, what };
  return new Promise((resolve) => {
    waiting.set(request.id, resolve);
    hired.postMessage(request);
  });
}

function settle(reply: Reply): void {
  waiting.get(reply.id)?.(reply);
  waiting.delete(reply.id);
}

/** A worker that cannot be loaded is not asked again; the page paints by itself. */
function dismiss(): void {
  worker?.terminate();
  worker = null;
  for (const id of [...waiting.keys()]) settle({ id, error: "no worker" });
}

/** Paints on the thread of the page, a slice at a time; only then has the page to load the painter itself. */
async function byHand(order: Order, what: What): Promise<Picture> {
  const { paint, paintBeyond } = await import("./painter");
  if (what === "beyond") return paintBeyond(order.recipe, order.theme);
  const work = paint(order);
  let step = work.next();
  let began = performance.now();
  while (!step.done) {
    if (performance.now() - began > SLICE_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      began = performance.now();
    }
    step = work.next();
  }
  return step.value;
}
