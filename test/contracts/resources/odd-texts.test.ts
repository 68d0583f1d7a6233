import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { check } from "../../../src/index.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";

const content = { "application/json": { schema: { $ref: "#/components/schemas/Shop" } } };
const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };

const document = {
  openapi: "3.0.3",
  info: { title: "Town", version: "1" },
  paths: {
    "/shops": {
      post: {
        operationId: "createShop",
        requestBody: { required: true, content },
        responses: { "201": { description: "", content }, "400": { description: "" } },
      },
    },
    "/shops/{id}": {
      get: {
        operationId: "getShop",
        parameters: [id],
        responses: { "200": { description: "", content }, "404": { description: "" } },
      },
    },
  },
  components: {
    schemas: {
      Shop: {
        type: "object",
        properties: {
          id: { type: "integer", readOnly: true },
          name: { type: "string" },
          description: { type: "string" },
          opensAt: { type: "string", format: "date-time" },
          createdAt: { type: "string", format: "date-time" },
        },
        required: ["name", "description", "opensAt", "createdAt"],
      },
    },
  },
};

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString();
};

/** What becomes of a value; undefined refuses the record. */
type Keep = (value: string, name: string) => unknown;

/** The status of the fact under some seed, and the value that was sent where it was lost. */
const judged = async (keep: Keep, seed: number, isDeclared = false) => {
  const shops: object[] = [];
  const server = createServer((request, response) => {
    const answer = (status: number, body: object = {}): void => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    void (async () => {
      const number = Number(request.url?.split("/")[2]);
      if (request.method === "GET") return answer(shops[number] === undefined ? 404 : 200, shops[number]);
      const sent = JSON.parse((await textOf(request)) || "{}") as Record<string, unknown>;
      const kept = Object.entries(sent).map(([name, value]) => [name, keep(String(value), name)] as const);
      if (kept.length < 4 || kept.some(([, value]) => value === undefined)) return answer(400);
      shops.push({ ...Object.fromEntries(kept), id: shops.length });
      return answer(201, shops.at(-1));
    })().catch(() => {
      answer(400);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void server.close());
  const cwd = temporaryFolder({
    "api.json": JSON.stringify(document),
    "resources.json": JSON.stringify({ shop: { create: "createShop", read: "getShop" } }),
  });
  const { report } = await check({
    cwd,
    openapi: "api.json",
    // A TCP server that listens has one.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    name: "town",
    seed,
    stateFolder: temporaryFolder(),
    ...(isDeclared ? { resources: "resources.json" } : {}),
  }).result;
  const fact = "town/shop/texts";
  const [status] = report.facts.filter(({ id: one }) => one === fact).map((one) => one.status);
  return [status, report.findings.find((one) => one.fact === fact)?.expected];
};

const seeds = [1, 2, 3, 4, 5];

/** What is lost under some of these seeds. */
const lostIn = async (keep: Keep, isDeclared = false): Promise<readonly unknown[]> => {
  const lost: unknown[] = [];
  for (const seed of seeds) lost.push((await judged(keep, seed, isDeclared))[1]);
  return lost;
};

test("texts and moments that come back as they were sent pass", async () => {
  expect(await judged((value) => value, 1)).toEqual(["passed", undefined]);
});

test("a text of digits is no number", async () => {
  const asNumber: Keep = (value) => (/^\d+$/.test(value) ? Number(value) : value);
  expect(await lostIn(asNumber)).toContain("the text 0010");
});

test("a moment of summer is the same in winter", async () => {
  const hourEarly: Keep = (value) =>
    /^\d{4}-(?:0[5-9]|10)-\d\dT/.test(value) ? new Date(Date.parse(value) - 3_600_000).toISOString() : value;
  expect((await lostIn(hourEarly)).some((lost) => /-(?:06|07|10)-/.test(String(lost)))).toBe(true);
});

test("a refusal, a spelling of the server's own and another notation of a moment lose nothing", async () => {
  expect(new Set(await lostIn((value) => (/^[\d+=.]/.test(value) ? undefined : value)))).toEqual(
    new Set([undefined]),
  );
  const spelled: Keep = (value) =>
    Number.isNaN(Date.parse(value))
      ? value.toUpperCase()
      : value.replace(/(T\d\d:\d\d:\d\d)Z$/, "$1.000+00:00");
  expect(new Set(await lostIn(spelled))).toEqual(new Set([undefined]));
});

test("a date that a server sets itself is the server's, unless the resource is declared", async () => {
  for (const dated of ["createdAt", "opensAt"]) {
    const dating: Keep = (value, name) => (name === dated ? "2020-02-02T02:02:02Z" : value);
    expect(new Set(await lostIn(dating))).toEqual(new Set([undefined]));
    expect(await lostIn(dating, true)).not.toContain(undefined);
  }
});

test("of a declared resource a spelling is a loss, too", async () => {
  const capitals: Keep = (value) => (value === "true" ? "TRUE" : value);
  expect(await lostIn(capitals, true)).toContain("the text true");
});
