import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { check } from "../../src/index.ts";
import { runCli } from "../entrypoints/cli/run-cli.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";

const order = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
const contentOf = (...types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: order }]));

const documentWith = (...types: readonly string[]) => ({
  openapi: "3.0.3",
  info: { title: "Orders", version: "1" },
  paths: {
    "/order": {
      get: {
        operationId: "getOrder",
        responses: { "200": { description: "", content: contentOf(...types) } },
      },
      post: {
        operationId: "createOrder",
        requestBody: { required: true, content: contentOf("application/xml") },
        responses: { "200": { description: "", content: contentOf("application/xml") } },
      },
    },
  },
});

/** Answers in JSON where that is what is liked best. */
const startOrders = async (...types: readonly string[]) => {
  const server = createServer((request, response) => {
    const isJson =
      request.headers.accept?.startsWith("application/json") === true && types.includes("application/json");
    response.writeHead(200, { "content-type": isJson ? "application/json" : "application/xml" });
    response.end(isJson ? '{"id": 1}' : "<order><id>1</id></order>");
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void server.close());
  // A TCP server that listens has one.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    cwd: temporaryFolder({ "api.json": JSON.stringify(documentWith(...types)) }),
    openapi: "api.json",
    url,
    name: "api",
  };
};

const reasonsOf = async (options: Parameters<typeof check>[0]) => {
  const { verdict, report } = await check({ ...options, stateFolder: temporaryFolder() }).result;
  const all = ["getOrder/body", "createOrder/accepts", "createOrder/refuses"].map((kind) => {
    const found = report.facts.find(({ id }) => id === `api/${kind}`);
    return found?.reason ?? found?.status;
  });
  return { verdict, all };
};

test("bodies in XML are said not to be judged, where they are all that there is", async () => {
  const options = await startOrders("application/xml");
  const unread = "application/xml is not judged";
  expect((await reasonsOf(options)).all).toEqual([unread, unread, unread]);
  const { cwd, openapi, url } = options;
  const { code, out } = await runCli(["check", "--openapi", openapi, "--url", url, "--name", "api"], {
    cwd,
    env: { XDG_STATE_HOME: temporaryFolder() },
  });
  expect(out).toMatch(/^not judged {1,}application\/xml: \d facts?$/m);
  expect(code).toBe(0);
  const alone = await check({ ...options, facts: ["api/getOrder/body"] }).result;
  expect(alone.verdict).toBe("inconclusive");
});

test("JSON is asked for where there is a choice", async () => {
  const { all } = await reasonsOf(await startOrders("application/xml", "application/json"));
  expect(all[0]).toBe("passed");
});
