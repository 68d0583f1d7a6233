import { compareDocuments } from "../../../src/consumers/diff/compare-documents.ts";
import type { Change } from "../../../src/consumers/diff/change.ts";
import type { ApiDocument } from "../../../src/documents/document.ts";
import { readDocumentText } from "../../../src/documents/read-document.ts";

export type Json = Readonly<Record<string, unknown>>;

export const documentOf = (root: Json): ApiDocument => readDocumentText("test.json", JSON.stringify(root));

export const changesBetween = (old: Json, now: Json): readonly Change[] =>
  compareDocuments({ old: documentOf(old), new: documentOf(now) });

export const kindsBetween = (old: Json, now: Json): readonly string[] =>
  changesBetween(old, now).map(({ kind }) => kind);

/** The text of a document with these paths. */
export const documentText = (paths: Json): string =>
  JSON.stringify({ openapi: "3.1.0", info: { title: "Gifts", version: "1" }, paths });

/** Paths with one operation, the list of gifts. */
export const giftPaths: Json = { "/gifts": { get: { operationId: "listGifts", responses: {} } } };

/** A document with one operation, `PUT /things/{id}`, parts of which are replaced. */
export const withOperation = (operation: Json = {}, rest: Json = {}): Json => ({
  openapi: "3.1.0",
  paths: {
    "/things/{id}": {
      put: {
        operationId: "putThing",
        "x-effect": "write",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        responses: { "200": { description: "done" } },
        ...operation,
      },
    },
  },
  ...rest,
});

const content = (schema: unknown): Json => ({ content: { "application/json": { schema } } });

/** A document whose one operation takes a body of this schema. */
export const withRequest = (schema: unknown, rest: Json = {}): Json =>
  withOperation({ requestBody: content(schema) }, rest);

/** A document whose one operation answers with a body of this schema. */
export const withResponse = (schema: unknown, rest: Json = {}): Json =>
  withOperation({ responses: { "200": { description: "done", ...content(schema) } } }, rest);

export const bodyOf = content;

const opposites: Readonly<Record<string, string>> = {
  added: "removed",
  widened: "narrowed",
  allowed: "refused",
  optional: "required",
  lifted: "imposed",
  opened: "closed",
  loosened: "tightened",
  attached: "detached",
};

const swapped: ReadonlyMap<string, string> = new Map(
  Object.entries(opposites).flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
);

/** The kind that a change has when the two versions are swapped. */
export const oppositeOf = (kind: string): string => {
  const mark = /(?:no-longer-)?(?:deprecated|read-only|write-only)$/.exec(kind)?.[0];
  if (mark !== undefined)
    return kind.replace(mark, mark.startsWith("no-") ? mark.replace("no-longer-", "") : `no-longer-${mark}`);
  return kind.replace(/[a-z]+$/, (last) => swapped.get(last) ?? last);
};
