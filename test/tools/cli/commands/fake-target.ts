import { createServer, type IncomingMessage } from "node:http";
import { listening } from "../../../listening.ts";

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
  return { origin: await listening(server), seen };
};
