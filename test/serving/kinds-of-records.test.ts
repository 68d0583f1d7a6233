import { describe, expect, it } from "vitest";
import { serve } from "./served.ts";

const json = (schema: object, example?: unknown) => ({
  content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } },
});
const said = (schema?: object, example?: unknown) => ({
  "200": { description: "", ...(schema === undefined ? {} : json(schema, example)) },
});
const id = (name: string) => ({ name, in: "path", required: true, schema: { type: "string" } });
const object = (properties: object, ...required: readonly string[]) => ({
  type: "object",
  properties,
  required,
});
const text = { type: "string" };
const listOf = (items: object) => ({ type: "array", items });
const documentOf = (paths: object, schemas: object = {}) => ({
  openapi: "3.0.3",
  info: { title: "Kinds", version: "1" },
  paths,
  components: { schemas },
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const event = object({ at: text, kind: { type: "string", enum: ["open", "shut"] } }, "at", "kind");
const examples = ["open", "shut", "open", "open"].map((kind, at) => ({ at: `day ${at}`, kind }));

describe("records that nothing but a list shows", () => {
  const events = documentOf({
    "/events": {
      get: {
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer" } },
          { name: "offset", in: "query", schema: { type: "integer" } },
          { name: "kind", in: "query", schema: text },
        ],
        responses: said(object({ events: listOf(event), total: { type: "integer" } }, "events", "total"), {
          events: examples,
          total: 4,
        }),
      },
    },
    "/overview": {
      get: { responses: said(object({ name: text, events: listOf(event) }, "name", "events")) },
    },
  });

  it("are all that the document shows as examples, page by page and by a filter", async () => {
    const { ask } = await serve(events);
    expect((await ask("GET /events")).json).toEqual({ events: examples, total: 4 });
    expect((await ask("GET /events?kind=open&limit=2&offset=1")).json).toEqual({
      events: [examples[2], examples[3]],
      total: 3,
    });
  });

  it("are no records where a request can ask for an example by its name", async () => {
    const { ask } = await serve(
      documentOf({
        "/found": {
          get: {
            parameters: [
              {
                name: "at",
                in: "query",
                schema: text,
                examples: { none: { value: "never" }, some: { value: "day" } },
              },
            ],
            responses: {
              "200": {
                description: "",
                content: {
                  "application/json": {
                    schema: listOf(event),
                    examples: { some: { value: examples.slice(0, 1) }, none: { value: [] } },
                  },
                },
              },
            },
          },
        },
      }),
    );
    expect((await ask("GET /found?at=never")).json).toEqual([]);
    expect((await ask("GET /found?at=day")).json).toEqual(examples.slice(0, 1));
    expect((await ask("GET /found?at=elsewhen")).json).toEqual(examples.slice(0, 1));
  });

  it("are no records where the list is a part of something else", async () => {
    const { ask } = await serve(events);
    expect((await ask("GET /overview")).at("/name")).toEqual(expect.any(String));
  });

  it("are added by a POST beside the list, but not by one that asks for it in another way", async () => {
    const { ask } = await serve(
      documentOf({
        "/hints": {
          get: { responses: said(listOf(event)) },
          post: { requestBody: json(event), responses: said(event) },
        },
        "/search": {
          get: { responses: said(listOf(event), examples) },
          post: { requestBody: json(event), responses: said(listOf(event), examples) },
        },
      }),
    );
    const hint = { at: "now", kind: "shut" };
    expect((await ask("POST /hints", { body: hint })).json).toEqual(hint);
    expect((await ask("GET /hints")).json).toContainEqual(hint);
    expect((await ask("POST /search", { body: hint })).json).toEqual(examples);
    expect((await ask("GET /search")).json).toEqual(examples);
  });
});

describe("what operations are called", () => {
  it("does not keep them from creating and changing records", async () => {
    const invitation = object({ id: text, name: text }, "id", "name");
    const { ask } = await serve(
      documentOf({
        "/invites": {
          post: {
            operationId: "inviteSomebody",
            requestBody: json(object({ name: text })),
            responses: said(invitation),
          },
        },
        "/invites/{id}": {
          parameters: [id("id")],
          get: { responses: said(invitation) },
          put: {
            operationId: "resetInvite",
            requestBody: json(object({ name: text })),
            responses: said(invitation),
          },
        },
      }),
    );
    const made = await ask("POST /invites", { body: { name: "Anna" } });
    const path = `/invites/${String(made.at("/id"))}`;
    expect((await ask(`PUT ${path}`, { body: { name: "Bela" } })).at("/name")).toBe("Bela");
    expect((await ask(`GET ${path}`)).at("/name")).toBe("Bela");
  });
});

describe("records that are never read", () => {
  it("are there to be changed once they are created", async () => {
    const remark = object({ remarkId: text, words: text }, "remarkId");
    const { ask } = await serve(
      documentOf({
        "/remarks": { post: { requestBody: json(object({ words: text })), responses: said(remark) } },
        "/remarks/{id}": {
          parameters: [id("id")],
          put: { requestBody: json(object({ words: text })), responses: said(remark) },
        },
      }),
    );
    const made = await ask("POST /remarks", { body: { words: "well" } });
    const changed = await ask(`PUT /remarks/${String(made.at("/remarkId"))}`, { body: { words: "done" } });
    expect(changed.json).toEqual({ remarkId: made.at("/remarkId"), words: "done" });
    expect((await ask("PUT /remarks/nobody", { body: {} })).status).toBe(404);
  });
});

describe("a list that is sent as a whole", () => {
  const variant = object({ name: text, weight: { type: "integer" } }, "name");
  const patch = object(
    {
      op: { type: "string", enum: ["add", "remove", "replace", "copy", "move", "test"] },
      path: text,
      value: {},
    },
    "op",
    "path",
  );
  const variants = object(
    { version: { type: "integer" }, variants: listOf(ref("Variant")) },
    "version",
    "variants",
  );
  const document = documentOf(
    {
      "/flags": {
        get: { responses: said(listOf(ref("Flag"))) },
        post: { requestBody: json(ref("Flag")), responses: said(ref("Flag")) },
      },
      "/flags/{name}": { parameters: [id("name")], get: { responses: said(ref("Flag")) } },
      "/flags/{name}/variants": {
        parameters: [id("name")],
        get: { responses: said(ref("Variants"), { version: 1, variants: [] }) },
        put: { requestBody: json(listOf(ref("Variant"))), responses: said(ref("Variants")) },
        patch: { requestBody: json(listOf(ref("Patch"))), responses: said(ref("Variants")) },
      },
      "/strangers/{name}/flags": {
        parameters: [id("name")],
        get: { responses: said(listOf(ref("Flag")), []) },
      },
    },
    { Flag: object({ name: text }, "name"), Variant: variant, Variants: variants, Patch: patch },
  );

  it("is kept for each record, and taken as a patch where the schema says so", async () => {
    const { ask } = await serve(document);
    await ask("POST /flags", { body: { name: "dark" } });
    const sent = [{ name: "a" }, { name: "b" }];
    expect((await ask("PUT /flags/dark/variants", { body: sent })).json).toEqual({
      version: 1,
      variants: sent,
    });
    const patched = await ask("PATCH /flags/dark/variants", {
      body: [
        { op: "add", path: "/-", value: { name: "c" } },
        { op: "remove", path: "/0" },
      ],
    });
    expect(patched.at("/variants")).toEqual([{ name: "b" }, { name: "c" }]);
    expect((await ask("GET /flags/dark/variants")).json).toEqual(patched.json);
    expect((await ask("PUT /flags/nobody/variants", { body: sent })).status).toBe(404);
  });

  it("is no list of records that are below something else", async () => {
    const { ask } = await serve(document);
    await ask("POST /flags", { body: { name: "dark" } });
    expect((await ask("GET /strangers/somebody/flags")).json).toEqual([]);
  });
});

describe("an id that no record can have", () => {
  const thing = object({ id: { type: "integer" } }, "id");
  const itemOf = (...refusals: readonly string[]) =>
    documentOf({
      "/things": { get: { responses: said(listOf(thing)) } },
      "/things/{id}": {
        get: {
          parameters: [{ ...id("id"), schema: { type: "integer" } }],
          responses: {
            ...said(thing),
            ...Object.fromEntries(refusals.map((one) => [one, { description: "" }])),
          },
        },
      },
    });

  it.each([
    [404, ["404"]],
    [400, ["400", "404"]],
    [422, ["422", "404"]],
    [400, []],
  ])("is refused as documented: %i of %j", async (status, listed) => {
    const { ask } = await serve(itemOf(...listed));
    expect((await ask("GET /things/abc")).status).toBe(status);
  });
});

describe("a list of new records", () => {
  const guest = object({ name: text, age: { type: "integer" } }, "name");
  const document = (answer: object) =>
    documentOf(
      {
        "/guests": {
          get: { responses: said(listOf(ref("Guest"))) },
          post: {
            requestBody: json(ref("Guest")),
            responses: { ...said(ref("Guest")), "409": { description: "" } },
          },
        },
        "/guests/withList": {
          post: {
            requestBody: json(listOf(ref("Guest"))),
            responses: { ...said(answer), "409": { description: "" } },
          },
        },
        "/guests/{name}": { parameters: [id("name")], get: { responses: said(ref("Guest")) } },
      },
      { Guest: guest },
    );
  const guests = [{ name: "Ada", age: 3 }, { name: "Bo" }];

  it.each([
    ["all of them", listOf(ref("Guest")), guests],
    ["the last one", ref("Guest"), guests[1]],
  ])("creates each, and answers with %s", async (_, answer, shown) => {
    const { ask } = await serve(document(answer), { choices: { records: "0" } });
    expect((await ask("POST /guests/withList", { body: guests })).json).toEqual(shown);
    expect((await ask("GET /guests")).json).toEqual(guests);
    // All or none.
    const again = await ask("POST /guests/withList", { body: [{ name: "Cy" }, { name: "Ada" }] });
    expect(again.status).toBe(409);
    expect((await ask("GET /guests/Cy")).status).toBe(404);
  });
});
