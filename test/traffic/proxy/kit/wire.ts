import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { listening } from "../../../listening.ts";

/** Bytes as one character each. */
type Wire = string;

/** A server of the running test that sees bytes and answers with bytes. */
interface WireServer {
  readonly origin: string;
  /** What each connection has sent so far. */
  readonly seen: readonly Wire[];
  /** Connections that are open. */
  open(): number;
}

/** Is called with all that a connection has sent whenever more has come. */
export type React = (seen: Wire, socket: Socket, connection: number) => void;

export const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

/** Answers every request without a body with the same bytes. */
export const answering =
  (bytes: Wire): React =>
  (seen, socket) => {
    if (seen.endsWith("\r\n\r\n")) socket.write(bytes, "latin1");
  };

export const serveWire = async (react: React): Promise<WireServer> => {
  const seen: Wire[] = [];
  let open = 0;
  const server = createServer((socket) => {
    const connection = seen.push("") - 1;
    open += 1;
    socket.on("error", () => undefined);
    socket.on("close", () => (open -= 1));
    socket.on("data", (chunk) => {
      seen[connection] += chunk.toString("latin1");
      react(seen[connection] ?? "", socket, connection);
    });
  });
  return { origin: await listening(server), seen, open: () => open };
};

/** A client that sends bytes and keeps what comes. */
export interface WireClient {
  send(bytes: Wire): void;
  /** Takes nothing more. */
  pause(): void;
  /** Goes away at once. */
  abort(): void;
  readonly got: () => Wire;
  /** Resolves when what came contains a text, or the connection has ended. */
  until(text: Wire): Promise<Wire>;
  /** Resolves to how the connection ended, and to all that came. */
  ended(): Promise<{ readonly got: Wire; readonly error?: string }>;
}

export const dial = async (origin: string): Promise<WireClient> => {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let got = "";
  let error: string | undefined;
  let check = (): void => undefined;
  socket.on("data", (chunk) => {
    got += chunk.toString("latin1");
    check();
  });
  socket.on("error", (failure: NodeJS.ErrnoException) => (error = failure.code));
  const closed = once(socket, "close").catch(() => undefined);
  await once(socket, "connect");
  return {
    send: (bytes) => void socket.write(bytes, "latin1"),
    pause: () => void socket.pause(),
    abort: () => void socket.resetAndDestroy(),
    got: () => got,
    async until(text) {
      const found = new Promise<void>((resolve) => {
        check = () => {
          if (got.includes(text)) resolve();
        };
        check();
      });
      await Promise.race([found, closed]);
      return got;
    },
    async ended() {
      await closed;
      return error === undefined ? { got } : { got, error };
    },
  };
};
