import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A way to a server that can be cut. */
export interface Relay {
  /** The address of the server by this way. */
  readonly url: string;
  /** Breaks every connection and refuses new ones, as a server does that was stopped. */
  cut(): Promise<void>;
  /** From now on connections are taken again. */
  mend(): Promise<void>;
}

/** A relay to the server of an address, for the running test. */
export const openRelay = async (url: string): Promise<Relay> => {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => to.write(chunk));
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  const destroyAll = (): void => sockets.forEach((socket) => socket.destroy());
  await listen(0);
  onTestFinished(() => {
    destroyAll();
    server.close();
  });
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  const shown = new URL(url);
  shown.host = `127.0.0.1:${port}`;
  return {
    url: shown.href,
    async cut() {
      const closed = once(server, "close");
      server.close();
      destroyAll();
      await closed;
    },
    mend: () => listen(port),
  };
};
