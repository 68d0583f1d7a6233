import { createServer, type Server } from "node:http";
import { describe, expect, test } from "vitest";
import { check } from "../../../src/index.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { listening } from "../../listening.ts";
import { someOf } from "../../nightly.ts";

const dog = { $ref: "#/components/schemas/Dog" };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const said = (schema?: object) => ({ description: "", ...(schema === undefined ? {} : json(schema)) });
const state = { type: "string", enum: ["calm", "wild"] };
const parameter = (name: string, place: string, schema: object) => ({
  name,
  in: place,
  required: true,
  schema,
});

/** Dogs, of which no operation lists all. */
const document = {
  openapi: "3.1.0",
  info: { title: "Kennel", version: "1" },
  paths: {
    "/dog": {
      post: {
        operationId: "addDog",
        requestBody: { required: true, ...json(dog) },
        responses: { "201": said(dog), "400": said() },
      },
    },
    "/dog/findByState": {
      get: {
        operationId: "findDogs",
        parameters: [parameter("state", "query", state)],
        responses: { "200": said({ type: "array", items: dog }), "400": said() },
      },
    },
    "/dog/prizewinners": {
      get: {
        operationId: "winners",
        responses: {
          "200": said({ type: "object", properties: { winners: { type: "array", items: dog } } }),
        },
      },
    },
    "/dog/{dogId}": {
      parameters: [parameter("dogId", "path", { type: "integer" })],
      get: { operationId: "getDog", responses: { "200": said(dog), "400": said(), "404": said() } },
      delete: { operationId: "removeDog", responses: { "204": said(), "400": said(), "404": said() } },
    },
  },
  components: {
    schemas: {
      Dog: {
        type: "object",
        required: ["name"],
        properties: {
          id: { type: "integer", readOnly: true },
          name: { type: "string", minLength: 1 },
          state,
        },
      },
    },
  },
};

type Dog = Readonly<Record<string, unknown>>;
type Spoil = (dogs: readonly Dog[]) => readonly Dog[];

const asIs: Spoil = (dogs) => dogs;

const isRight = (dog: unknown): dog is Dog => {
  if (typeof dog !== "object" || dog === null || Array.isArray(dog)) return false;
  const { name, state = "calm" } = dog as Dog;
  return typeof name === "string" && name !== "" && (state === "calm" || state === "wild");
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A kennel that lists dogs in its own way. */
const kennel = (byState: Spoil, winners: Spoil): Server => {
  const dogs: Dog[] = [{ id: 1, name: "Rex the winner", state: "calm" }];
  let last = 1;
  return createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const answer = (status: number, body?: unknown): void => {
      response.writeHead(status, body === undefined ? {} : { "content-type": "application/json" });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const body = parsed(text);
    const id = /^\/dog\/(\d+)$/.exec(pathname)?.[1];
    const at = dogs.findIndex((one) => String(one["id"]) === id);
    const wanted = searchParams.get("state");
    if (pathname === "/dog" && request.method === "POST") {
      if (!isRight(body) || request.headers["content-type"] !== "application/json") return answer(400);
      const made = { ...body, id: (last += 1) };
      dogs.push(made);
      return answer(201, made);
    }
    if (request.method === "GET" && pathname === "/dog/findByState")
      return wanted !== "calm" && wanted !== "wild"
        ? answer(400)
        : answer(200, byState(dogs.filter((one) => one["state"] === wanted)));
    if (request.method === "GET" && pathname === "/dog/prizewinners")
      return answer(200, { winners: winners(dogs.filter((one) => one["id"] === 1)) });
    if (request.method === "GET" && at >= 0) return answer(200, dogs[at]);
    if (request.method === "DELETE" && at >= 0) {
      dogs.splice(at, 1);
      return answer(204);
    }
    return answer(id === undefined && pathname.startsWith("/dog/") ? 400 : 404);
  });
};

/** The relations of dogs that fail, and those that pass. */
const judged = async (byState: Spoil, winners = asIs) => {
  const url = await listening(kennel(byState, winners));
  const cwd = temporaryFolder({ "openapi.json": JSON.stringify(document) });
  const { report } = await check({ openapi: "openapi.json", url, name: "kennel", cwd, stateFolder: cwd })
    .result;
  const of = (wanted: string): readonly string[] =>
    report.facts
      .filter(({ id, status }) => status === wanted && /\/(?:dog|winners)\//.test(id))
      .map(({ id }) => id);
  return { failed: of("failed"), passed: of("passed") };
};

const renamed: Spoil = (dogs) => dogs.map((one) => ({ ...one, name: "somebody" }));

const filled =
  (count: number): Spoil =>
  (dogs) => [
    ...Array.from({ length: count }, (_, at) => ({ id: 1000 + at, name: `filler ${at}`, state: "calm" })),
    ...dogs,
  ];

describe("a list of as many records as one that is cut", () => {
  test.each(someOf([4, 0, 1, 2, 3, 9, 5, 6, 7, 8], 5))(
    "is judged all the same, with %i others",
    async (count) => {
      const { failed, passed } = await judged(filled(count));
      expect(failed).toEqual([]);
      expect(passed).toContain("kennel/dog/listed");
    },
  );
});

describe("lists that only their schema tells", () => {
  test("hold each record that has what must be asked for, and nothing is said of a list of a few", async () => {
    const { failed, passed } = await judged(asIs);
    expect(failed).toEqual([]);
    expect(passed).toEqual(
      expect.arrayContaining(["kennel/dog/listed", "kennel/dog/shown", "kennel/dog/created-once"]),
    );
  });

  test.each([
    ["leaves out the newest", (dogs: readonly Dog[]) => dogs.slice(0, -1), "kennel/dog/listed"],
    ["shows another name", renamed, "kennel/dog/shown"],
  ])("a list that %s", async (_, byState, fact) => {
    expect((await judged(byState)).failed).toContain(fact);
  });

  test("each list is judged by itself", async () => {
    const doubled: Spoil = (dogs) => [...dogs, ...dogs];
    expect((await judged(asIs, doubled)).failed).toEqual(["kennel/winners/listed"]);
  });
});
