import { createServer } from "node:http";
import { expect, test } from "vitest";
import { check } from "../../src/index.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { listening } from "../listening.ts";

const json = (schema: object, mediaType = "application/json") => ({ content: { [mediaType]: { schema } } });
const flag = {
  type: "object",
  required: ["name"],
  properties: { id: { type: "integer" }, name: { type: "string" } },
};
const operation = {
  type: "object",
  required: ["op", "path"],
  properties: {
    op: { type: "string", enum: ["add", "remove", "replace"] },
    path: { type: "string" },
    value: {},
  },
};
const refusals = Object.fromEntries(
  ["400", "404", "415", "422"].map((status) => [status, { description: "" }]),
);

const documentOf = (mediaType: string) => ({
  openapi: "3.1.0",
  info: { title: "Flags", version: "1" },
  paths: {
    "/flags": {
      post: {
        operationId: "createFlag",
        requestBody: { required: true, ...json(flag) },
        responses: { "201": { description: "", ...json(flag) }, ...refusals },
      },
    },
    "/flags/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { operationId: "getFlag", responses: { "200": { description: "", ...json(flag) }, ...refusals } },
      patch: {
        operationId: "patchFlag",
        requestBody: { required: true, ...json({ type: "array", items: operation }, mediaType) },
        responses: { "204": { description: "" }, ...refusals },
      },
    },
  },
});

/** Takes patches of names alone. */
const flags = (mediaType: string) => {
  const all: unknown[] = [];
  return createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const answer = (status: number, body?: unknown): void => {
      response.writeHead(status, body === undefined ? {} : { "content-type": "application/json" });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const at = /^\/flags\/(\d+)$/.exec(request.url ?? "")?.[1];
    const type = request.headers["content-type"]?.split(";")[0];
    const body = (() => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return undefined;
      }
    })();
    if (request.method === "POST" && request.url === "/flags") {
      const { name } = typeof body === "object" && body !== null ? (body as { name?: unknown }) : {};
      if (type !== "application/json" || typeof name !== "string") return answer(400);
      const { id: _, ...rest } = body as { id?: unknown };
      all.push({ ...rest, id: all.length + 1 });
      return answer(201, all.at(-1));
    }
    const found = all[Number(at) - 1];
    if (found === undefined) return answer(at === undefined && request.url !== "/flags" ? 400 : 404);
    if (request.method === "GET") return answer(200, found);
    if (request.method !== "PATCH" || type !== mediaType) return answer(415);
    const isPatch =
      Array.isArray(body) && body.every((one) => (one as { path?: unknown } | null)?.path === "/name");
    return answer(isPatch ? 204 : 422);
  });
};

test.each(["application/json-patch+json", "application/json"])(
  "operations on a record are not made up, as the record decides whether they are right (%s)",
  async (mediaType) => {
    const url = await listening(flags(mediaType));
    const cwd = temporaryFolder({ "openapi.json": JSON.stringify(documentOf(mediaType)) });
    const { report } = await check({ openapi: "openapi.json", url, name: "flags", cwd, stateFolder: cwd })
      .result;
    const ofPatch = report.facts.filter(({ id }) => id === "flags/patchFlag/accepts");
    expect(ofPatch.map(({ status }) => status)).toEqual(["passed"]);
    expect(report.findings.filter(({ fact }) => fact.startsWith("flags/patchFlag"))).toEqual([]);
  },
);
