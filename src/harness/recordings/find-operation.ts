import type { InterfaceName } from "../model/interface-name.ts";
import type { Operation } from "../model/operation.ts";
import {
  decodedSegment,
  isBelow,
  isFirstWord,
  operationAt,
  unversionedOperation,
} from "../validation/match-operation.ts";

/** What a recorded request is meant for. */
export interface Found {
  readonly interface: InterfaceName;
  /** Undefined for a request to a configured address that no documented operation stands for. */
  readonly operation: Operation | undefined;
  /** Origin and what stands before the operation's own path, without a trailing slash. */
  readonly base: string;
}

export interface FindOptions {
  /** Configured base addresses, by which hosts are known; requests elsewhere are told by their paths. */
  readonly baseUrls: Readonly<Partial<Record<InterfaceName, string>>>;
}

/** Finds what a request is meant for; `known` is the interface that its recorder named. */
export type FindOperation = (method: string, url: string, known?: InterfaceName) => Found | undefined;

interface Address {
  readonly origin: string;
  readonly path: readonly string[];
}

const defaultPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** In lower case, without a password or the usual port; empty for what is no address of a server. */
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
      // A recording of a crawl may name any number of hosts.
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

interface Base {
  readonly name: InterfaceName;
  readonly origin: string;
  readonly prefix: readonly string[];
}

const baseOf = (origin: string, prefix: readonly string[]): string => [origin, ...prefix].join("/");

/**
 * Without an address to go by, `/Token` is taken for the CRM's only as it is written there: many servers have a
 * `/token`.
 */
const isPlausible = (operation: Operation, path: readonly string[]): boolean =>
  operation.id !== "issueToken" || path.at(-1) === "Token";

const byPath = (
  { origin, path }: Address,
  method: string,
  known: InterfaceName | undefined,
): Found | undefined => {
  for (let at = 0; at < path.length; at += 1) {
    if (!isFirstWord(path[at] ?? "")) continue;
    const operation = operationAt(known, method, path, at);
    if (operation !== undefined && isPlausible(operation, path))
      return { interface: operation.interface, operation, base: baseOf(origin, path.slice(0, at)) };
  }
  return undefined;
};

/** Reads the configured addresses once for all requests of a recording. */
export const createFindOperation = ({ baseUrls }: FindOptions): FindOperation => {
  const read = createAddressReader();
  const bases = Object.entries(baseUrls)
    .flatMap(([name, url]): Base[] => {
      const address = read(url);
      // The keys of the record are names of interfaces.
      return address === undefined
        ? []
        : [{ name: name as InterfaceName, origin: address.origin, prefix: address.path }];
    })
    .toSorted((left, right) => right.prefix.length - left.prefix.length);

  const atBase = ({ origin, path }: Address, method: string): Found | undefined => {
    const here = bases.filter((base) => base.origin === origin && isBelow(path, base.prefix));
    for (const { name, prefix } of here) {
      const rest = path.slice(prefix.length);
      const operation = operationAt(name, method, rest, 0) ?? unversionedOperation(name, method, rest);
      if (operation !== undefined) return { interface: name, operation, base: baseOf(origin, prefix) };
    }
    const [only, ...others] = here;
    // Where two interfaces share an address, nobody knows whose an undocumented path is.
    return only === undefined || others.some(({ prefix }) => prefix.length === only.prefix.length)
      ? undefined
      : { interface: only.name, operation: undefined, base: baseOf(origin, only.prefix) };
  };

  return (method, url, known) => {
    const address = read(url);
    if (address === undefined) return undefined;
    return atBase(address, method) ?? byPath(address, method, known);
  };
};
