import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { operations } from "../../../src/builtin/generated/operations.ts";
import type { Models, OperationIdsOf } from "../../../src/builtin/generated/operation-types.ts";
import type { Operation } from "../../../src/core/model/operation.ts";
import type { SandboxOptions } from "../../../src/sandbox/options.ts";
import { validateResponse } from "../../../src/builtin/validation.ts";
import type { Received, Sent } from "../ask.ts";
import { bench, type Bench } from "../support.ts";

type CrmOperation = OperationIdsOf<"crm">;

interface CrmCall extends Sent {
  /** Values of the path's parameters, in order. */
  readonly path?: readonly (string | number)[];
  /** Fields of a form, sent urlencoded. */
  readonly form?: Readonly<Record<string, string>>;
}

/** A sandbox, asked as a client of the CRM would. */
export interface CrmBench extends Bench {
  readonly apiKey: string;
  readonly otherKey: string;
  readonly noPrivateKey: string;
  readonly limitedKey: string;
  /** Calls a documented operation, by default with the API key; its answer must fit the documents. */
  call(operation: CrmOperation, call?: CrmCall): Promise<Received>;
  /** Asks any path below the CRM's base address, by default with the API key. */
  crm(path: string, sent?: Sent): Promise<Received>;
  record(name: string): number;
  scratch(name: string): number;
}

/** What the request calls the properties of a note, by the pointer to each in the answer. */
const sentNames: Readonly<Record<string, string>> = {
  "/noteDate": "noteDateTime",
  "/type": "type",
  "/note": "note",
  "/important": "important",
  "/isPrivate": "private",
};

/**
 * What the documents have against an answer. A property of a note that its replacement left out is gone (CRM-27),
 * which the documents do not have a form for.
 */
export const violationsOf = (operation: string, answer: Received, sentBody: unknown): readonly unknown[] => {
  if (answer.headers.get("content-type")?.startsWith("text/plain") === true) return [];
  const sent = new Set(typeof sentBody === "object" && sentBody !== null ? Object.keys(sentBody) : []);
  return validateResponse(operation, answer.status, answer.json).filter(({ pointer }) => {
    const name = operation === "replaceContactNote" ? sentNames[pointer] : undefined;
    return name === undefined || sent.has(name);
  });
};

/** The names of all documented properties of a model, sorted. */
export const propertiesOf = (model: keyof Models["crm"]): readonly string[] => {
  const schema = new URL(`../../../src/builtin/generated/schemas/crm/${model}.json`, import.meta.url);
  // Models of objects.
  const { properties } = JSON.parse(readFileSync(schema, "utf8")) as { properties: object };
  return Object.keys(properties).toSorted();
};

const described = (id: CrmOperation): Operation => operations[id];

const filled = (path: string, values: readonly (string | number)[]): string => {
  let index = 0;
  return path.replace(/\{\w+\}/g, () => encodeURIComponent(String(values[index++])));
};

export const crmBench = (options: SandboxOptions = {}): CrmBench => {
  const made = bench({ scale: 60, ...options });
  const apiKey = made.credential("crm", "apiKey");
  const crm = (path: string, sent: Sent = {}): Promise<Received> =>
    made.ask(`/crm${path}`, { token: apiKey, ...sent });
  return {
    ...made,
    apiKey,
    otherKey: made.credential("crm", "otherOrganizationApiKey"),
    noPrivateKey: made.credential("crm", "noPrivateApiKey"),
    limitedKey: made.credential("crm", "limitedApiKey"),
    crm,
    call: async (id, { path = [], form, ...sent } = {}) => {
      const { method, path: template } = described(id);
      const answer = await crm(filled(template, path), {
        method,
        ...(form === undefined
          ? {}
          : {
              body: new URLSearchParams(form).toString(),
              headers: { "content-type": "application/x-www-form-urlencoded" },
            }),
        ...sent,
      });
      expect([id, answer.status, violationsOf(id, answer, sent.body)]).toEqual([id, answer.status, []]);
      return answer;
    },
    record: (name) => Number(made.setting("crm", "records", name)),
    scratch: (name) => Number(made.setting("crm", "scratch", name)),
  };
};

/** Status and code of an error: `[404, "NOT_FOUND"]`. */
export const errorOf = (answer: Received): [number, unknown] => [answer.status, answer.at("/error/code")];
