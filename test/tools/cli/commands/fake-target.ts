import { createServer, type IncomingMessage } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface FakeTarget {
  readonly origin: string;
  /** `METHOD /path` of every request so far. */
  readonly seen: readonly string[];
}

/** A target on a free port of this machine that gives the answers of one function, gone with the test. */
export const fakeTarget = async (answer: (request: IncomingMessage) => Answer): Promise<FakeTarget> => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const { status = 200, headers = {}, body = {} } = answer(request);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has such an address.
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
};
