import { expect, test } from "vitest";
import { typesIn } from "../../../src/generators/artefacts/types.ts";

const documentWith = (responses: object, schemas: object): object => ({
  openapi: "3.1.0",
  info: { title: "a", version: "1" },
  paths: { "/a": { get: { responses } } },
  components: { schemas },
});

const answering = (model: string): object => ({
  description: "d",
  content: { "application/json": { schema: { $ref: `#/components/schemas/${model}` } } },
});

const open = { description: "Not stated." };
const stated = { type: "object", properties: { title: { type: "string" } } };

const typesOf = (responses: object, schemas: object): Promise<string> =>
  typesIn(documentWith(responses, schemas));

const anything = '"application/json": Record<string, unknown>;';

test("an error body that nothing is stated of swallows no stated one, and is unknown where it is the only one", async () => {
  const models = { Open: open, Stated: stated };
  expect(await typesOf({ 400: answering("Stated"), 429: answering("Open") }, models)).toContain(anything);
  expect(await typesOf({ 400: answering("Stated"), default: answering("Open") }, models)).toContain(anything);
  expect(await typesOf({ 500: answering("Open") }, models)).not.toContain(anything);
  expect(await typesOf({ 200: answering("Open"), 400: answering("Stated") }, models)).not.toContain(anything);
});
