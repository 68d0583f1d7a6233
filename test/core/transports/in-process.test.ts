import { expect, test } from "vitest";
import { inProcessTransport, type FetchHandler } from "../../../src/core/transports/in-process.ts";
import { wireRequest } from "./kit.ts";

const call = (handle: FetchHandler, parts: Parameters<typeof wireRequest>[0] = {}) => {
  let time = 0;
  return inProcessTransport(handle, () => (time += 5))(wireRequest(parts));
};

test("the application gets method, address, headers and body", async () => {
  const seen: unknown[] = [];
  await call(
    async (request) => {
      seen.push(request.method, request.url, request.headers.get("authorization"), await request.text());
      return new Response();
    },
    {
      method: "PUT",
      headers: { authorization: "Bearer abc" },
      body: '{"a":1}',
      url: "http://sandbox.test/crm/api?x=1",
    },
  );
  expect(seen).toEqual(["PUT", "http://sandbox.test/crm/api?x=1", "Bearer abc", '{"a":1}']);
});

test("its answer is an outcome with lower-case headers, body and time", async () => {
  const answer = await call(() =>
    Response.json({ total: 1 }, { status: 429, headers: { "Retry-After": "3" } }),
  );
  expect(answer).toEqual({
    kind: "response",
    status: 429,
    headers: { "content-type": "application/json", "retry-after": "3" },
    body: { kind: "json", value: { total: 1 } },
    elapsedMs: 5,
  });
});

test("an empty answer has an empty body", async () => {
  expect(await call(() => new Response(null, { status: 204 }))).toMatchObject({
    status: 204,
    body: { kind: "empty" },
  });
});

test("a redirect is an answer", async () => {
  expect(await call(() => Response.redirect("http://sandbox.test/elsewhere", 302))).toMatchObject({
    status: 302,
  });
});

test("what the application throws is not an answer", async () => {
  await expect(
    call(() => {
      throw new Error("a bug");
    }),
  ).rejects.toThrow("a bug");
});
