import type { RequestArbitraries } from "../../src/arbitraries/document-arbitraries.ts";
import { mainCredentialKey } from "../../src/builtin/interfaces.ts";
import * as fc from "fast-check";
import { arbitrariesOf } from "../arbitraries/builtin-arbitraries.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import { nearMissOf, type ModelArbitrary } from "../../src/arbitraries/model-arbitrary.ts";
import { operations } from "../../src/builtin/generated/operations.ts";
import { interfaceNames, type BuiltinInterface } from "../../src/builtin/interface-name.ts";
import type { Operation } from "../../src/core/model/operation.ts";
import { inProcessOrigin, type Sandbox } from "../../src/sandbox/sandbox.ts";
import { startSandbox } from "../../src/sandbox/serve.ts";
import { isNightly } from "../nightly.ts";
import { ask, jsonOf, type Sent } from "./ask.ts";
import { violationsOf } from "./crm/crm-bench.ts";
import { isFamilyError } from "./support.ts";

/** A request of an operation, before it is written down. */
interface Miss {
  readonly operation: Operation;
  readonly path: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** What is wrong with it. An address and a form are text, where a wrong type may turn out to be right. */
  readonly wrong: "address" | "form" | "body" | "json" | "media type" | "encoding" | "credential";
}

/** Requests of one operation with exactly one thing wrong. */
const missesOf = (operation: Operation, { path, query, body }: RequestArbitraries): fc.Arbitrary<Miss> => {
  const right = { operation: fc.constant(operation), path: path.valid, query: query.valid, body: body.valid };
  const missing = (model: ModelArbitrary<unknown>): fc.Arbitrary<unknown> =>
    nearMissOf(model).map(({ value }) => value);
  const misses: fc.Arbitrary<Miss>[] = [];
  const add = (
    wrong: Miss["wrong"],
    parts: Partial<Record<"path" | "query" | "body", fc.Arbitrary<unknown>>> = {},
  ) => misses.push(fc.record({ ...right, ...parts, wrong: fc.constant(wrong) }));

  if (path.nearMisses.length > 0) add("address", { path: missing(path) });
  if (query.nearMisses.length > 0) add("address", { query: missing(query) });
  if (operation.security !== "none") add("credential");
  if (operation.requestBody !== undefined) {
    const isJson = operation.requestBody.mediaType === "application/json";
    if (body.nearMisses.length > 0) add(isJson ? "body" : "form", { body: missing(body) });
    if (isJson) add("json");
    add("media type");
    add("encoding");
  }
  return fc.oneof(...misses);
};

const missesOn = (name: BuiltinInterface): fc.Arbitrary<Miss> =>
  fc.oneof(
    ...Object.values<Operation>(operations)
      .filter((operation) => operation.interface === name)
      .map((operation) => {
        return missesOf(operation, arbitrariesOf[name].request(operation.id));
      }),
  );

const textOf = (value: unknown): string =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed();

const entriesOf = (value: unknown): [string, string][] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).map(([name, one]) => [name.toWellFormed(), textOf(one)])
    : [];

const addressOf = ({ operation, path, query }: Miss): string => {
  const values = new Map(entriesOf(path));
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values.get(name) ?? ""),
  );
  return `/${operation.interface}${filled}?${new URLSearchParams(entriesOf(query)).toString()}`;
};

const bodyOf = ({ operation, body, wrong }: Miss): Pick<Sent, "body" | "headers"> => {
  const mediaType = operation.requestBody?.mediaType;
  if (mediaType === undefined) return {};
  const isForm = mediaType === "application/x-www-form-urlencoded";
  const written = isForm ? new URLSearchParams(entriesOf(body)).toString() : (JSON.stringify(body) ?? "");
  const headers = { "content-type": wrong === "media type" ? "text/csv" : mediaType };
  // Broken off in the middle, and never a value of its own.
  return { body: wrong === "json" ? `[${written}` : written, headers };
};

/** The same requests as in process, over HTTP. */
const overHttp = (origin: string, { wrong }: Miss): Pick<Sandbox, "fetch"> => ({
  fetch: async (request) => {
    const { method, headers } = request;
    const text = Buffer.from(await request.arrayBuffer());
    // A byte that no text in UTF-8 has.
    const body = wrong === "encoding" ? Buffer.concat([text, Buffer.of(0xff)]) : text;
    return fetch(request.url.replace(inProcessOrigin, origin), {
      method,
      headers,
      ...(method === "GET" ? {} : { body }),
    });
  },
});

describe("near misses over HTTP", () => {
  it.each(interfaceNames)(
    "of the %s interface are answered as documented and in its error family, never with a 500",
    async (name) => {
      const bugs: unknown[] = [];
      const served = await startSandbox({
        scale: 60,
        assumptions: { "U-27": 1_000_000, "U-28": 0, "U-29": 0 },
        onBug: (bug) => bugs.push(bug),
      });
      onTestFinished(() => served.close());
      const token = String(served.config.interfaces[name].credentials[mainCredentialKey(name)]);
      await fc.assert(
        fc.asyncProperty(missesOn(name), async (miss) => {
          const { operation, wrong } = miss;
          const answer = await ask(overHttp(served.origin, miss), addressOf(miss), {
            method: operation.method,
            token: wrong === "credential" ? `${token}x` : token,
            ...bodyOf(miss),
          });
          const answered = [operation.id, wrong, answer.status, answer.text];
          expect([answered, answer.status < 500]).toEqual([answered, true]);
          if (wrong !== "address" && wrong !== "form")
            expect([answered, answer.status >= 400]).toEqual([answered, true]);
          expect([answered, answer.status < 400 || isFamilyError(name, answer)]).toEqual([answered, true]);
          const sent = jsonOf(textOf(miss.body));
          expect([answered, violationsOf(operation.id, answer, sent)]).toEqual([answered, []]);
          expect(answer.text).not.toMatch(/\n\s+at |node:internal|SQLITE|\.ts:\d+/);
        }),
        { numRuns: isNightly ? 1000 : 40 },
      );
      expect(bugs).toEqual([]);
    },
  );
});
