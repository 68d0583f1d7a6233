import { send, type Check } from "../../../src/core/model/check.ts";
import type { Compiled, ValidateFunction } from "../../../src/core/model/compiled.ts";
import type { Contract } from "../../../src/core/model/contract.ts";
import {
  type Authorization,
  type Call,
  type Exchange,
  jsonOf,
  responseOf,
} from "../../../src/core/model/exchange.ts";
import { isObject } from "../../../src/core/model/json-object.ts";
import { configured } from "../../../src/core/model/secret.ts";
import { documents } from "./documents.ts";

const headingOf = (value: unknown): unknown => (isObject(value) ? value["heading"] : undefined);

/** A book has a heading, which is a text. */
const validateBook: ValidateFunction = (value) => {
  const isWhole = typeof headingOf(value) === "string";
  validateBook.errors = isWhole
    ? null
    : [
        {
          instancePath: "/heading",
          schemaPath: "#/$defs/Book/properties/heading/type",
          keyword: "type",
          params: { type: "string" },
        },
      ];
  return isWhole;
};

const compiled: Compiled = {
  validators: { "readBook.200": validateBook },
  unions: {},
  bans: {},
  textFormats: {},
};

const authorization: Authorization = { kind: "secret", secret: configured("library.credentials.token") };

const bookCall = (label: string, bookId: number, parts: Partial<Call> = {}): Call => ({
  operation: "readBook",
  path: { bookId },
  authorization,
  label,
  fresh: true,
  ...parts,
});

const common = { severity: "error", why: "", interfaces: ["library"] } as const;

const checks: readonly Check[] = [
  {
    ...common,
    id: "bodies-are-json",
    facts: ["ALL-01"],
    title: "Bodies are JSON",
    effect: "passive",
    applies: (exchange) => responseOf(exchange)?.status === 200,
    *judge(exchange) {
      if (responseOf(exchange)?.body.kind === "json") return;
      const message = "The body is no JSON.";
      yield { kind: "violation", rule: "type", message, exchange, expected: "JSON", actual: "text" };
    },
  },
  {
    ...common,
    id: "book-has-a-heading",
    facts: ["LIB-01"],
    title: "A book has a heading",
    effect: "passive",
    applies: ({ operation }) => operation === "readBook",
    *judge(exchange, { validate }) {
      for (const { facts, ...violation } of validate(exchange))
        if (facts.includes("LIB-01")) yield { kind: "violation", exchange, ...violation };
    },
  },
  {
    ...common,
    id: "book-is-replaced",
    facts: ["LIB-02"],
    title: "A book is replaced",
    effect: "write",
    needs: ["library.credentials.token", "library.scratch.bookId"],
    *plan({ setting }) {
      const bookId = Number(setting("library.scratch.bookId"));
      const body = { kind: "json", value: { heading: "Replaced" } } as const;
      yield* send(bookCall("replaced", bookId, { operation: "replaceBook", body }));
      yield* send(bookCall("read", bookId));
    },
    *judge(exchanges) {
      const read = exchanges.at(-1);
      if (read === undefined || headingOf(jsonOf(read)) === "Replaced") return;
      const message = "A replaced book still has its old heading.";
      yield { kind: "violation", rule: "relation", message, exchange: read, expected: "new", actual: "old" };
    },
  },
];

/** A whole platform of one interface, two operations and three facts. */
export const toyContract: Contract = {
  ...documents,
  compiled: () => compiled,
  schemaFacts: { library: { "#/$defs/Book/properties/heading": ["LIB-01"] } },
  notationFacts: new Set(),
  modelInstances: {},
  instanceConditions: {},
  unknowns: [{ id: "X-01", question: "How long is a heading?", places: [] }],
  checks,
  observers: [
    {
      id: "heading-lengths",
      unknowns: ["X-01"],
      interfaces: ["library"],
      watch() {
        let seen: Exchange | undefined;
        return {
          see: (exchange: Exchange) => void (seen ??= exchange),
          *observations() {
            if (seen === undefined) return;
            yield {
              kind: "observation" as const,
              unknown: "X-01",
              observed: "as long as it is",
              exchange: seen,
            };
          },
        };
      },
    },
  ],
  config: { schema: { type: "object" }, validate: () => true, problems: () => [] },
  scratch: { replaceBook: { kind: "path", parameter: "bookId", settings: ["library.scratch.bookId"] } },
  undoPlanOf({ operation, pathParameters }) {
    const path = `/v3/books/${pathParameters["bookId"]}`;
    return {
      kind: "record",
      record: `book ${pathParameters["bookId"]}`,
      readPath: path,
      undo: (before) => ({
        interface: "library",
        operation,
        method: "PUT",
        path,
        pathParameters,
        bodies: [{ heading: headingOf(before) }],
        readPath: path,
        recordId: String(pathParameters["bookId"]),
        shows: { kind: "fields", fields: { heading: headingOf(before) } },
        original: { kind: "fields", fields: { heading: headingOf(before) } },
        fact: "LIB-02",
      }),
    };
  },
};
