import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { listening } from "../listening.ts";

/** A request as it arrived, read without any library's opinion. */
export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** How many requests of the whole server came before. */
  readonly before: number;
}

export type Answer = (asked: Asked, socket: Socket) => void | Promise<void>;

interface Head {
  readonly asked: Asked;
  /** How many bytes of the connection the request took. */
  readonly size: number;
}

const headEnd = "\r\n\r\n";

/** The first whole request in what a connection has sent so far. */
const requestIn = (bytes: Buffer, before: number): Head | undefined => {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return undefined;
  const [line = "", ...fields] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const [method = "", path = ""] = line.split(" ");
  const headers = new Map(
    fields.map((field) => {
      const colon = field.indexOf(":");
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()] as const;
    }),
  );
  const start = end + headEnd.length;
  const size = start + Number(headers.get("content-length") ?? 0);
  if (bytes.length < size) return undefined;
  const body = bytes.subarray(start, size).toString("utf8");
  return { asked: { method, path, headers, body, before }, size };
};

/**
 * Serves bytes to the running test: whatever `answer` writes is what the client gets. `greet` is called before anything
 * was asked.
 */
export const serveBytes = async (answer: Answer, greet: (socket: Socket) => void = () => undefined) => {
  const asked: Asked[] = [];
  const serve = async (socket: Socket): Promise<void> => {
    let bytes = Buffer.alloc(0);
    for await (const chunk of socket) {
      // A socket without an encoding yields buffers.
      bytes = Buffer.concat([bytes, chunk as Buffer]);
      for (let head = requestIn(bytes, asked.length); head !== undefined;) {
        bytes = bytes.subarray(head.size);
        asked.push(head.asked);
        await answer(head.asked, socket);
        head = requestIn(bytes, asked.length);
      }
    }
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => undefined);
    greet(socket);
    // A client that goes away in the middle is what these tests are about.
    serve(socket).then(
      () => socket.end(),
      () => socket.destroy(),
    );
  });
  return { origin: await listening(server), asked };
};

/** Waits without keeping the process alive. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

/** Resolves when a socket takes more, or is gone. */
const drained = async (socket: Socket): Promise<void> => {
  const over = new AbortController();
  const { signal } = over;
  const ends = ["drain", "close", "error"].map((name) =>
    once(socket, name, { signal }).catch(() => undefined),
  );
  await Promise.race(ends);
  over.abort();
};

/** Writes pieces as fast as the client takes them, until there are no more or it is gone. */
export const pour = async (
  socket: Socket,
  pieces: Iterable<string | Uint8Array>,
  gapMs = 0,
): Promise<void> => {
  for (const piece of pieces) {
    if (socket.destroyed || !socket.writable) return;
    const isTaken = socket.write(piece);
    if (gapMs > 0) await pause(gapMs);
    else if (isTaken) await new Promise(setImmediate);
    else await drained(socket);
  }
};

export const endlessly = function* <Piece>(piece: Piece): Generator<Piece> {
  for (;;) yield piece;
};
