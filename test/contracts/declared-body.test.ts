import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { check } from "../../src/index.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";

const order = { "application/json": { schema: { $ref: "#/components/schemas/Order" } } };
const refused = { "404": { description: "" }, "409": { description: "" }, "422": { description: "" } };
const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };

const document = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: {
    "/orders": {
      post: {
        operationId: "createOrder",
        requestBody: { required: true, content: order },
        responses: { "201": { description: "", content: order }, ...refused },
      },
    },
    "/orders/{id}": {
      get: {
        operationId: "getOrder",
        parameters: [id],
        responses: { "200": { description: "", content: order }, ...refused },
      },
      delete: {
        operationId: "deleteOrder",
        parameters: [id],
        responses: { "204": { description: "" }, ...refused },
      },
    },
  },
  components: {
    schemas: {
      Order: {
        type: "object",
        required: ["customer", "number"],
        properties: {
          id: { type: "integer", readOnly: true },
          customer: { type: "integer" },
          number: { type: "string", minLength: 1 },
        },
      },
    },
  },
};

const bodyOf = async (request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  try {
    return Object(JSON.parse(Buffer.concat(chunks).toString())) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
};

/** Takes orders of customer 17 alone, of which no two have the same number. */
const startOrders = async (): Promise<string> => {
  const orders = new Map<number, Readonly<Record<string, unknown>>>();
  let last = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const key = Number(request.url?.split("/")[2]);
      const found = orders.get(key);
      const send = (status: number, body?: unknown): void => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(body === undefined ? undefined : JSON.stringify(body));
      };
      if (request.method === "POST") {
        const { customer, number } = await bodyOf(request);
        if (customer !== 17 || typeof number !== "string" || number === "") return send(422);
        if ([...orders.values()].some((one) => one["number"] === number)) return send(409);
        last += 1;
        orders.set(last, { id: last, customer, number });
        return send(201, orders.get(last));
      }
      if (found === undefined) return send(404);
      if (request.method === "DELETE") orders.delete(key);
      return request.method === "DELETE" ? send(204) : send(200, found);
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void server.close());
  // A TCP server that listens has one.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

test("a declared body lets the document's own checks create records, too", { timeout: 60_000 }, async () => {
  const url = await startOrders();
  const cwd = temporaryFolder({ "openapi.json": JSON.stringify(document) });
  const shop = { openapi: "openapi.json", baseUrl: url };
  const body = { customer: 17, number: "A-1" };
  const resources = {
    order: {
      create: { operation: "createOrder", body },
      read: "getOrder",
      delete: "deleteOrder",
      unique: ["number"],
    },
  };
  const run = async (entry: object) => {
    const config = { interfaces: { shop: entry }, safety: { writes: true, maxRequests: 5000 } };
    const { report } = await check({ cwd, config: config as never, stateFolder: temporaryFolder() }).result;
    return report;
  };
  const statusIn = ({ facts }: Awaited<ReturnType<typeof run>>) =>
    ["getOrder/body", "createOrder/refuses", "createOrder/body", "deleteOrder/accepts"].map(
      (kind) => facts.find(({ id: fact }) => fact === `shop/${kind}`)?.status,
    );
  expect(statusIn(await run(shop))).toEqual(["skipped", "skipped", "skipped", "skipped"]);
  const declared = await run({ ...shop, resources });
  expect(statusIn(declared)).toEqual(["passed", "passed", "passed", "passed"]);
  expect(declared.findings).toEqual([]);
  expect(declared.facts.find(({ id: fact }) => fact === "shop/order/unique")?.status).toBe("passed");
  expect(declared.facts.find(({ id: fact }) => fact === "shop/createOrder/accepts")).toMatchObject({
    status: "skipped",
    reason: expect.stringContaining("only the declared body"),
  });
});
