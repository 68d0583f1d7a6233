import { expect, it } from "vitest";
import { serve } from "./served.ts";

const long = "9007199254740993123";

/** The digits as they are in a document's text. */
const written = (value: unknown): unknown =>
  // Node has it; the compiler's library does not know it yet.
  (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(String(value));

const account = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "integer" }, name: { type: "string" } },
};
const content = (schema: object, example: unknown) => ({
  content: { "application/json": { schema, example } },
});
const shown = (schema: object, example: unknown) => ({
  "200": { description: "", ...content(schema, example) },
});

it("a long integer of an example is served digit for digit, as a record, as an answer and as a state", async () => {
  const { ask } = await serve({
    openapi: "3.0.3",
    info: { title: "Accounts", version: "1" },
    paths: {
      "/accounts": {
        get: { responses: shown({ type: "array", items: account }, [{ id: written(long), name: "Anna" }]) },
        post: { requestBody: content(account, { name: "Anna" }), responses: shown(account, { id: 1 }) },
      },
      "/accounts/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        get: { responses: shown(account, { id: 2 }) },
      },
      "/largest": { get: { responses: shown(account, { id: written(`-${long}`) }) } },
      "/limits": {
        get: {
          responses: shown(
            { type: "object", properties: { most: { type: "integer" } } },
            { most: written(long) },
          ),
        },
        put: {
          requestBody: content({ type: "object", properties: { most: { type: "integer" } } }, { most: 1 }),
          responses: { "204": { description: "" } },
        },
      },
    },
  });
  expect((await ask("GET /accounts")).text).toContain(`"id":${long}`);
  expect((await ask(`GET /accounts/${long}`)).text).toContain(`"id":${long}`);
  expect((await ask("GET /largest")).text).toBe(`{"id":-${long}}`);
  expect((await ask("GET /limits")).text).toBe(`{"most":${long}}`);
});
