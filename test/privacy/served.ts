import { createServer, type IncomingMessage } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import type { Heard, Mode, Planted } from "./modes.ts";
import type { Planter } from "./planter.ts";

export interface PlantedTarget {
  readonly origin: string;
  /** A complete configuration for it. */
  readonly config: { readonly interfaces: object };
  /** Every secret of the configuration, and every one that the target issued. */
  readonly secrets: ReadonlySet<string>;
  /** Every text that a record of the sandbox itself holds and the target has told. */
  readonly told: ReadonlySet<string>;
  requests(): number;
  close(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const secretsOf = (value: unknown): readonly string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(secretsOf) : [];
};

const presented = (request: IncomingMessage, body: string): readonly string[] => {
  const header = request.headers.authorization ?? "";
  const form = new URLSearchParams(body);
  return [
    ...["password", "refresh_token", "username"].flatMap((name) => form.get(name) ?? []),
    ...(header.startsWith("Bearer ") ? [header.slice("Bearer ".length)] : []),
  ];
};

/** A sandbox whose answers pass through a mode, served on a free port of this machine. */
export const servePlanted = async (mode: Mode, plant: Planter, scale = 30): Promise<PlantedTarget> => {
  const sandbox = createSandbox({ seed: 3, scale });
  const secrets = new Set<string>();
  const told = new Set<string>();
  let before = 0;
  let origin = "";

  const answered = async (request: IncomingMessage): Promise<Planted> => {
    const body = await bodyOf(request);
    const method = request.method ?? "GET";
    const heard: Heard = { before, path: request.url ?? "", secrets: presented(request, body) };
    before += 1;
    const response = await sandbox.fetch(
      new Request(`${origin}${request.url ?? ""}`, {
        method,
        // A server's headers are texts, or lists of them where they may come twice.
        headers: request.headers as Record<string, string>,
        ...(method === "GET" ? {} : { body }),
      }),
    );
    const text = await response.text();
    const answer: Planted = {
      status: response.status,
      statusText: response.statusText,
      headers: Object.fromEntries(response.headers),
      body: parsed(text),
    };
    if (heard.path.endsWith("/Token"))
      for (const [name, value] of Object.entries(Object(answer.body)))
        if (name.endsWith("_token")) secrets.add(String(value));
    for (const value of secretsOf(answer.body)) told.add(value);
    return mode(answer, heard, plant);
  };

  const server = createServer((request, response) => {
    answered(request).then(
      ({ status, statusText, headers, body }) => {
        const { "content-length": _, ...others } = headers;
        response.writeHead(status, statusText, others);
        return response.end(
          status === 204 ? undefined : typeof body === "string" ? body : JSON.stringify(body),
        );
      },
      () => request.socket.destroy(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has such an address.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = sandbox.config(origin);
  for (const { credentials } of Object.values(config.interfaces))
    for (const secret of secretsOf(credentials)) secrets.add(secret);
  return {
    origin,
    config,
    secrets,
    told,
    requests: () => before,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await sandbox.close();
    },
  };
};
