import type { Socket } from "node:net";
import { createServer, type Server } from "node:http";
import { expect, test } from "vitest";
import { check } from "../../src/index.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { listening } from "../listening.ts";

const item = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "integer" }, name: { type: "string" } },
};
const json = (schema: object) => ({ content: { "application/json": { schema } } });

const document = JSON.stringify({
  openapi: "3.0.3",
  info: { title: "Items", version: "1" },
  paths: {
    "/items": {
      post: {
        operationId: "createItem",
        requestBody: {
          required: true,
          ...json({ type: "object", required: ["name"], properties: { name: { type: "string" } } }),
        },
        responses: { 201: { description: "made", ...json(item) }, 400: { description: "refused" } },
      },
    },
    "/items/{id}": {
      get: {
        operationId: "getItem",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        responses: { 200: { description: "it", ...json(item) }, 404: { description: "none" } },
      },
    },
  },
});

/** @param breaks what becomes of the connection of a creation whose name is a number */
const itemServer = (breaks: (socket: Socket, times: number, server: Server) => boolean) => {
  const items = new Map<string, object>();
  let times = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer); // Nothing sets an encoding.
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (request.method === "GET") {
      const found = items.get(request.url ?? "");
      return found === undefined ? answer(404, {}) : answer(200, found);
    }
    if (request.url !== "/items" || request.method !== "POST") return answer(404, {});
    let name: unknown;
    try {
      ({ name } = JSON.parse(Buffer.concat(chunks).toString()) as { name: unknown }); // An object, or caught below.
    } catch {
      return answer(400, {});
    }
    if (typeof name === "number" && breaks(request.socket, (times += 1), server)) return undefined;
    if (typeof name !== "string") return answer(400, {});
    const id = items.size + 1;
    items.set(`/items/${id}`, { id, name });
    return answer(201, { id, name });
  });
  return server;
};

const checked = async (breaks: Parameters<typeof itemServer>[0]) => {
  const url = await listening(itemServer(breaks));
  const cwd = temporaryFolder({ "openapi.json": document });
  return check({ cwd, openapi: "openapi.json", url, stateFolder: cwd }).result;
};

const hangsUp = (socket: Socket): true => {
  socket.destroy();
  return true;
};

test("a request under which the connection breaks each time, while others are answered, is an error", async () => {
  const { verdict, report } = await checked(hangsUp);
  expect(report.findings).toMatchObject([
    {
      fact: "items/createItem/5xx",
      severity: "error",
      message: "POST /items breaks the connection without an answer, twice (`name` as a number)",
    },
  ]);
  expect(verdict).toBe("findings");
  expect(report.run.stopped).toMatch(/the connection broke .*, first at createItem: `name` as a number/);
});

test("one that broke once, as a network may do, is none: the run says that it is incomplete, and where", async () => {
  const { verdict, report } = await checked((socket, times) => times === 1 && hangsUp(socket));
  expect(report.findings).toEqual([]);
  expect(verdict).toBe("inconclusive");
  expect(report.run.stopped).toMatch(/first at createItem: `name` as a number/);
});

test("a server that is gone after a request: the run ends incomplete, and names the request", async () => {
  const { verdict, report } = await checked((socket, _, server) => {
    server.close();
    server.closeAllConnections();
    return hangsUp(socket);
  });
  expect([report.findings, verdict]).toEqual([[], "inconclusive"]);
  expect(report.run.stopped).toMatch(/the connection broke .*, first at createItem: `name` as a number/);
});
