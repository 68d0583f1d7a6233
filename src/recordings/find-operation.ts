import { operations } from "../generated/operations.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { Method, Operation } from "../model/operation.ts";

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

/** A step of the compiled paths: words in lower case, or any text where a parameter stands. */
interface Step {
  readonly words: Map<string, Step>;
  any: Step | undefined;
  readonly ends: { readonly method: Method; readonly operation: Operation }[];
}

const newStep = (): Step => ({ words: new Map(), any: undefined, ends: [] });

const version = "v1";

const compile = (all: readonly Operation[]): Step => {
  const root = newStep();
  for (const operation of all) {
    let step = root;
    for (const segment of operation.path.split("/").slice(1)) {
      if (segment.startsWith("{")) step = step.any ??= newStep();
      else {
        const word = segment.toLowerCase();
        const next = step.words.get(word) ?? newStep();
        step.words.set(word, next);
        step = next;
      }
    }
    step.ends.push({ method: operation.method, operation });
  }
  return root;
};

/** Words come before parameters, so that `/api/Contact/ByReference/…` is never taken for an id. */
const walk = (step: Step, path: readonly string[], at: number, method: string): Operation | undefined => {
  if (at === path.length) return step.ends.find((end) => end.method === method)?.operation;
  const segment = path[at] ?? "";
  const word = step.words.get(segment.toLowerCase());
  const found = word === undefined ? undefined : walk(word, path, at + 1, method);
  return (
    found ?? (step.any === undefined || segment === "" ? undefined : walk(step.any, path, at + 1, method))
  );
};

const all: readonly Operation[] = Object.values<Operation>(operations);

const ofInterface: Readonly<Record<InterfaceName, Step>> = {
  crm: compile(all.filter((operation) => operation.interface === "crm")),
  donation: compile(all.filter((operation) => operation.interface === "donation")),
  volunteer: compile(all.filter((operation) => operation.interface === "volunteer")),
};

const anywhere = compile(all);

/** The first words of all paths: what stands before them is a prefix. */
const firstWords: ReadonlySet<string> = new Set(anywhere.words.keys());

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

const decoded = (segment: string): string => {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
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
            .map(decoded);
    if (path.at(-1) === "") path.pop();
    return { origin, path };
  };
};

interface Base {
  readonly name: InterfaceName;
  readonly origin: string;
  readonly prefix: readonly string[];
}

const startsWith = (path: readonly string[], prefix: readonly string[]): boolean =>
  prefix.every((segment, index) => path[index] === segment);

const baseOf = (origin: string, prefix: readonly string[]): string => [origin, ...prefix].join("/");

/** A path of the volunteer interface that left its version out (VOL-10). */
const unversioned = (name: InterfaceName, path: readonly string[], method: string): Operation | undefined =>
  name === "volunteer" ? walk(ofInterface.volunteer, [version, ...path], 0, method) : undefined;

/**
 * Without an address to go by, `/Token` is taken for the CRM's only as it is written there: many servers have a
 * `/token`.
 */
const isPlausible = (operation: Operation, path: readonly string[]): boolean =>
  operation.id !== "issueToken" || path.at(-1) === "Token";

const byPath = ({ origin, path }: Address, method: string, tree: Step): Found | undefined => {
  for (let at = 0; at < path.length; at += 1) {
    if (!firstWords.has((path[at] ?? "").toLowerCase())) continue;
    const operation = walk(tree, path, at, method);
    if (operation !== undefined && isPlausible(operation, path))
      return { interface: operation.interface, operation, base: baseOf(origin, path.slice(0, at)) };
  }
  return undefined;
};

/** Compiles the documented paths and the configured addresses once for all requests of a recording. */
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
    const here = bases.filter((base) => base.origin === origin && startsWith(path, base.prefix));
    for (const { name, prefix } of here) {
      const rest = path.slice(prefix.length);
      const operation = walk(ofInterface[name], rest, 0, method) ?? unversioned(name, rest, method);
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
    return (
      atBase(address, method) ?? byPath(address, method, known === undefined ? anywhere : ofInterface[known])
    );
  };
};
