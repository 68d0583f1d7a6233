import { createServer } from "node:http";
import { expect, test } from "vitest";
import { check } from "../../src/index.ts";
import { isObject } from "../../src/core/model/json-object.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { listening } from "../listening.ts";

const text = { type: "string" };
const note = { type: "object", required: ["id"], properties: { id: text, title: text } };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const answers = (more: object = {}) => ({
  responses: { 200: { description: "", ...more }, default: { description: "" } },
});
const document = {
  openapi: "3.0.3",
  info: { title: "notes", version: "1" },
  paths: {
    "/notes": {
      get: {
        operationId: "listNotes",
        parameters: [
          { name: "page_size", in: "query", schema: { type: "integer", minimum: 1, maximum: 1000 } },
          { name: "page_token", in: "query", schema: text },
        ],
        ...answers(json({ type: "array", items: note })),
      },
      post: {
        operationId: "createNote",
        requestBody: { required: true, ...json({ type: "object", properties: { title: text } }) },
        ...answers(json(note)),
      },
    },
    "/notes/{id}": {
      get: {
        operationId: "getNote",
        parameters: [{ name: "id", in: "path", required: true, schema: text }],
        ...answers(json(note)),
      },
    },
  },
};

/** The title of a new note; undefined if it is none. */
const titleIn = (body: string): string | undefined => {
  try {
    const sent: unknown = JSON.parse(body);
    const title = isObject(sent) ? (sent["title"] ?? "") : undefined;
    return typeof title === "string" ? title : undefined;
  } catch {
    return undefined;
  }
};

/** A server of notes whose lists link to their first page, and to a next one if there is one. */
const noteServer = (links: string, isForgetful: boolean) => {
  const notes: { readonly id: string; readonly title: string }[] = [];
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://notes");
      const answer = (status: number, body: unknown = {}): void => {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      };
      if (request.method === "POST") {
        const title = titleIn(Buffer.concat(chunks).toString());
        if (title === undefined) return answer(400);
        notes.push({ id: `n${notes.length}`, title });
        return answer(200, notes.at(-1));
      }
      if (request.method !== "GET") return answer(405);
      const [, , id] = pathname.split("/");
      const found = notes.find((one) => one.id === id);
      if (id !== undefined) return found === undefined ? answer(404) : answer(200, found);
      const start = Number(searchParams.get("page_token") ?? 0);
      const end = start + Number(searchParams.get("page_size") ?? 20);
      const shown = isForgetful ? notes.slice(0, -1) : notes;
      const next = end < shown.length ? `</notes?page_token=${end}>; rel="next"` : "";
      const all = [links, next].filter((one) => one !== "");
      if (all.length > 0) response.setHeader("link", all.join(", "));
      return answer(200, shown.slice(start, end));
    });
  });
};

const listedBy = async (links: string, isForgetful: boolean) => {
  const cwd = temporaryFolder({ "openapi.json": JSON.stringify(document) });
  const url = await listening(noteServer(links, isForgetful));
  const { report } = await check({ cwd, openapi: "openapi.json", url, stateFolder: cwd, maxRequests: 60 })
    .result;
  return report.facts.find(({ id }) => id === "notes/note/listed")?.status;
};

const first = '</notes?page_token=0>; rel="first"';

test("a page that links to the first one and to no next one is the last", { timeout: 60_000 }, async () => {
  expect(await listedBy(first, false)).toBe("passed");
  expect(await listedBy(first, true)).toBe("failed");
  // Without any link a page may have been cut.
  expect(await listedBy("", true)).toBe("skipped");
});
