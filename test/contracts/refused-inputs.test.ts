import { createServer, type Server } from "node:http";
import { expect, test } from "vitest";
import { check } from "../../src/index.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { listening } from "../listening.ts";

const json = (schema: object, example?: object) => ({
  content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } },
});

const thing = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 1 },
    colour: { type: "string" },
    size: { type: "integer" },
  },
};

/** Things, each with a name of its own; the example says nothing of a size. */
const document = {
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  paths: {
    "/things": {
      post: {
        operationId: "createThing",
        requestBody: { required: true, ...json(thing, { name: "Anna", colour: "red" }) },
        responses: {
          "201": { description: "", ...json({ type: "object" }) },
          "400": { description: "" },
          "409": { description: "" },
          "415": { description: "" },
        },
      },
    },
  },
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  name: (value) => typeof value === "string" && value !== "",
  colour: (value) => value === undefined || typeof value === "string",
  size: (value) => value === undefined || Number.isInteger(value),
};

/** A server that refuses a name that is taken before it looks at anything else. */
const things = (unread?: string): Server => {
  const names = new Set<unknown>();
  let last = 0;
  return createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const body = parsed(text);
    const values =
      typeof body === "object" && !Array.isArray(body) ? (body as Record<string, unknown> | null) : null;
    const isRight =
      values !== null && Object.entries(types).every(([name, fits]) => name === unread || fits(values[name]));
    const isJson = request.headers["content-type"]?.startsWith("application/json") === true;
    const status =
      request.method !== "POST"
        ? 405
        : names.has(values?.["name"])
          ? 409
          : !isJson
            ? 415
            : isRight
              ? 201
              : 400;
    if (status === 201) names.add(values?.["name"]);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(status === 201 ? { id: (last += 1) } : {}));
  });
};

/** What a run finds accepted although it contradicts its schema. */
const accepted = async (unread?: string): Promise<readonly string[]> => {
  const url = await listening(things(unread));
  const cwd = temporaryFolder({ "openapi.json": JSON.stringify(document) });
  const { report } = await check({ openapi: "openapi.json", url, name: "things", cwd, stateFolder: cwd })
    .result;
  return report.findings
    .filter(({ fact }) => fact === "things/createThing/refuses")
    .map(({ message }) => message);
};

test("a server that refuses what contradicts its schema is not blamed", async () => {
  expect(await accepted()).toEqual([]);
});

test.each(["colour", "size"])(
  "a wrong %s is seen although names must differ, and whether the example has it or not",
  async (name) => {
    const found = await accepted(name);
    expect(found.length).toBeGreaterThan(0);
    for (const message of found) expect(message).toContain(`\`${name}\``);
  },
);
