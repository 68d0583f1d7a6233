import { createServer } from "node:http";
import { expect, test } from "vitest";
import { check } from "../../../src/index.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { listening } from "../../listening.ts";

const job = {
  type: "object",
  properties: {
    id: { type: "integer", readOnly: true },
    active: { type: "boolean" },
    size: { type: "integer" },
  },
};
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const said = (schema?: object) => ({ description: "", ...(schema === undefined ? {} : json(schema)) });
const body = { required: true, ...json(job) };
const refusals = { "400": said(), "404": said(), "415": said() };

const document = {
  openapi: "3.1.0",
  info: { title: "Jobs", version: "1" },
  paths: {
    "/jobs": {
      get: { operationId: "listJobs", responses: { "200": said({ type: "array", items: job }) } },
      post: { operationId: "createJob", requestBody: body, responses: { "201": said(job), ...refusals } },
    },
    "/jobs/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { operationId: "getJob", responses: { "200": said(job), ...refusals } },
      patch: { operationId: "changeJob", requestBody: body, responses: { "200": said(job), ...refusals } },
      delete: { operationId: "removeJob", responses: { "204": said(), ...refusals } },
    },
  },
};

type Job = Readonly<Record<string, unknown>>;

const fits = (value: unknown): value is Job =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  ["boolean", "undefined"].includes(typeof (value as Job)["active"]) &&
  ((value as Job)["size"] === undefined || Number.isInteger((value as Job)["size"]));

/** Lists the newest eight of those that are active, which no document says. */
const jobs = () => {
  const all = new Map<string, Job>();
  let last = 0;
  return createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const answer = (status: number, shown?: unknown): void => {
      response.writeHead(status, shown === undefined ? {} : { "content-type": "application/json" });
      response.end(shown === undefined ? undefined : JSON.stringify(shown));
    };
    const isJson = request.headers["content-type"] === "application/json";
    const sent = ((): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        return undefined;
      }
    })();
    const [, key] = /^\/jobs\/(\d+)$/.exec(request.url ?? "") ?? [];
    const known = key === undefined ? undefined : all.get(key);
    const writes = request.method === "POST" || request.method === "PATCH";
    if (writes && !isJson) return answer(415);
    if (writes && !fits(sent)) return answer(400);
    if (request.url === "/jobs" && request.method === "POST") {
      last += 1;
      all.set(String(last), { active: true, ...(sent as Job), id: last });
      return answer(201, all.get(String(last)));
    }
    if (request.url === "/jobs" && request.method === "GET")
      return answer(200, [...all.values()].filter((one) => one["active"] === true).slice(-8));
    if (key === undefined || known === undefined) return answer(key === undefined ? 400 : 404);
    if (request.method === "GET") return answer(200, known);
    if (request.method === "DELETE") return answer(all.delete(key) ? 204 : 404);
    all.set(key, { ...known, ...(sent as Job), id: Number(key) });
    return answer(200, all.get(key));
  });
};

test.each([1, 2, 3])("a list of some records, and of few, is not blamed (seed %i)", async (seed) => {
  const url = await listening(jobs());
  const cwd = temporaryFolder({ "openapi.json": JSON.stringify(document) });
  const { report } = await check({
    openapi: "openapi.json",
    url,
    name: "jobs",
    cwd,
    stateFolder: cwd,
    seed,
  }).result;
  expect(report.findings.filter(({ fact }) => fact.startsWith("jobs/job/"))).toEqual([]);
  const status = report.facts.find(({ id }) => id === "jobs/job/over-time")?.status;
  expect(status).toBe("passed");
});
