import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";
import { tryDecodeURIComponent } from "hono/utils/url";
import type { BuiltinInterface } from "../builtin/interface-name.ts";
import { isWrittenAs, type Method } from "../core/model/operation.ts";
import { escapeText } from "../core/output/escape.ts";
import type { SandboxState } from "./environment.ts";
import { type Mount, mountOf, type Mounts } from "../serving/mounts.ts";
import { refusalAnswer } from "./errors/errors.ts";
import type { Endpoint } from "./pipeline/endpoint.ts";
import type { Incoming, Outgoing } from "./pipeline/message.ts";
import { runEndpoint } from "./pipeline/run-endpoint.ts";
import { refuse, refusedBy, type SandboxRefusal } from "./refusal.ts";

/**
 * Answers a request to an interface's path, once, with 404 and 405 in the interface's error
 * family. Returns false, without an answer, for any other path.
 */
export type AnswerInterface = (
  request: Incoming,
  path: string,
  answer: (outgoing: Outgoing) => void,
) => boolean;

/** Answers what the built-in interface has no endpoint for; false if nobody knows it. */
export type AnswerBeyond = (mount: Mount<BuiltinInterface>, ...asked: Parameters<AnswerInterface>) => boolean;

const methods: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The three interfaces behind one router, each below its own prefix, and one perhaps without it. */
export const createInterfaces = (
  environment: SandboxState,
  endpoints: readonly Endpoint[],
  mounts: Mounts<BuiltinInterface>,
  answerBeyond: AnswerBeyond,
): AnswerInterface => {
  const find = createRouter(endpoints);
  const isTolerant = environment.assumptions.paths === "tolerant";
  const respell = isTolerant ? createRespelling(endpoints.map(routeOf)) : () => [];
  const answerIn = (
    { name, basePath }: Mount<BuiltinInterface>,
    ...[request, asked, answer]: Parameters<AnswerInterface>
  ): void => {
    const path = basePath === "" ? `/${name}${asked}` : asked;
    const method = request.method === "HEAD" ? "GET" : request.method;
    const found = find(method, path) ?? firstOf(respell(path), (other) => find(method, other));
    if (found !== undefined) {
      runEndpoint({ request, basePath, ...found }, environment, answer);
      return;
    }
    if (answerBeyond({ name, basePath }, request, asked, answer)) return;
    const spellings = [path, ...respell(path)];
    const allowed = methods.filter((each) => spellings.some((other) => find(each, other) !== undefined));
    const refusal = notModelled(`${request.method} ${asked}`, allowed);
    answer(refusalAnswer(name, refusal, undefined, environment.assumptions));
  };
  return (request, path, answer) => {
    const mount = mountOf(mounts, isTolerant ? singleSlashes(path) : path);
    if (mount === undefined) return false;
    try {
      answerIn(mount, request, path, answer);
    } catch (thrown) {
      environment.onBug(thrown);
      answer(refusalAnswer(mount.name, failed, undefined, environment.assumptions));
    }
    return true;
  };
};

/** A bug in what finds the endpoint. */
const failed = refusedBy("bug", refuse(500, "Something went wrong on our side."));

const firstOf = <Item, Result>(
  items: readonly Item[],
  find: (item: Item) => Result | undefined,
): Result | undefined => {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** A client must not mistake a missing feature of the sandbox for a missing record. */
const notModelled = (asked: string, allowed: readonly Method[]): SandboxRefusal => {
  const message = `This sandbox does not model ${shownRequest(asked)}`;
  const refusal =
    allowed.length === 0
      ? refuse(404, `${message}; see /docs.`)
      : refuse(405, `${message}, only ${allowed.join(", ")}; see /docs.`, {
          headers: { allow: allowed.join(", ") },
        });
  return refusedBy("not modelled", refusal);
};

const longestShown = 200;

const shownRequest = (asked: string): string =>
  escapeText(asked.length > longestShown ? `${asked.slice(0, longestShown)}…` : asked);

interface Routed {
  readonly endpoint: Endpoint;
  /** Names of the path's parameters, in order. */
  readonly names: readonly string[];
}

interface Found {
  readonly endpoint: Endpoint;
  readonly pathTexts: Readonly<Record<string, string>>;
}

const createRouter = (endpoints: readonly Endpoint[]) => {
  const router = new SmartRouter<Routed>({ routers: [new RegExpRouter(), new TrieRouter()] });
  for (const endpoint of endpoints) {
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    router.add(endpoint.method, routeOf(endpoint), { endpoint, names });
  }
  return (method: string, path: string): Found | undefined => {
    const [matches, texts] = router.match(method, path);
    for (const [{ endpoint, names }, parameters] of matches) {
      // One router gives the texts themselves, the other their positions.
      const entries = Object.entries(parameters).map(([key, text]) => [
        names[Number(key.slice(1))] ?? "",
        tryDecodeURIComponent(typeof text === "number" ? (texts?.[text] ?? "") : text),
      ]);
      const pathTexts: Found["pathTexts"] = Object.fromEntries(entries);
      if (isPathOf(endpoint, pathTexts)) return { endpoint, pathTexts };
    }
    return undefined;
  };
};

/** An id of another type than documented belongs to another, unknown path. */
const isPathOf = ({ parameters }: Endpoint, pathTexts: Found["pathTexts"]): boolean =>
  parameters.every(
    ({ in: where, name, type }) => where !== "path" || isWrittenAs(type, pathTexts[name] ?? ""),
  );

/** An endpoint's path in the router's syntax; its parameters by position, since a router loses names like __proto__. */
const routeOf = ({ interface: name, path }: Endpoint): string => {
  let at = 0;
  return `/${name}${path.replace(/\{\w+\}/g, () => `:p${at++}`)}`;
};

/** Removes empty segments at the beginning of a path and within it. */
const singleSlashes = (path: string): string => path.replace(/\/{2,}/g, "/");

const withoutLastSlash = (path: string): string => path.replace(/\/$/, "");

const isParameter = (segment: string): boolean => segment.startsWith(":");

/**
 * Finds the routes of a path, ignoring letter case, doubled slashes and one at the end. Returns the path in the spelling of each, with
 * the parameters as sent; routes are in the router's syntax, `/crm/api/Contact/:contactId`.
 */
const createRespelling = (routes: readonly string[]): ((path: string) => readonly string[]) => {
  const templates = [...new Set(routes)].map((route) => route.split("/"));
  return (sent) => {
    const own = withoutLastSlash(singleSlashes(sent)).split("/");
    const isMeant = (segment: string, at: number): boolean =>
      isParameter(segment) ? own[at] !== "" : segment.toLowerCase() === own[at]?.toLowerCase();
    return templates
      .filter((template) => template.length === own.length && template.every(isMeant))
      .map((template) => template.map((segment, at) => (isParameter(segment) ? own[at] : segment)).join("/"))
      .filter((spelling) => spelling !== sent);
  };
};
