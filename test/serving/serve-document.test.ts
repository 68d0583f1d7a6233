import { describe, expect, it, onTestFinished } from "vitest";
import { check } from "../../src/index.ts";
import { UsageError } from "../../src/core/model/usage-error.ts";
import { startSandbox } from "../../src/sandbox/serve.ts";
import { readDocumentText } from "../../src/documents/read-document.ts";
import { prepareDocument } from "../../src/serving/prepare-document.ts";
import { shopDocument } from "../contracts/shop-document.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { serve } from "./served.ts";

const note = {
  type: "object",
  required: ["id", "text"],
  properties: { id: { type: "integer" }, text: { type: "string" } },
};
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const ok = (schema: object) => ({ "200": { description: "ok", ...json(schema) } });

/** Nothing but what is needed. */
const notes = {
  openapi: "3.0.3",
  info: { title: "Notes", version: "1" },
  paths: {
    "/notes": {
      get: { responses: ok({ type: "array", items: note }) },
      post: {
        requestBody: json({ type: "object", properties: { text: { type: "string" } } }),
        responses: ok(note),
      },
    },
    "/notes/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: ok(note) },
      delete: { responses: { "204": { description: "gone" } } },
    },
  },
};

const order = { name: "Kite", kind: "toy", count: 2 };

describe("a resource of a document", () => {
  it("is created, read, replaced, changed and removed, with ids and defaults of the document", async () => {
    const { ask } = await serve(shopDocument);
    const created = await ask("POST /orders", { body: { ...order, secret: "s" } });
    expect([created.status, created.json]).toEqual([201, expect.objectContaining(order)]);
    expect(created.at("/id")).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
    expect(created.at("/secret")).toBeUndefined();
    const path = `/orders/${String(created.at("/id"))}`;
    expect(created.headers.get("location")).toMatch(new RegExp(`${path}$`));
    expect((await ask(`GET ${path}`)).json).toEqual(created.json);
    const changed = await ask(`PATCH ${path}`, { body: { count: 3 } });
    expect(changed.json).toEqual({ ...(created.json as object), count: 3 });
    const replaced = await ask(`PUT ${path}`, { body: { name: "Drum", kind: "toy", count: 1 } });
    expect([replaced.at("/name"), replaced.at("/id")]).toEqual(["Drum", created.at("/id")]);
    expect((await ask(`DELETE ${path}`)).status).toBe(204);
    for (const request of [`GET ${path}`, `DELETE ${path}`]) expect((await ask(request)).status).toBe(404);
  });

  it("is listed by page and filter, with the total of all", async () => {
    const { ask } = await serve(shopDocument, { choices: { records: "0" } });
    for (const [name, kind] of [
      ["A", "toy"],
      ["B", "book"],
      ["C", "toy"],
    ])
      await ask("POST /orders", { body: { ...order, name, kind } });
    const names = async (query: string) => {
      const page = await ask(`GET /orders${query}`);
      return [(page.json as { name: string }[]).map(({ name }) => name), page.headers.get("x-total-count")];
    };
    expect(await names("")).toEqual([["A", "B", "C"], "3"]);
    expect(await names("?limit=2")).toEqual([["A", "B"], "3"]);
    expect(await names("?kind=toy")).toEqual([["A", "C"], "2"]);
    expect(await names("?kind=toy&kind=book")).toEqual([["A", "B", "C"], "3"]);
  });

  it("is refused as the document says where a request contradicts it, and changes nothing", async () => {
    const { ask } = await serve(shopDocument, { choices: { records: "1" } });
    const before = await ask("GET /orders");
    for (const [request, body, status, field] of [
      ["POST /orders", { ...order, count: 0 }, 400, "count"],
      ["POST /orders", { kind: "toy", count: 1 }, 400, "name"],
      ["POST /orders", { ...order, address: {} }, 400, "address.street"],
      ["POST /orders", "{", 400, "not JSON"],
      ["GET /orders?limit=0", undefined, 400, "limit"],
      ["GET /orders?limit=x", undefined, 400, "limit"],
      ["GET /orders/nothing", undefined, 400, "id"],
    ] as const) {
      const answer = await ask(request, body === undefined ? {} : { body });
      expect([request, answer.status, answer.text.includes(field)]).toEqual([request, status, true]);
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
    }
    const asText = await ask("POST /orders", { body: "a", headers: { "content-type": "text/plain" } });
    expect(asText.status).toBe(415);
    expect((await ask("GET /orders")).json).toEqual(before.json);
  });

  it("accepts the printed credentials and no others", async () => {
    const { ask, credentials } = await serve(shopDocument);
    const statusWith = async (headers: Record<string, string>) =>
      (await ask("GET /orders", { isStranger: true, headers })).status;
    expect(await statusWith({})).toBe(401);
    expect(await statusWith({ authorization: "Bearer wrong" })).toBe(401);
    expect(await statusWith({ authorization: `Bearer ${String(credentials["key"])}` })).toBe(401);
    expect((await ask("GET /orders")).status).toBe(200);
    expect((await ask("GET /health", { isStranger: true })).json).toEqual({ up: true });
  });

  it("has state that snapshots, resets and the clock know", async () => {
    const { ask, sandbox } = await serve(shopDocument, {}, { control: true });
    const control = (path: string, method: string) =>
      sandbox.fetch(
        new Request(`http://sandbox.test/control${path}`, {
          method,
          headers: { "content-type": "application/json" },
          body: "{}",
        }),
      );
    const before = (await ask("GET /orders")).json;
    await control("/snapshots/one", "PUT");
    await ask("POST /orders", { body: order });
    expect((await ask("GET /orders")).json).not.toEqual(before);
    expect((await control("/snapshots/one/restore", "POST")).status).toBeLessThan(300);
    expect((await ask("GET /orders")).json).toEqual(before);
    await ask("POST /orders", { body: order });
    await control("/reset", "POST");
    expect((await ask("GET /orders")).json).toEqual(before);
  });

  it("has its address and its credentials on the start page", async () => {
    const { sandbox, baseUrl, credentials } = await serve(shopDocument);
    const page = await (await sandbox.fetch(new Request("http://sandbox.test/"))).text();
    expect([baseUrl, String(credentials["bearerAuth"])].filter((text) => !page.includes(text))).toEqual([]);
  });

  it("is the same for the same seed", async () => {
    const [one, same, other] = await Promise.all(
      [1, 1, 2].map(
        async (seed) => (await (await serve(shopDocument, {}, { seed })).ask("GET /orders")).text,
      ),
    );
    expect(one).toBe(same);
    expect(one).not.toBe(other);
  });
});

describe("state without a record's own read", () => {
  const token = {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer" }, label: { type: "string" } },
  };
  const settings = {
    type: "object",
    properties: { theme: { type: "string", enum: ["light", "dark"] }, size: { type: "integer" } },
  };
  const document = {
    openapi: "3.0.3",
    info: { title: "Tokens", version: "1" },
    paths: {
      "/tokens": {
        get: { responses: ok({ type: "object", properties: { tokens: { type: "array", items: token } } }) },
        post: { requestBody: json(token), responses: { "201": { description: "created" } } },
      },
      "/tokens/{id}": {
        delete: {
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
          responses: { "204": { description: "gone" }, "404": { description: "never there" } },
        },
      },
      "/settings": {
        get: { responses: ok(settings) },
        put: { requestBody: json(settings), responses: { "204": { description: "set" } } },
      },
    },
  };

  it("shows in the list of the records", async () => {
    const { ask } = await serve(document, { choices: { records: "0" } });
    await ask("POST /tokens", { body: { id: 7, label: "A" } });
    expect((await ask("GET /tokens")).json).toEqual({ tokens: [{ id: 7, label: "A" }] });
    expect((await ask("DELETE /tokens/7")).status).toBe(204);
    expect((await ask("GET /tokens")).json).toEqual({ tokens: [] });
    expect((await ask("DELETE /tokens/7")).status).toBe(404);
  });

  it("shows where a path has one thing alone", async () => {
    const { ask } = await serve(document);
    expect((await ask("PUT /settings", { body: { theme: "dark", size: 3 } })).status).toBe(204);
    expect((await ask("GET /settings")).json).toEqual({ theme: "dark", size: 3 });
    await ask("PUT /settings", { body: { theme: "light" } });
    expect((await ask("GET /settings")).json).toEqual({ theme: "light" });
    expect((await ask("PUT /settings", { body: { theme: "blue" } })).status).toBe(400);
    expect((await ask("GET /settings")).json).toEqual({ theme: "light" });
  });

  it("keeps integers of 64 bits digit for digit", async () => {
    const { ask } = await serve(document, { choices: { records: "0" } });
    await ask("POST /tokens", { body: '{"id":9007199254740993,"label":"A"}' });
    expect((await ask("GET /tokens")).text).toBe('{"tokens":[{"id":9007199254740993,"label":"A"}]}');
  });
});

describe("what a document does not say", () => {
  it("is ignored with a word, or refused", async () => {
    const [lenient, strict] = await Promise.all([
      serve(shopDocument),
      serve(shopDocument, { choices: { unknown: "refused" } }),
    ]);
    expect((await lenient.ask("GET /orders?colour=red")).status).toBe(200);
    const refused = await strict.ask("GET /orders?colour=red");
    expect([refused.status, refused.text.includes("colour")]).toEqual([400, true]);
  });

  it("is kept where a schema does not forbid it, or refused by name", async () => {
    const strict = await serve(shopDocument);
    const refused = await strict.ask("POST /orders", { body: { ...order, colour: "red" } });
    expect([refused.status, refused.text.includes("colour")]).toEqual([400, true]);
    const { ask } = await serve(notes);
    const created = await ask("POST /notes", { body: { text: "A", colour: "red" } });
    expect((await ask(`GET /notes/${String(created.at("/id"))}`)).at("/colour")).toBe("red");
  });

  it("is no path", async () => {
    const { ask } = await serve(shopDocument);
    expect((await ask("GET /nothing")).status).toBe(404);
    const wrong = await ask("DELETE /orders");
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, POST"]);
  });

  it("can be chosen from what there is only", async () => {
    const document = readDocumentText("shop.json", JSON.stringify(shopDocument));
    await expect(prepareDocument("shop", document, { choices: { put: "maybe" } })).rejects.toThrow(
      UsageError,
    );
    await expect(prepareDocument("shop", document, { choices: { putt: "creates" } })).rejects.toThrow(/putt/);
    await expect(
      prepareDocument("shop", document, { resources: { order: { read: "gone" } } }),
    ).rejects.toThrow(UsageError);
  });
});

it("a record keeps the name that its path has, and the check asks for no other", async () => {
  const user = { type: "object", properties: { username: { type: "string" }, city: { type: "string" } } };
  const found = (schema: object) => ({ ...ok(schema), "404": { description: "not there" } });
  const users = {
    openapi: "3.0.3",
    info: { title: "Users", version: "1" },
    paths: {
      "/users": {
        post: {
          requestBody: { required: true, ...json({ ...user, required: ["username"] }) },
          responses: ok(user),
        },
      },
      "/users/{username}": {
        parameters: [{ name: "username", in: "path", required: true, schema: { type: "string" } }],
        get: { responses: found(user) },
        put: { requestBody: { required: true, ...json(user) }, responses: found(user) },
        delete: { responses: found(user) },
      },
    },
  };
  const prepared = await prepareDocument("users", readDocumentText("users.json", JSON.stringify(users)));
  const served = await startSandbox({ scale: 1, root: "users", openapi: [prepared] });
  onTestFinished(() => served.close());
  const { report } = await check({
    openapi: "users.json",
    url: served.origin,
    stateFolder: temporaryFolder(),
    cwd: temporaryFolder({ "users.json": JSON.stringify(users) }),
  }).result;
  const relations = report.facts.filter(({ id }) => id.startsWith("users/user/"));
  expect(relations.filter(({ status }) => status === "failed").map(({ id }) => id)).toEqual([]);
  expect(relations.filter(({ status }) => status === "passed").map(({ id }) => id)).toContain(
    "users/user/replaced",
  );
});

it("a served document passes the check of the same document, relations and all", async () => {
  const prepared = await prepareDocument("shop", readDocumentText("shop.json", JSON.stringify(shopDocument)));
  const served = await startSandbox({ scale: 1, root: "shop", openapi: [prepared] });
  try {
    const { credentials = {} } = served.config.interfaces["shop"] ?? {};
    const { report } = await check({
      openapi: `data.json`,
      url: served.origin,
      resources: "resources.json",
      auth: [`bearerAuth=${String(credentials["bearerAuth"])}`],
      stateFolder: temporaryFolder(),
      cwd: temporaryFolder({
        "data.json": JSON.stringify(shopDocument),
        "resources.json": JSON.stringify({
          order: {
            create: "createOrder",
            read: "getOrder",
            list: "listOrders",
            update: "changeOrder",
            replace: "replaceOrder",
            delete: "deleteOrder",
          },
        }),
      }),
    }).result;
    expect(report.findings.map(({ message }) => message)).toEqual([]);
    const relations = report.facts.filter(({ id }) => id.startsWith("the-shop/order/"));
    const skipped = relations
      .filter(({ status }) => status !== "passed")
      .map(({ id }) => id.split("/").at(-1));
    // The document has no ETag, nothing below an order, and no way to read a list to its end.
    expect(skipped.toSorted()).toEqual([
      "listed",
      "removed-children",
      "removed-refused",
      "replaced-condition",
      "replaced-etag",
      "shown",
      "total",
      "updated-condition",
      "updated-etag",
    ]);
    expect(relations.length).toBeGreaterThan(skipped.length + 8);
  } finally {
    await served.close();
  }
});
