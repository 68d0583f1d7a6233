import { onTestFinished } from "vitest";
import { valueAtPointer } from "../../src/core/formats/json-pointer.ts";
import { readDocumentText } from "../../src/documents/read-document.ts";
import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import type { SandboxOptions } from "../../src/sandbox/options.ts";
import { type DocumentSettings, prepareDocument } from "../../src/serving/prepare-document.ts";

interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the credentials are left out. */
  readonly isStranger?: boolean;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
  at(pointer: string): unknown;
}

export interface ServedBench {
  readonly sandbox: Sandbox;
  readonly baseUrl: string;
  readonly credentials: Readonly<Record<string, unknown>>;
  /** Asks `METHOD /path` of the document's interface. */
  ask(request: string, sent?: Sent): Promise<Answered>;
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A sandbox with one document, called `shop`. */
export const serve = async (
  document: object,
  settings: DocumentSettings = {},
  options: SandboxOptions = {},
): Promise<ServedBench> => {
  const prepared = await prepareDocument(
    "shop",
    readDocumentText("shop.json", JSON.stringify(document)),
    settings,
  );
  const bugs: unknown[] = [];
  const sandbox = createSandbox({
    scale: 1,
    onBug: (bug) => bugs.push(bug),
    ...options,
    openapi: [prepared],
  });
  onTestFinished(async () => {
    await sandbox.close();
    if (bugs.length > 0) throw bugs[0];
  });
  const { baseUrl = "", credentials = {} } = sandbox.config().interfaces["shop"] ?? {};
  return {
    sandbox,
    baseUrl,
    credentials,
    ask: async (request, { body, headers = {}, isStranger = false } = {}) => {
      const [method = "", path = ""] = request.split(" ");
      const response = await sandbox.fetch(
        new Request(`${baseUrl}${path}`, {
          method,
          headers: {
            ...(isStranger ? {} : { authorization: `Bearer ${String(credentials["bearerAuth"])}` }),
            ...(body === undefined ? {} : { "content-type": "application/json" }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
        }),
      );
      const text = await response.text();
      const json = jsonOf(text);
      return {
        status: response.status,
        headers: response.headers,
        text,
        json,
        at: (pointer) => valueAtPointer(json, pointer),
      };
    },
  };
};
