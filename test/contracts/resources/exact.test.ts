import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { check } from "../../../src/index.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";

const bodyOf = (isWrapped: boolean, schema: object) => ({
  "application/json": { schema: isWrapped ? { type: "object", properties: { data: schema } } : schema },
});
const account = { $ref: "#/components/schemas/Account" };
const id = { name: "id", in: "path", required: true, schema: { type: "integer", format: "int32" } };

const documentOf = (balance: object, isWrapped: boolean) => ({
  openapi: "3.0.3",
  info: { title: "Bank", version: "1" },
  paths: {
    "/accounts": {
      post: {
        operationId: "createAccount",
        requestBody: { required: true, content: bodyOf(isWrapped, account) },
        responses: {
          "201": { description: "", content: bodyOf(isWrapped, account) },
          "400": { description: "" },
        },
      },
    },
    "/accounts/{id}": {
      get: {
        operationId: "getAccount",
        parameters: [id],
        responses: {
          "200": { description: "", content: bodyOf(isWrapped, account) },
          "404": { description: "" },
        },
      },
    },
  },
  components: {
    schemas: {
      Account: {
        type: "object",
        properties: { id: { type: "integer", readOnly: true }, balance: { type: "integer", ...balance } },
        required: ["balance"],
      },
    },
  },
});

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString();
};

interface Bank {
  readonly balance?: object;
  readonly isWrapped?: boolean;
  /** What becomes of the digits of a number. */
  readonly keep: (digits: string) => string;
}

/** The status of the fact, and the digits that were found. */
const judged = async ({ balance = { format: "int64" }, isWrapped = false, keep }: Bank) => {
  const accounts: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const [, digits] = /"balance":(-?\d+)[,}]/.exec(await textOf(request)) ?? [];
      const number = request.method === "POST" ? accounts.length : Number(request.url?.split("/")[2]);
      if (request.method === "POST" && digits !== undefined) accounts.push(keep(digits));
      const record = `{"id":${number},"balance":${accounts[number] ?? ""}}`;
      const status =
        accounts[number] === undefined
          ? request.method === "POST"
            ? 400
            : 404
          : request.method === "POST"
            ? 201
            : 200;
      response.writeHead(status, { "content-type": "application/json" });
      response.end(status >= 400 ? "{}" : isWrapped ? `{"data":${record}}` : record);
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void server.close());
  // A TCP server that listens has one.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cwd = temporaryFolder({ "api.json": JSON.stringify(documentOf(balance, isWrapped)) });
  const { report } = await check({
    cwd,
    openapi: "api.json",
    url,
    name: "bank",
    stateFolder: temporaryFolder(),
  }).result;
  const finding = report.findings.find(({ fact }) => fact === "bank/account/exact");
  return [report.facts.find(({ id: fact }) => fact === "bank/account/exact")?.status, finding?.actual];
};

const rounded = (digits: string): string => String(Number(digits));

test.each([false, true])(
  "an integer of 64 bits comes back digit for digit (wrapped: %s)",
  async (isWrapped) => {
    expect(await judged({ isWrapped, keep: rounded })).toEqual(["failed", "9007199254740992"]);
    expect(await judged({ isWrapped, keep: (digits) => digits })).toEqual(["passed", undefined]);
  },
);

test("a server that keeps another value, or none, is not blamed for rounding", async () => {
  expect(await judged({ keep: () => "7" })).toEqual(["skipped", undefined]);
});

test.each([{}, { format: "int32" }, { format: "int64", maximum: 9_007_199_254_740_991 }])(
  "%j states no such integer",
  async (balance) => {
    expect(await judged({ balance, keep: rounded })).toEqual([undefined, undefined]);
  },
);
