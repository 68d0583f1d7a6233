import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { check } from "../../src/index.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { listening } from "../listening.ts";

const text = { type: "string" };
const shelf = { type: "object", required: ["id", "name"], properties: { id: text, name: text } };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const place = (name: string) => [{ name, in: "path", required: true, schema: text }];
const answers = (more: object = {}) => ({
  responses: { 200: { description: "", ...more }, default: { description: "" } },
});
const sent = {
  required: true,
  ...json({ type: "object", required: ["name"], properties: { name: { ...text, minLength: 1 } } }),
};

/** Shelves are read and removed by their names, and changed and filled by their ids. */
const document = {
  openapi: "3.0.3",
  info: { title: "store", version: "1" },
  paths: {
    "/shelves": {
      get: { operationId: "listShelves", ...answers(json({ type: "array", items: shelf })) },
      post: { operationId: "createShelf", requestBody: sent, ...answers(json(shelf)) },
    },
    "/shelves/{shelf_name}": {
      parameters: place("shelf_name"),
      get: { operationId: "getShelf", ...answers(json(shelf)) },
      delete: { operationId: "deleteShelf", ...answers() },
    },
    "/shelves/{shelf_id}/count": {
      get: {
        operationId: "countShelf",
        parameters: place("shelf_id"),
        ...answers(json({ type: "integer" })),
      },
    },
  },
};

test("a record that is removed by its name, and read by its id, is both", { timeout: 60_000 }, async () => {
  const shelves = new Map<string, { readonly id: string; readonly name: string }>();
  const counted = new Set<number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const answer = (status: number, body: unknown = {}): void => {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      };
      const [, , key, part] = (request.url ?? "").split("/").map(decodeURIComponent);
      const found = [...shelves.values()].find(({ id, name }) => key === (part === undefined ? name : id));
      if (part === "count") counted.add(found === undefined ? 404 : 200);
      if (part === "count") return found === undefined ? answer(404) : answer(200, 0);
      if (key !== undefined && found === undefined) return answer(404);
      if (request.method === "GET") return answer(200, found ?? [...shelves.values()]);
      if (request.method === "DELETE" && found !== undefined) shelves.delete(found.name);
      if (request.method === "DELETE") return answer(found === undefined ? 405 : 200);
      let name: unknown;
      try {
        ({ name } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly name?: unknown });
      } catch {
        return answer(400);
      }
      if (request.method !== "POST" || typeof name !== "string" || name === "") return answer(400);
      if (shelves.has(name)) return answer(409);
      shelves.set(name, { id: randomUUID(), name });
      return answer(200, shelves.get(name));
    });
  });
  const cwd = temporaryFolder({ "openapi.json": JSON.stringify(document) });
  const url = await listening(server);
  const { report } = await check({ cwd, openapi: "openapi.json", url, stateFolder: cwd }).result;
  expect(report.run.complete).toBe(true);
  expect(shelves.size).toBe(0);
  expect(counted).toContain(200);
  const failed = report.facts.filter(({ status }) => status === "failed").map(({ id }) => id);
  expect(failed).toEqual([]);
  for (const fact of ["created", "stays", "apart", "listed", "removed"])
    expect([fact, report.facts.find(({ id }) => id === `store/shelve/${fact}`)?.status]).toEqual([
      fact,
      "passed",
    ]);
});
