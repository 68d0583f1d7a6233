import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Statements that reached a PostgreSQL server, by the name of the sending application. */
export interface StatementCounter {
  readonly url: string;
  of(application: string): number;
  close(): void;
}

/** Messages that execute a statement: a simple query, and the execution of a prepared one. */
const statementTypes: ReadonlySet<string> = new Set(["Q", "E"]);

/** Calls `onMessage` with the type and content of every client message; the first one has no type. */
const messagesIn = (onMessage: (type: string, content: Buffer) => void): ((chunk: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const start = isFirst ? 0 : 1;
      if (rest.length < start + 4) return;
      const end = start + rest.readInt32BE(start);
      if (rest.length < end) return;
      onMessage(isFirst ? "" : String.fromCharCode(rest.readUInt8(0)), rest.subarray(start + 4, end));
      isFirst = false;
      rest = rest.subarray(end);
    }
  };
};

/** Forwards everything to a server, and counts the statements. */
export const countStatements = async (url: string): Promise<StatementCounter> => {
  const target = new URL(url);
  const counts = new Map<string, number>();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    let application = "";
    const read = messagesIn((type, content) => {
      if (type === "") {
        const parts = content.subarray(4).toString("utf8").split("\0");
        application = parts[parts.indexOf("application_name") + 1] ?? "";
      } else if (statementTypes.has(type)) counts.set(application, (counts.get(application) ?? 0) + 1);
    });
    client.on("data", read);
    client.pipe(upstream);
    upstream.pipe(client);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const counted = new URL(url);
  // A listening server has such an address.
  counted.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: counted.href,
    of: (application) => counts.get(application) ?? 0,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};
