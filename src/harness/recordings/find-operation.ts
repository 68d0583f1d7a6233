import type { RequestMeaning } from "../privacy/shown-request.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { Operation } from "../model/operation.ts";
import { decodedSegment, isBelow, type OperationMatcher } from "../validation/match-operation.ts";

/** The documented target of a recorded request. */
export interface Found extends RequestMeaning {
  readonly interface: InterfaceName;
}

/** Finds the target of a request; `known` is the interface named by the recorder, if that interface exists. */
export type FindOperation = (method: string, url: string, known?: string) => Found | undefined;

interface Address {
  readonly origin: string;
  readonly path: readonly string[];
}

const defaultPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** Lowercase, without password or default port; empty if the text is no server address. */
const normalOrigin = (text: string): string => {
  const [, scheme, host] = /^(https?:)\/\/(?:[^@/]*@)?(.+)$/.exec(text.toLowerCase()) ?? [];
  if (scheme === undefined || host === undefined) return "";
  const port = `:${defaultPorts[scheme] ?? ""}`;
  return `${scheme}//${host.endsWith(port) ? host.slice(0, -port.length) : host}`;
};

const createAddressReader = (): ((url: string) => Address | undefined) => {
  const origins = new Map<string, string>();
  return (url) => {
    const host = url.indexOf("://") + 3;
    if (host < 3) return undefined;
    const end = url.search(/[?#]/);
    const whole = end < 0 ? url : url.slice(0, end);
    const slash = whole.indexOf("/", host);
    const text = slash < 0 ? whole : whole.slice(0, slash);
    let origin = origins.get(text);
    if (origin === undefined) {
      origin = normalOrigin(text);
      // Recordings of crawlers may name any number of hosts.
      if (origins.size < 1000) origins.set(text, origin);
    }
    if (origin === "") return undefined;
    const path =
      slash < 0
        ? []
        : whole
            .slice(slash + 1)
            .split("/")
            .map(decodedSegment);
    if (path.at(-1) === "") path.pop();
    return { origin, path };
  };
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
 * Prepares the configured addresses once for all requests of a recording: requests to these hosts are recognized by
 * address, others by path.
 */
export const createFindOperation = (
  matcher: OperationMatcher,
  baseUrls: Readonly<Record<InterfaceName, string>> = {},
): FindOperation => {
  const read = createAddressReader();
  const bases = Object.entries(baseUrls)
    .flatMap(
      ([name, url]): {
        readonly name: InterfaceName;
        readonly origin: string;
        readonly prefix: readonly string[];
      }[] => {
        const address = read(url);
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
    const address = read(url);
    if (address === undefined) return undefined;
    return (
      atBase(address, method) ??
      byPath(address, method, known !== undefined && matcher.isInterface(known) ? known : undefined, matcher)
    );
  };
};
