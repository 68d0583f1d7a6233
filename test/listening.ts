import { once } from "node:events";
import type { AddressInfo, Server, Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Has a server listen on a free port of this machine until the test is over, or something else; its address. */
export const listening = async (
  server: Server,
  atEnd: (close: () => void) => void = onTestFinished,
): Promise<string> => {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  // A server that listens on a port has such an address.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
