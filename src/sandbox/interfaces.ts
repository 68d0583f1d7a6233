import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";
import { tryDecodeURIComponent } from "hono/utils/url";
import { interfaceNames, type InterfaceName } from "../contract/interface-name.ts";
import { isWrittenAs, type Method } from "../harness/model/operation.ts";
import type { Environment } from "./environment.ts";
import { refusalAnswer } from "./errors/error-family.ts";
import type { Endpoint } from "./pipeline/endpoint.ts";
import type { Incoming, Outgoing } from "./pipeline/message.ts";
import { runEndpoint } from "./pipeline/run-endpoint.ts";
import { refuse } from "./refusal.ts";

/**
 * Answers a request to a path below /crm, /donation or /volunteer, once, with 404 and 405 in the error family of the
 * interface. False for any other path: nothing is answered then.
 */
export type AnswerInterface = (
  request: Incoming,
  path: string,
  answer: (outgoing: Outgoing) => void,
) => boolean;

const methods: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The three interfaces behind one router, each below its own prefix. */
export const createInterfaces = (
  environment: Environment,
  endpoints: readonly Endpoint[],
): AnswerInterface => {
  const find = createRouter(endpoints);
  return (request, path, answer) => {
    const name = interfaceOf(path);
    if (name === undefined) return false;
    const found = find(request.method === "HEAD" ? "GET" : request.method, path);
    if (found !== undefined) {
      runEndpoint({ request, ...found }, environment, answer);
      return true;
    }
    const allow = methods.filter((method) => find(method, path) !== undefined).join(", ");
    const refusal =
      allow === ""
        ? refuse(404, "There is nothing at this address.")
        : refuse(405, `The address answers to ${allow} only.`, { headers: { allow } });
    answer(refusalAnswer(name, refusal, undefined, environment.assumptions));
    return true;
  };
};

const interfaceOf = (path: string): InterfaceName | undefined =>
  interfaceNames.find((name) => path === `/${name}` || path.startsWith(`/${name}/`));

interface Found {
  readonly endpoint: Endpoint;
  readonly pathTexts: Readonly<Record<string, string>>;
}

const createRouter = (endpoints: readonly Endpoint[]) => {
  const router = new SmartRouter<Endpoint>({ routers: [new RegExpRouter(), new TrieRouter()] });
  for (const endpoint of endpoints) router.add(endpoint.method, routeOf(endpoint), endpoint);
  return (method: string, path: string): Found | undefined => {
    const [matches, texts] = router.match(method, path);
    for (const [endpoint, parameters] of matches) {
      // One router gives the texts themselves, the other their positions.
      const entries = Object.entries(parameters).map(([name, text]) => [
        name,
        tryDecodeURIComponent(typeof text === "number" ? (texts?.[text] ?? "") : text),
      ]);
      const pathTexts: Found["pathTexts"] = Object.fromEntries(entries);
      if (isPathOf(endpoint, pathTexts)) return { endpoint, pathTexts };
    }
    return undefined;
  };
};

/** An id of another type than the documented one belongs to another path, of which nothing is known. */
const isPathOf = ({ parameters }: Endpoint, pathTexts: Found["pathTexts"]): boolean =>
  parameters.every(
    ({ in: where, name, type }) => where !== "path" || isWrittenAs(type, pathTexts[name] ?? ""),
  );

/** Where an endpoint is served, in the router's spelling. */
const routeOf = ({ interface: name, path }: Endpoint): string =>
  `/${name}${path.replace(/\{(\w+)\}/g, ":$1")}`;
