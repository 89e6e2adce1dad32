import type { Order } from "./order";
import { paint, paintBeyond } from "./painter";

/** What the page asks for, and under which number. */
export interface Request {
  readonly id: number;
  readonly order: Order;
  readonly what: "board" | "beyond";
}

export interface Reply {
  readonly id: number;
  readonly bitmap?: ImageBitmap;
  readonly error?: string;
}

const scope = self as unknown as DedicatedWorkerGlobalScope;

scope.onmessage = ({ data }: MessageEvent<Request>) => {
  try {
    const bitmap = painted(data);
    const reply: Reply = { id: data.id, bitmap };
    scope.postMessage(reply, [bitmap]);
  } catch (error) {
    const reply: Reply = { id: data.id, error: String(error) };
    scope.postMessage(reply);
  }
};

function painted({ order, what }: Request): ImageBitmap {
  const sheet = what === "beyond" ? paintBeyond(order.recipe, order.theme) : finished(paint(order));
  return (sheet as OffscreenCanvas).transferToImageBitmap();
}

function finished<T>(work: Generator<void, T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
