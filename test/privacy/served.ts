import { createServer, type IncomingMessage } from "node:http";
import { onTestFinished } from "vitest";
import { documents } from "../../src/builtin/documents.ts";
import { publicValuesOf } from "../../src/core/privacy/mask-text.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { listening } from "../listening.ts";
import type { Heard, Mode, Planted } from "./modes.ts";
import type { Planter } from "./planter.ts";

export interface PlantedTarget {
  readonly origin: string;
  /** A complete configuration for it. */
  readonly config: { readonly interfaces: object };
  /** What gives access, by interface. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Every secret of the configuration, and every one that the target issued. */
  readonly secrets: ReadonlySet<string>;
  /** Texts of the sandbox's own records that the target has answered and nobody could mistake for others. */
  readonly answered: ReadonlySet<string>;
  /** While it is quiet it answers as the sandbox does. */
  beQuiet(isQuiet: boolean): void;
  requests(): number;
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

/** Every text in a value, at any depth. */
export const secretsOf = (value: unknown): readonly string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(secretsOf) : [];
};

/** Answers that list names of fields, columns and types: the schema of queries and no record. */
export const listsNames = /\/(?:Query\/(?:options|list)|CustomField\/List|ContactMethod\/Types)/i;

const publicValues = publicValuesOf(documents);

/** A person's or an organization's name, an address of mail, a phone number: nothing else looks like it. */
const isDistinctive = (value: string): boolean =>
  value.length >= 7 &&
  !publicValues.has(value) &&
  (/^[^\s/]+@[^\s/]+$/.test(value) ||
    /^\+?[\d ()-]{9,}$/.test(value) ||
    /^[A-Z][a-z]+(?: [A-Z][a-z.]+)+$/.test(value)) &&
  !/^\d{4}-\d\d/.test(value);

const presented = (request: IncomingMessage, body: string): readonly string[] => {
  const header = request.headers.authorization ?? "";
  const form = new URLSearchParams(body);
  return [
    ...["password", "refresh_token", "username"].flatMap((name) => form.get(name) ?? []),
    ...(header.startsWith("Bearer ") ? [header.slice("Bearer ".length)] : []),
  ];
};

/** A sandbox whose answers pass through a mode, served to the running test. */
export const servePlanted = async (mode: Mode, plant: Planter, scale = 30): Promise<PlantedTarget> => {
  const sandbox = createSandbox({ seed: 3, scale });
  const secrets = new Set<string>();
  const distinctive = new Set<string>();
  let quiet = false;
  let before = 0;
  let origin = "";

  const answered = async (request: IncomingMessage): Promise<Planted> => {
    const body = await bodyOf(request);
    const method = request.method ?? "GET";
    const heard: Heard = { before, method, path: request.url ?? "", body, secrets: presented(request, body) };
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
    if (answer.status < 300 && !listsNames.test(heard.path))
      for (const value of secretsOf(answer.body)) if (isDistinctive(value)) distinctive.add(value);
    return quiet ? answer : mode(answer, heard, plant);
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
  origin = await listening(server);
  onTestFinished(() => sandbox.close());
  const config = sandbox.config(origin);
  for (const { credentials } of Object.values(config.interfaces))
    for (const secret of secretsOf(credentials)) secrets.add(secret);
  return {
    origin,
    config,
    tokens: Object.fromEntries(
      Object.entries(config.interfaces).map(([name, { credentials }]) => [
        name,
        secretsOf(Object(credentials)[name === "crm" ? "apiKey" : "token"])[0] ?? "",
      ]),
    ),
    secrets,
    answered: distinctive,
    requests: () => before,
    beQuiet: (isQuiet) => {
      quiet = isQuiet;
    },
  };
};
