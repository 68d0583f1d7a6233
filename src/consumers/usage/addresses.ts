import type { InterfaceName } from "../../core/model/interface-name.ts";
import type { ApiDocument, ApiOperation } from "../../documents/document.ts";
import { template } from "../../documents/path-template.ts";
import type { InterfaceDocuments } from "./interface-document.ts";

/** An operation, and the interface that has it. */
export interface OwnedOperation {
  readonly interface: InterfaceName;
  readonly operation: ApiOperation;
}

/** What an address in a text calls. */
interface AddressedOperations {
  readonly operations: readonly OwnedOperation[];
  /** Whether it has no word of its own: `/` may be a separator, and `/{}` anything. */
  readonly isVague: boolean;
}

/** A path as addresses are compared: without names of parameters and the last slash. */
const plainPath = (path: string): string => template(path).replace(/\/$/, "");

/** The paths below which the operations of a document are served, besides the root. */
const basesOf = ({ servers, operations }: ApiDocument): ReadonlySet<string> =>
  new Set(
    [...servers, ...operations.flatMap((operation) => operation.servers)]
      .map(({ url }) => url.replace(/^(?:https?:)?\/\/[^/]*/, "").replace(/\/$/, ""))
      .filter((path) => path.startsWith("/")),
  );

/** The ends of an address at its slashes, the longest first; of one without a host, what follows a server's path. */
const endsOf = (address: string, bases: ReadonlySet<string>): readonly string[] => {
  const isWhole = /^(?:https?:\/\/|\{\})/.test(address);
  if (!isWhole)
    return [
      address,
      ...[...bases].flatMap((base) =>
        address.startsWith(`${base}/`) || address === base ? [address.slice(base.length)] : [],
      ),
    ];
  const path = address.replace(/^https?:\/\/[^/]*/, "");
  return path === "" ? [""] : [...path.matchAll(/\//g)].map(({ index }) => path.slice(index));
};

/** Whether a path names a record where a template has a parameter: `/gifts/7` for `/gifts/{}`. */
const isFilledIn = (path: string, known: string): boolean => {
  const [given, wanted] = [path.split("/"), known.split("/")];
  return (
    given.length === wanted.length && wanted.every((word, index) => word === "{}" || word === given[index])
  );
};

const hasWords = (path: string): boolean => /[a-z\d]/i.test(path.replaceAll("{}", ""));

/** Finds the operations that texts in code name by their addresses. */
export const createAddresses = (documents: InterfaceDocuments) => {
  const all = [...documents].flatMap(([name, { operations }]) =>
    operations.map((operation): OwnedOperation => ({ interface: name, operation })),
  );
  const byPath = Map.groupBy(all, ({ operation }) => plainPath(operation.path));
  const bases = new Set([...documents.values()].flatMap((document) => [...basesOf(document)]));
  /** The fixed beginnings of all paths: a file without any of them contains no URL of an operation. */
  const beginnings = [...new Set(all.map(({ operation: { path } }) => path.split("{")[0] ?? path))];

  const known = (ends: readonly string[], is: (end: string, path: string) => boolean): readonly string[] =>
    ends.flatMap((end) => [...byPath.keys()].filter((path) => is(end, path)));

  return {
    /** Whether a text may contain the address of an operation. */
    mayBeIn: (text: string): boolean => beginnings.some((beginning) => text.includes(beginning)),
    /** The operations whose path is the end of an address, with any base address or query around it. */
    at: (text: string): AddressedOperations => {
      const [path = ""] = text.split(/[?#]/);
      const address = plainPath(path);
      if (!/^(?:\/|https?:\/\/|\{\}|$)/.test(address)) return { operations: [], isVague: false };
      const ends = endsOf(address, bases);
      const exact = ends.find((end) => byPath.has(end) && (hasWords(end) || end === address || end === ""));
      const found =
        exact ?? known(ends.filter(hasWords), (end, path) => hasWords(path) && isFilledIn(end, path))[0];
      return { operations: byPath.get(found ?? "-") ?? [], isVague: !hasWords(found ?? "") };
    },
  };
};

export type Addresses = ReturnType<typeof createAddresses>;
