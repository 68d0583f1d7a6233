import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** Bytes as one character each. */
type Wire = string;

/** A server that sees bytes and answers with bytes. */
export interface WireServer {
  readonly origin: string;
  /** What each connection has sent so far. */
  readonly seen: readonly Wire[];
  /** Connections that are open. */
  open(): number;
  close(): Promise<void>;
}

/** `react` is called with all that a connection has sent whenever more has come. */
export const serveWire = async (
  react: (seen: Wire, socket: Socket, connection: number) => void,
): Promise<WireServer> => {
  const seen: Wire[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const connection = seen.push("") - 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", (chunk) => {
      seen[connection] += chunk.toString("latin1");
      react(seen[connection] ?? "", socket, connection);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    open: () => sockets.size,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
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
