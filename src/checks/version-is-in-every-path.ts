import { defineCheck, type Violation } from "../core/model/check.ts";
import { isSuccess, jsonOf, responseOf, type Exchange } from "../core/model/exchange.ts";
import { at, isObject } from "./support/json.ts";
import { violation } from "./support/judgements.ts";
import { isUnversioned, lacksVersion } from "./support/unversioned.ts";

/** The links between pages of a list; a list may also link to pages for people. */
const pageLinks: ReadonlySet<string> = new Set(["first", "last", "prev", "previous", "next", "self"]);

/** The part before the version of the requested path. */
const prefixOf = ({ request }: Exchange): string => new URL(request.url).pathname.split("/v1/")[0] ?? "";

/**
 * Whether a link is relative to the host: it names the host, or begins like the requested path. Any other path may be
 * relative to the base address, which contains the version.
 */
const isWhole = (url: unknown, exchange: Exchange): url is string => {
  if (typeof url !== "string") return false;
  const prefix = prefixOf(exchange);
  return /^https?:\/\//i.test(url) || (prefix !== "" && url.startsWith(`${prefix}/`));
};

/** Links in which a server names its own paths: the Location of what was created, and the links of a page. */
const ownLinks = (exchange: Exchange) => {
  const location = responseOf(exchange)?.headers["location"];
  const links = at(jsonOf(exchange), "/links");
  return [
    ...(isWhole(location, exchange) ? [{ pointer: "", url: location }] : []),
    ...Object.entries(isObject(links) ? links : {}).flatMap(([name, url]) =>
      pageLinks.has(name.toLowerCase()) && isWhole(url, exchange) ? [{ pointer: `/links/${name}`, url }] : [],
    ),
  ];
};

const unversionedRequest = (exchange: Exchange): Violation | undefined => {
  // A gateway or a front end answers any path, without data.
  if (!isUnversioned(exchange) || at(jsonOf(exchange), "/data") === undefined) return undefined;
  return violation({
    rule: "relation",
    message: "an unversioned path is answered",
    exchange,
    expected: "the path under /v1 only",
    actual: String(responseOf(exchange)?.status),
  });
};

export const versionIsInEveryPath = defineCheck({
  id: "version-is-in-every-path",
  facts: ["VOL-10"],
  effect: "passive",
  headOnly: true,
  interfaces: ["volunteer"],
  title: "Every path and link has the version",
  why: "A client that follows an unversioned link ends up in another interface one day.",
  // A probe of the engine is judged by the check that sent it.
  applies: (exchange) =>
    exchange.operation !== undefined && isSuccess(exchange) && exchange.call?.unversioned !== true,
  *judge(exchange) {
    const wrong = unversionedRequest(exchange);
    if (wrong !== undefined) yield wrong;
    for (const { pointer, url } of ownLinks(exchange))
      if (lacksVersion(url))
        yield violation({
          rule: "format",
          message: "a link of the answer lacks the version prefix",
          exchange,
          pointer,
          expected: "a path under /v1",
          actual: "a path without it",
        });
  },
});
