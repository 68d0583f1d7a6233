import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isObject, type JsonObject } from "../../src/core/model/json-object.ts";

/** What a server of flags does in its own way: each was seen on a server of others. */
export interface FlagHabits {
  /** What a creation with a name that is taken is answered. */
  readonly taken?: "refused" | "the record that has it";
  /** Whether bodies hold the record in `data`. */
  readonly isWrapped?: boolean;
  /** Whether a key is shown as asterisks. */
  readonly masks?: boolean;
  /** Who is let in: one user, everybody as a user of their own, or everybody as the one user. */
  readonly users?: "one" | "each their own" | "all as one";
  /** Whether a change is answered, and not made. */
  readonly forgets?: boolean;
  /** Whether each list is in another order than the one before. */
  readonly shuffles?: boolean;
  /** Whether a list goes on showing what it has shown. */
  readonly keepsList?: boolean;
  /** Whether HEAD and GET of the list fail. */
  readonly fails?: boolean;
  /** Whether paths are decoded before they are routed, and every path that is none is answered with a page. */
  readonly decodesFirst?: boolean;
  /** What the removal of a flag that is not there is answered, and that of one that is there. */
  readonly absent?: 400;
  readonly undeletable?: 403;
  /** Whether each flag shows its id in a property that creations and changes have, too. */
  readonly namesItself?: boolean;
  /** A flag that is there before the run. */
  readonly present?: string;
}

const flag = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", pattern: "^[a-z][a-z0-9_-]*$", maxLength: 100 },
    key: { type: "string" },
    startsAt: { type: "string", format: "date-time" },
    endsAt: { type: "string", format: "date-time" },
  },
};

/** Flags below projects, which nothing creates. */
export const flagDocument = ({ isWrapped = false, users = "one", namesItself = false }: FlagHabits) => {
  const sent = {
    ...flag,
    properties: { ...(namesItself && { flag_id: { type: "string" } }), ...flag.properties },
  };
  const wrapped = (schema: object) =>
    isWrapped ? { type: "object", required: ["data"], properties: { data: schema } } : schema;
  const json = (schema: object) => ({ content: { "application/json": { schema } } });
  const answers = (status: number, content: object = {}) => ({
    [status]: { description: "", ...content },
    default: { description: "" },
  });
  const example = { name: "my-flag", key: "secret-key" };
  const body = {
    required: true,
    content: {
      "application/json": { schema: wrapped(sent), example: isWrapped ? { data: example } : example },
    },
  };
  const place = (name: string) => ({ name, in: "path", required: true, schema: { type: "string" } });
  const shown = {
    ...sent,
    required: ["id", "name"],
    properties: { id: { type: "string" }, ...sent.properties },
  };
  return {
    openapi: "3.0.3",
    info: { title: "flags", version: "1" },
    components: { securitySchemes: { user: { type: "http", scheme: "basic" } } },
    security: users === "one" ? [] : [{ user: [] }],
    paths: {
      "/projects": {
        get: {
          operationId: "listProjects",
          security: [],
          responses: answers(200, json({ type: "array", items: { type: "object" } })),
        },
      },
      "/projects/{project}/flags": {
        parameters: [place("project")],
        get: {
          operationId: "listFlags",
          parameters: [{ name: "x-note", in: "header", schema: { type: "string" } }],
          responses: answers(200, json({ type: "array", items: shown })),
        },
        post: { operationId: "createFlag", requestBody: body, responses: answers(201, json(wrapped(shown))) },
      },
      "/projects/{project}/flags/{id}": {
        parameters: [place("project"), place("id")],
        get: { operationId: "getFlag", responses: answers(200, json(wrapped(shown))) },
        put: { operationId: "putFlag", requestBody: body, responses: answers(204) },
        delete: { operationId: "deleteFlag", responses: answers(204) },
      },
    },
  };
};

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
  } catch {
    return undefined;
  }
};

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

const isFlag = (value: unknown): value is JsonObject =>
  isObject(value) &&
  typeof value["name"] === "string" &&
  /^[a-z][a-z0-9_-]*$/.test(value["name"]) &&
  ["key", "startsAt", "endsAt"].every((name) => ["string", "undefined"].includes(typeof value[name])) &&
  // Over before it begins, or already.
  (value["endsAt"] === undefined || Date.parse(String(value["endsAt"])) > Date.now());

export interface FlagServer {
  readonly server: Server;
  /** Method and path of each request. */
  readonly requests: string[];
  /** Flags that are there, by id. */
  readonly flags: ReadonlyMap<string, JsonObject>;
}

export const flagServer = (habits: FlagHabits = {}): FlagServer => {
  const { taken = "refused", isWrapped = false, masks = false, users = "one" } = habits;
  const flags = new Map<string, JsonObject>(
    habits.present === undefined ? [] : [["f0", { name: habits.present }]],
  );
  const owners = new Map<string, string>();
  const requests: string[] = [];
  const listed = new Map<string, unknown>();
  let count = 0;
  let lists = 0;
  const shown = (id: string): unknown => {
    const { key, ...rest } = flags.get(id) ?? {};
    const itself = habits.namesItself === true ? { flag_id: id } : {};
    const record = { id, ...rest, ...itself, ...(key === undefined ? {} : { key: masks ? "*****" : key }) };
    return isWrapped ? { data: record } : record;
  };
  const inside = (body: unknown): unknown => {
    const sent = isWrapped && isObject(body) ? body["data"] : body;
    if (!isObject(sent)) return sent;
    const { flag_id: _, ...kept } = sent;
    return kept;
  };
  const answer = (method: string, path: readonly string[], body: unknown, user: string): Answer => {
    const [collection, project, kind, id] = path;
    if (collection !== "projects") return { status: 404 };
    if (project === undefined)
      return method === "GET" ? { status: 200, body: [{ id: "default" }] } : { status: 405 };
    if (project !== "default" || kind !== "flags") return { status: 404 };
    const isOwn = (one: string): boolean => users !== "each their own" || owners.get(one) === user;
    const value = inside(body);
    if (id === undefined) {
      if (habits.fails === true && (method === "GET" || method === "HEAD")) return { status: 500 };
      if (method === "GET") {
        const own = [...flags.keys()]
          .filter(isOwn)
          .map((one) => [one, { id: one, ...flags.get(one) }] as const);
        for (const [one, record] of own) if (!listed.has(one)) listed.set(one, record);
        const body = habits.keepsList === true ? [...listed.values()] : own.map(([, record]) => record);
        lists += 1;
        const start = habits.shuffles === true ? lists % Math.max(1, body.length) : 0;
        return { status: 200, body: [...body.slice(start), ...body.slice(0, start)] };
      }
      if (method !== "POST") return { status: 405 };
      if (!isFlag(value)) return { status: 400 };
      const same = [...flags].find(([one, { name }]) => name === value["name"] && isOwn(one));
      if (same !== undefined)
        return taken === "refused" ? { status: 409 } : { status: 201, body: shown(same[0]) };
      count += 1;
      const made = `f${count}`;
      flags.set(made, value);
      owners.set(made, user);
      return { status: 201, body: shown(made) };
    }
    if (!flags.has(id)) return { status: method === "DELETE" ? (habits.absent ?? 404) : 404 };
    if (!isOwn(id)) return { status: 403 };
    if (method === "GET") return { status: 200, body: shown(id) };
    if (method === "PUT") {
      if (!isFlag(value)) return { status: 400 };
      if ([...flags].some(([one, { name }]) => name === value["name"] && one !== id)) return { status: 409 };
      if (habits.forgets !== true) flags.set(id, value);
      return { status: 204 };
    }
    if (method !== "DELETE") return { status: 405 };
    if (habits.undeletable !== undefined) return { status: habits.undeletable };
    flags.delete(id);
    return { status: 204 };
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);

    const { method = "", url = "" } = request;
    requests.push(`${method} ${url}`);
    const { pathname } = new URL(url, "http://flags");
    const path = (habits.decodesFirst === true ? decodeURIComponent(pathname) : pathname)
      .split("/")
      .slice(1)
      .map((part) => (habits.decodesFirst === true ? part : decodeURIComponent(part)));
    if (habits.decodesFirst === true && path.length > 4) {
      response.writeHead(method === "GET" ? 200 : 405, { "content-type": "text/html" }).end("<p>Flags</p>");
      return;
    }
    const user = request.headers.authorization ?? "";
    const { status, body: said } =
      users !== "one" && user === "" && path.length > 1 ? { status: 401 } : answer(method, path, body, user);
    response.writeHead(status, said === undefined ? {} : { "content-type": "application/json" });
    response.end(said === undefined || method === "HEAD" ? undefined : JSON.stringify(said));
  };
  const server = createServer((request, response) => void respond(request, response));
  return { server, requests, flags };
};
