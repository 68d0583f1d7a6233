import { describe, expect, it } from "vitest";
import { serve } from "./served.ts";

const note = {
  type: "object",
  required: ["id", "text"],
  properties: {
    id: { type: "integer" },
    text: { type: "string" },
    words: { type: "array", items: { type: "string" } },
  },
};
const json = (schema: object, mediaType = "application/json") => ({ content: { [mediaType]: { schema } } });
const etag = { headers: { ETag: { schema: { type: "string" } } } };
const header = (name: string) => ({ name, in: "header", schema: { type: "string" } });
const shown = { "200": { description: "", ...json(note), ...etag } };
const refusals = Object.fromEntries(
  ["400", "404", "409", "412", "422"].map((status) => [status, { description: "" }]),
);
const change = { type: "object", properties: { text: { type: "string" } } };

/** Notes whose states have names, beside others that say nothing of them. */
const documentOf = (isConditional: boolean) => ({
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  paths: {
    "/notes": {
      post: {
        requestBody: json(change),
        responses: isConditional ? shown : { "200": { description: "", ...json(note) } },
      },
    },
    "/notes/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: isConditional
        ? {
            parameters: [header("If-None-Match")],
            responses: { ...shown, "304": { description: "" }, ...refusals },
          }
        : { responses: { "200": { description: "", ...json(note) } } },
      put: {
        ...(isConditional ? { parameters: [header("If-Match")] } : {}),
        requestBody: json(change),
        responses: isConditional ? { ...shown, ...refusals } : { "200": { description: "", ...json(note) } },
      },
      patch: {
        requestBody: {
          content: {
            "application/merge-patch+json": { schema: { type: "object" } },
            "application/json-patch+json": { schema: { type: "array", items: { type: "object" } } },
          },
        },
        responses: {
          "200": { description: "", ...json(note) },
          "404": { description: "" },
          "409": { description: "" },
          "422": { description: "" },
        },
      },
      delete: { responses: { "204": { description: "" }, ...(isConditional ? refusals : {}) } },
    },
  },
});

describe("a document that names states", () => {
  it("answers 304 to a state that is known, and 412 to a change of another one", async () => {
    const { ask } = await serve(documentOf(true));
    const made = await ask("POST /notes", { body: { text: "one" } });
    const path = `/notes/${String(made.at("/id"))}`;
    const first = made.headers.get("etag") ?? "";
    expect(first).toMatch(/^"[\w-]+"$/);
    const read = await ask(`GET ${path}`, { headers: { "if-none-match": `"other", W/${first}` } });
    expect([read.status, read.text, read.headers.get("etag")]).toEqual([304, "", first]);
    const changed = await ask(`PUT ${path}`, { body: { text: "two" }, headers: { "if-match": first } });
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).toMatch(/^"[\w-]+"$/);
    expect(changed.headers.get("etag")).not.toBe(first);
    expect((await ask(`GET ${path}`, { headers: { "if-none-match": first } })).status).toBe(200);
    const stale = { headers: { "if-match": first } };
    expect((await ask(`PUT ${path}`, { body: { text: "three" }, ...stale })).status).toBe(412);
    // The document lists 412 for it.
    expect((await ask(`DELETE ${path}`, stale)).status).toBe(412);
    expect((await ask(`GET ${path}`)).at("/text")).toBe("two");
    expect((await ask(`PUT ${path}`, { body: { text: "four" }, headers: { "if-match": "*" } })).status).toBe(
      200,
    );
    expect((await ask(`DELETE ${path}`)).status).toBe(204);
    expect((await ask(`DELETE ${path}`, stale)).status).toBe(404);
  });

  it("is the only one that does", async () => {
    const { ask } = await serve(documentOf(false));
    const made = await ask("POST /notes", { body: { text: "one" } });
    expect(made.headers.get("etag")).toBeNull();
    const path = `/notes/${String(made.at("/id"))}`;
    const changed = await ask(`PUT ${path}`, { body: { text: "two" }, headers: { "if-match": '"other"' } });
    expect(changed.status).toBe(200);
  });
});

describe("an ETag of what there is beside records", () => {
  const theme = { $ref: "#/components/schemas/Theme" };
  const user = { $ref: "#/components/schemas/User" };
  const themed = { "200": { description: "", ...json(theme), ...etag } };
  const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  const settings = {
    get: { responses: themed },
    put: {
      parameters: [header("If-Match")],
      requestBody: json(theme),
      responses: { "204": { description: "", ...etag }, ...refusals },
    },
    patch: {
      parameters: [header("If-Match")],
      requestBody: json(theme),
      responses: { ...themed, ...refusals },
    },
    delete: { parameters: [header("If-Match")], responses: { "204": { description: "" }, ...refusals } },
  };
  const ofUser = { responses: { "200": { description: "", ...json(user), ...etag }, ...refusals } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Settings", version: "1" },
    components: {
      schemas: {
        Theme: { type: "object", properties: { theme: { type: "string" }, size: { type: "integer" } } },
        User: {
          type: "object",
          required: ["id"],
          properties: { id: { type: "integer" }, name: { type: "string" } },
        },
      },
    },
    paths: {
      "/settings": settings,
      "/users": {
        post: { requestBody: json(user), ...ofUser },
        put: { parameters: [header("If-Match")], requestBody: json(user), ...ofUser },
      },
      "/users/{id}": { parameters: [id], get: ofUser },
      "/users/{id}/settings": { parameters: [id], ...settings },
    },
  };

  it.each(["/settings", "/users/{id}/settings"])("is that of its state alone: %s", async (template) => {
    const { ask } = await serve(document);
    const made = await ask("POST /users", { body: { id: 70, name: "A" } });
    const path = template.replace("{id}", String(made.at("/id")));
    const etagNow = async () => (await ask(`GET ${path}`)).headers.get("etag") ?? "";
    const change = (method: string, ifMatch: string, body: object) =>
      ask(`${method} ${path}`, { body, headers: { "if-match": ifMatch } });
    const first = await etagNow();
    expect(first).toMatch(/^"[\w-]+"$/);
    const put = await change("PUT", first, { theme: "dark", size: 3 });
    const second = await etagNow();
    expect([put.status, put.headers.get("etag")]).toEqual([204, second]);
    expect(second).not.toBe(first);
    expect((await change("PUT", first, { theme: "light" })).status).toBe(412);
    expect((await change("PATCH", first, { theme: "light" })).status).toBe(412);
    expect((await change("PATCH", made.headers.get("etag") ?? "", { theme: "light" })).status).toBe(412);
    expect((await ask(`GET ${path}`)).json).toEqual({ theme: "dark", size: 3 });
    const patched = await change("PATCH", second, { theme: "light" });
    expect([patched.status, patched.json]).toEqual([200, { theme: "light", size: 3 }]);
    const third = await etagNow();
    expect(patched.headers.get("etag")).toBe(third);
    expect((await ask(`DELETE ${path}`, { headers: { "if-match": second } })).status).toBe(412);
    expect((await ask(`DELETE ${path}`, { headers: { "if-match": third } })).status).toBe(204);
  });

  it("is that of the record that a body names", async () => {
    const { ask } = await serve(document);
    const made = await ask("POST /users", { body: { id: 70, name: "A" } });
    const body = { id: made.at("/id"), name: "B" };
    const headers = { "if-match": made.headers.get("etag") ?? "" };
    const put = await ask("PUT /users", { body, headers });
    expect([put.status, put.json]).toEqual([200, body]);
    expect((await ask("PUT /users", { body, headers })).status).toBe(412);
  });
});

describe("a change by a patch", () => {
  const patched = async (patch: unknown, mediaType = "application/json-patch+json") => {
    const { ask } = await serve(documentOf(false));
    const made = await ask("POST /notes", { body: { text: "one" } });
    const path = `/notes/${String(made.at("/id"))}`;
    await ask(`PATCH ${path}`, {
      body: { words: ["a", "b"] },
      headers: { "content-type": "application/merge-patch+json" },
    });
    const { status } = await ask(`PATCH ${path}`, { body: patch, headers: { "content-type": mediaType } });
    const { id: _, ...now } = (await ask(`GET ${path}`)).json as { id: number };
    return { status, now };
  };
  const before = { text: "one", words: ["a", "b"] };

  it.each([
    [[{ op: "replace", path: "/text", value: "two" }], { ...before, text: "two" }],
    [[{ op: "add", path: "/words/1", value: "c" }], { ...before, words: ["a", "c", "b"] }],
    [[{ op: "add", path: "/words/-", value: "c" }], { ...before, words: ["a", "b", "c"] }],
    [[{ op: "remove", path: "/words" }], { text: "one" }],
    [[{ op: "move", from: "/words/0", path: "/words/1" }], { ...before, words: ["b", "a"] }],
    [[{ op: "copy", from: "/words/0", path: "/text" }], { ...before, text: "a" }],
    [
      [
        { op: "test", path: "/text", value: "one" },
        { op: "replace", path: "/text", value: "x" },
      ],
      { ...before, text: "x" },
    ],
    [[], before],
  ])("is carried out (RFC 6902): %j", async (patch, now) => {
    expect(await patched(patch)).toEqual({ status: 200, now });
  });

  it.each([
    [
      "a test that fails",
      409,
      [
        { op: "replace", path: "/text", value: "x" },
        { op: "test", path: "/text", value: "y" },
      ],
    ],
    [
      "a path that leads nowhere",
      422,
      [
        { op: "replace", path: "/text", value: "x" },
        { op: "remove", path: "/nothing" },
      ],
    ],
    ["an index beyond the end", 422, [{ op: "add", path: "/words/4", value: "c" }]],
    ["an operation that there is not", 422, [{ op: "swap", path: "/text", value: "c" }]],
    ["a copy from nowhere", 422, [{ op: "copy", path: "/whole" }]],
    ["a move from nowhere", 422, [{ op: "move", path: "/text" }]],
    ["a copy from what is no pointer", 422, [{ op: "copy", from: "xwords/0", path: "/text" }]],
    ["a move from what is no pointer", 422, [{ op: "move", from: "xwords/0", path: "/text" }]],
    ["what must be there is removed", 422, [{ op: "remove", path: "/text" }]],
    [
      "copies of copies without end",
      422,
      Array.from({ length: 22 }, () => ({ op: "copy", from: "/words", path: "/words/-" })),
    ],
    [
      "many copies of a long text",
      422,
      [
        { op: "replace", path: "/text", value: "x".repeat(100_000) },
        ...Array.from({ length: 120 }, (_, at) => ({ op: "copy", from: "/text", path: `/text${at}` })),
      ],
    ],
  ])("is refused whole: %s", async (_, status, patch) => {
    expect(await patched(patch)).toEqual({ status, now: before });
  });

  it("is refused whole where what there is once would not fit its schema", async () => {
    const theme = { type: "object", required: ["size"], properties: { size: { type: "integer" } } };
    const { ask } = await serve({
      openapi: "3.1.0",
      info: { title: "Settings", version: "1" },
      paths: {
        "/settings": {
          get: { responses: { "200": { description: "", ...json(theme) } } },
          put: { requestBody: json(theme), responses: { "204": { description: "" } } },
          patch: {
            requestBody: json({ type: "array", items: { type: "object" } }, "application/json-patch+json"),
            responses: { "204": { description: "" }, "409": { description: "" }, "422": { description: "" } },
          },
        },
      },
    });
    await ask("PUT /settings", { body: { size: 1 } });
    const statusOf = async (...patch: readonly object[]) => {
      const headers = { "content-type": "application/json-patch+json" };
      return (await ask("PATCH /settings", { body: patch, headers })).status;
    };
    expect(await statusOf({ op: "replace", path: "/size", value: "large" })).toBe(422);
    expect(await statusOf({ op: "remove", path: "/size" })).toBe(422);
    expect((await ask("GET /settings")).json).toEqual({ size: 1 });
    expect(await statusOf({ op: "replace", path: "/size", value: 2 })).toBe(204);
    expect((await ask("GET /settings")).json).toEqual({ size: 2 });
  });

  it("merges where that is the media type (RFC 7396)", async () => {
    const merge = { words: null, text: "two" };
    expect(await patched(merge, "application/merge-patch+json")).toEqual({
      status: 200,
      now: { text: "two" },
    });
  });
});
