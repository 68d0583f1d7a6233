import { createServer } from "node:http";
import { expect, test } from "vitest";
import { check } from "../../src/index.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { listening } from "../listening.ts";

const text = { type: "string" };
const answered = (schema?: object) => ({
  responses: {
    200: { description: "", ...(schema && { content: { "application/json": { schema } } }) },
    404: { description: "" },
  },
});
const document = {
  openapi: "3.0.3",
  info: { title: "files", version: "1" },
  paths: {
    "/files": { get: { operationId: "listFiles", ...answered({ type: "array", items: text }) } },
    "/files/{name}": {
      parameters: [{ name: "name", in: "path", required: true, schema: text }],
      get: { operationId: "getFile", ...answered() },
      put: {
        operationId: "putFile",
        requestBody: { content: { "application/json": { schema: text } } },
        ...answered(),
      },
      delete: { operationId: "deleteFile", ...answered() },
    },
  },
};

/** A server that creates a file where one is put, and lists files by their names. */
const fileServer = (spelled: (name: string) => string, isForgetful: boolean) => {
  const files = new Set<string>();
  return createServer((request, response) => {
    const name = decodeURIComponent(request.url?.slice("/files/".length) ?? "");
    const isThere = files.has(name);
    if (name === "") {
      const names = [...files].slice(0, isForgetful ? -1 : undefined).map(spelled);
      return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(names));
    }
    if (request.method === "PUT") files.add(name);
    if (request.method === "DELETE") files.delete(name);
    return response.writeHead(isThere || request.method === "PUT" ? 200 : 404).end();
  });
};

const listedBy = async (spelled: (name: string) => string, isForgetful = false) => {
  const cwd = temporaryFolder({ "openapi.json": JSON.stringify(document) });
  const url = await listening(fileServer(spelled, isForgetful));
  const { report } = await check({ cwd, openapi: "openapi.json", url, stateFolder: cwd }).result;
  return report.facts.find(({ id }) => id === "files/file/listed")?.status;
};

test.each([
  ["as they are", (name: string) => name],
  ["as paths spell them", encodeURIComponent],
])("files that are only put are listed by their names %s", { timeout: 60_000 }, async (_, spelled) => {
  expect(await listedBy(spelled)).toBe("passed");
  expect(await listedBy(spelled, true)).toBe("failed");
});
