import type { RecordedBody } from "../recordings/recorded.ts";
import type { Recorder } from "./recorder.ts";

/** Bytes of a body that are kept; longer bodies are recorded as unknown. */
export const longestBody = 10 * 1024 * 1024;

export const unknownBody: RecordedBody = { kind: "unknown" };

/** A body that a client was given whole, copied because the caller may change it after the call. */
export const givenBody = (body: unknown): RecordedBody => {
  if (body === undefined || body === null || body === "") return { kind: "empty" };
  if (typeof body === "string") return { kind: "text", text: body };
  if (body instanceof URLSearchParams) return { kind: "text", text: body.toString() };
  if (body instanceof ArrayBuffer) return { kind: "bytes", bytes: new Uint8Array(body.slice(0)) };
  if (ArrayBuffer.isView(body))
    return { kind: "bytes", bytes: new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice() };
  return unknownBody;
};

/** The pieces of a body as they pass, copied because the sender may reuse its memory. */
export type PassingBody = ReturnType<typeof createPassingBody>;

export const createPassingBody = () => {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let isReadable = true;
  return {
    add(piece: unknown) {
      if (!isReadable) return;
      const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
      if (!(bytes instanceof Uint8Array)) isReadable = false;
      else {
        size += bytes.length;
        if (size > longestBody) isReadable = false;
        else pieces.push(Uint8Array.from(bytes));
      }
      if (!isReadable) pieces.length = 0;
    },
    body(): RecordedBody {
      if (!isReadable) return unknownBody;
      return size === 0 ? { kind: "empty" } : { kind: "bytes", bytes: Buffer.concat(pieces) };
    },
  };
};

interface Asked {
  readonly method: string;
  readonly url: string;
  /** Request headers and body, complete once the answer is over. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly body: () => RecordedBody;
}

/** Watches one answer arrive and records the exchange once, when it is over or given up. */
export const createExchangeWatch = (
  recorder: Pick<Recorder, "record" | "lose" | "underWay">,
  { method, url, headers, body: sent }: Asked,
) => {
  const startedAt = performance.now();
  const arrived = createPassingBody();
  let answer: { readonly status: number; readonly headers: Readonly<Record<string, string>> } | undefined;
  let isOver = false;

  const finish = (isWhole: boolean): void => {
    if (isOver) return;
    isOver = true;
    recorder.underWay.delete(giveUp);
    const elapsedMs = performance.now() - startedAt;
    const got = answer;
    const order = { method, url, headers: headers(), body: sent() };
    if (got === undefined) return recorder.record({ ...order, failure: "reset", response: () => undefined });
    // The head of an interrupted answer still counts.
    const body = isWhole ? arrived.body() : unknownBody;
    recorder.record({ ...order, response: () => ({ ...got, body, elapsedMs }) });
  };

  /** What has been answered counts as interrupted. What has not may still be answered: nothing can be said of it. */
  const giveUp = (): void => {
    if (answer !== undefined) return finish(false);
    isOver = true;
    recorder.lose(1);
  };
  recorder.underWay.add(giveUp);

  return {
    start(status: number, headers: Readonly<Record<string, string>>) {
      if (status >= 200) answer = { status, headers };
    },
    data: (piece: unknown) => arrived.add(piece),
    end: () => finish(true),
    error: () => finish(false),
  };
};

export type ExchangeWatch = ReturnType<typeof createExchangeWatch>;
