import type { RequestMeaning } from "../../core/privacy/shown-request.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import type { Operation } from "../../core/model/operation.ts";
import { decodedSegment, isBelow, type OperationMatcher } from "../../core/validation/match-operation.ts";

export interface Found extends RequestMeaning {
  readonly interface: InterfaceName;
}

/** Finds the target of a request; `known` is the interface named by the recorder, if that interface exists. */
export type FindOperation = (method: string, url: string, known?: string) => Found | undefined;

interface Address {
  readonly origin: string;
  readonly path: readonly string[];
}

/** Undefined for a text that is no server address. */
const addressOf = (text: string): Address | undefined => {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const path = url.pathname.split("/").slice(1).map(decodedSegment);
  if (path.at(-1) === "") path.pop();
  return { origin: url.origin, path };
};

const baseOf = (origin: string, prefix: readonly string[]): string => [origin, ...prefix].join("/");

/** Without a known address, the path of a token endpoint must match in letter case: many servers have a `/token`. */
const isPlausible = ({ effect, path: documented }: Operation, path: readonly string[]): boolean =>
  effect !== "token" || documented.endsWith(`/${path.at(-1)}`);

const byPath = (
  { origin, path }: Address,
  method: string,
  known: InterfaceName | undefined,
  matcher: OperationMatcher,
): Found | undefined => {
  for (let at = 0; at < path.length; at += 1) {
    if (!matcher.isFirstWord(path[at] ?? "")) continue;
    const operation = matcher.at(known, method, path, at);
    if (operation !== undefined && isPlausible(operation, path))
      return {
        interface: operation.interface,
        operation,
        base: baseOf(origin, path.slice(0, at)),
        isNamed: false,
      };
  }
  return undefined;
};

/**
 * Requests to the configured hosts are recognized by address, others by path.
 * @param paths interfaces whose requests are recognized by path; by default all
 */
export const createFindOperation = (
  matcher: OperationMatcher,
  baseUrls: Readonly<Record<InterfaceName, string>> = {},
  paths?: readonly InterfaceName[],
): FindOperation => {
  const bases = Object.entries(baseUrls)
    .flatMap(
      ([name, url]): {
        readonly name: InterfaceName;
        readonly origin: string;
        readonly prefix: readonly string[];
      }[] => {
        const address = addressOf(url);
        return address === undefined || !matcher.isInterface(name)
          ? []
          : [{ name, origin: address.origin, prefix: address.path }];
      },
    )
    .toSorted((left, right) => right.prefix.length - left.prefix.length);

  const atBase = ({ origin, path }: Address, method: string): Found | undefined => {
    const here = bases.filter((base) => base.origin === origin && isBelow(path, base.prefix));
    for (const { name, prefix } of here) {
      const rest = path.slice(prefix.length);
      const operation = matcher.at(name, method, rest, 0) ?? matcher.unversioned(name, method, rest);
      if (operation !== undefined)
        return { interface: name, operation, base: baseOf(origin, prefix), isNamed: true };
    }
    const [only, ...others] = here;
    // If two interfaces share an address, an undocumented path belongs to neither for certain.
    return only === undefined || others.some(({ prefix }) => prefix.length === only.prefix.length)
      ? undefined
      : { interface: only.name, operation: undefined, base: baseOf(origin, only.prefix), isNamed: true };
  };

  return (method, url, known) => {
    const address = addressOf(url);
    if (address === undefined) return undefined;
    const here = atBase(address, method);
    if (here !== undefined) return here;
    const named = known !== undefined && matcher.isInterface(known) ? known : undefined;
    const found = byPath(address, method, named, matcher);
    return found === undefined || (paths?.includes(found.interface) ?? true) ? found : undefined;
  };
};
