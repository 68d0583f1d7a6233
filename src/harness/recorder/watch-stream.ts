import type { Readable, Writable } from "node:stream";
import { createPassingBody, type ExchangeWatch, type PassingBody } from "./exchange-watch.ts";
import { quietly } from "./traffic.ts";

const encodingOf = (encoding: unknown): BufferEncoding =>
  typeof encoding === "string" && Buffer.isEncoding(encoding) ? encoding : "utf8";

/** Observes what is written, without changing it. */
export const watchWriting = (to: Pick<Writable, "write" | "end">): PassingBody => {
  const sent = createPassingBody();
  const look = (args: readonly unknown[]): void => {
    const [piece, encoding] = args;
    if (piece === undefined || piece === null || typeof piece === "function") return;
    // Node refuses unknown encodings.
    sent.add(typeof piece === "string" ? Buffer.from(piece, encodingOf(encoding)) : piece);
  };
  for (const name of ["write", "end"] as const) {
    const own: unknown = to[name];
    if (typeof own !== "function") continue;
    to[name] = (...args: unknown[]): never => {
      quietly(() => look(args));
      // Returns what the method itself returns.
      return Reflect.apply(own, to, args) as never;
    };
  }
  return sent;
};

/** Observes arriving data without affecting its flow. `onEnd` is called after the last chunk. */
export const watchArriving = (
  from: Readable,
  watch: Pick<ExchangeWatch, "data">,
  onEnd: () => void,
): void => {
  const push = from.push.bind(from);
  from.push = (piece: unknown, encoding?: BufferEncoding): boolean => {
    quietly(() => (piece === null ? onEnd() : watch.data(piece)));
    return push(piece, encoding);
  };
};
