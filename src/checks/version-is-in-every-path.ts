import { defineCheck, type Violation } from "../harness/model/check.ts";
import { isSuccess, jsonOf, responseOf, type Exchange } from "../harness/model/exchange.ts";
import { at, isObject } from "./support/json.ts";
import { violation } from "./support/judgements.ts";

interface Link {
  readonly pointer: string;
  readonly url: string;
}

/** The links from one page of a list to another; a list may link to pages for people as well. */
const pageLinks: ReadonlySet<string> = new Set(["first", "last", "prev", "previous", "next", "self"]);

/** What comes before the version in the path that was asked. */
const prefixOf = ({ request }: Exchange): string => new URL(request.url).pathname.split("/v1/")[0] ?? "";

/**
 * Whether a link counts from the host: it names it, or begins like the path that was asked. Any other path may as well
 * count from the base address, which holds the version.
 */
const isWhole = (url: unknown, exchange: Exchange): url is string => {
  if (typeof url !== "string") return false;
  const prefix = prefixOf(exchange);
  return /^https?:\/\//i.test(url) || (prefix !== "" && url.startsWith(`${prefix}/`));
};

/** Links by which a server itself names its paths: the Location of what was created, and the links of a page. */
const ownLinks = (exchange: Exchange): readonly Link[] => {
  const location = responseOf(exchange)?.headers["location"];
  const links = at(jsonOf(exchange), "/links");
  return [
    ...(isWhole(location, exchange) ? [{ pointer: "", url: location }] : []),
    ...Object.entries(isObject(links) ? links : {}).flatMap(([name, url]) =>
      pageLinks.has(name.toLowerCase()) && isWhole(url, exchange) ? [{ pointer: `/links/${name}`, url }] : [],
    ),
  ];
};

const resource = /\/(users|projects|groups)(?=[/?#]|$)/;
const versioned = /\/v1\/(users|projects|groups)(?=[/?#]|$)/;

/** Whether a link to a resource of this interface goes without the version; a base address may hold such words too. */
const isUnversioned = (url: string): boolean => resource.test(url) && !versioned.test(url);

const unversionedRequest = (exchange: Exchange): Violation | undefined => {
  // A probe of the harness's own is judged by the check that sent it.
  if (exchange.call?.unversioned === true || !isUnversioned(exchange.request.url)) return undefined;
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
  severity: "error",
  interfaces: ["volunteer"],
  title: "Every path and link has the version",
  why: "A client that follows an unversioned link ends up in another interface one day.",
  applies: (exchange) =>
    exchange.operation !== undefined && isSuccess(exchange) && exchange.call?.unversioned !== true,
  *judge(exchange) {
    const wrong = unversionedRequest(exchange);
    if (wrong !== undefined) yield wrong;
    for (const { pointer, url } of ownLinks(exchange))
      if (isUnversioned(url))
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
