import { defineCheck, type Violation } from "../model/check.ts";
import { isSuccess, jsonOf, responseOf, type Exchange } from "../model/exchange.ts";
import { at, isObject } from "./support/json.ts";
import { violation } from "./support/judgements.ts";

interface Link {
  readonly pointer: string;
  readonly url: string;
}

/** Links by which a server itself names its paths: the Location of what was created, and the links of a page. */
const ownLinks = (exchange: Exchange): readonly Link[] => {
  const location = responseOf(exchange)?.headers["location"];
  const links = at(jsonOf(exchange), "/links");
  return [
    ...(location === undefined ? [] : [{ pointer: "", url: location }]),
    ...Object.entries(isObject(links) ? links : {}).flatMap(([name, url]) =>
      typeof url === "string" ? [{ pointer: `/links/${name}`, url }] : [],
    ),
  ];
};

const resource = /\/(users|projects|groups)(?=[/?#]|$)/;

/** Whether a link to a resource of this interface goes without the version right before it. */
const isUnversioned = (url: string): boolean => {
  const found = resource.exec(url);
  return found !== null && !url.slice(0, found.index).endsWith("/v1");
};

const unversionedRequest = (exchange: Exchange): Violation | undefined => {
  // A probe of the harness's own is judged by the check that sent it.
  if (exchange.call?.unversioned === true || !isUnversioned(exchange.request.url)) return undefined;
  return violation({
    rule: "relation",
    message: "an unversioned path is answered like the versioned one",
    exchange,
    expected: "the path under /v1 only",
    actual: String(responseOf(exchange)?.status),
  });
};

export const versionIsInEveryPath = defineCheck({
  id: "version-is-in-every-path",
  facts: ["VOL-10"],
  effect: "passive",
  severity: "error",
  interfaces: ["volunteer"],
  title: "Every path carries the version",
  why: "A client that follows a link out of its version lands in another interface one day.",
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
