import { template } from "../../documents/path-template.ts";
import type { ApiDocument } from "../../documents/document.ts";
import type { Versions } from "../diff/versions.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import { childPointer } from "../../core/formats/json-pointer.ts";
import { madeOnce } from "../../core/model/made-once.ts";
import type { InterfaceDocuments } from "./interface-document.ts";
import { operationLocation, plainLocation } from "./locations.ts";
import type { Use } from "./use.ts";
import type { Usage } from "./usage-file.ts";

const shareOf = <Value>(all: ReadonlySet<Value>, isKnown: (one: Value) => boolean): number =>
  all.size === 0 ? 0 : [...all].filter(isKnown).length / all.size;

const half = 0.5;

/** What has the most, if that is at least half; all of them if several have. */
const leading = <Key>(shares: ReadonlyMap<Key, number>): readonly Key[] => {
  const most = Math.max(0, ...shares.values());
  return most < half ? [] : [...shares].flatMap(([key, share]) => (share === most ? [key] : []));
};

const templatesOf = madeOnce(
  ({ operations }: ApiDocument): ReadonlySet<string> => new Set(operations.map(({ path }) => template(path))),
);

/** The interface whose document has most of these paths; undefined if none has half of them. */
export const interfaceOfPaths = (
  paths: readonly string[],
  documents: InterfaceDocuments,
): InterfaceName | undefined => {
  const all = new Set(paths.map(template));
  return leading(
    new Map(
      [...documents].map(([name, document]) => [
        name,
        shareOf(all, (path) => templatesOf(document).has(path)),
      ]),
    ),
  )[0];
};

/** The operation or the model of a location. */
const partOf = (location: string): string | undefined =>
  /^(?:\/(?:paths|webhooks)\/[^/]+\/[^/]+|\/components\/schemas\/[^/]+)/.exec(plainLocation(location))?.[0];

const partsOf = madeOnce(
  ({ operations, webhooks, models }: ApiDocument): ReadonlySet<string> =>
    new Set(
      [
        ...operations.map((one) => operationLocation(one)),
        ...webhooks.map((one) => operationLocation(one, "webhooks")),
        ...[...models.keys()].map((name) => childPointer("/components/schemas", name)),
      ].map(plainLocation),
    ),
);

/** Two versions of a document that may be an interface's. */
export interface Candidate extends Versions<ApiDocument> {
  /** The interface's name; undefined if it is not known. */
  readonly interface?: InterfaceName;
}

/** The candidates that uses of one interface are about: the one of that name, or those that have most of what is used. */
const documentsUsed = <Document extends Candidate>(
  name: InterfaceName,
  uses: readonly Use[],
  documents: readonly Document[],
): readonly Document[] => {
  const parts = new Set(uses.flatMap(({ location }) => partOf(location) ?? []));
  // Nothing distinguishes them.
  if (parts.size === 0) return documents;
  const shares = new Map(
    documents.map((document) => [
      document,
      shareOf(parts, (part) => partsOf(document.old).has(part) || partsOf(document.new).has(part)),
    ]),
  );
  const own = [...shares].filter(([document, share]) => document.interface === name && share >= half);
  return own.length > 0 ? own.map(([document]) => document) : leading(shares);
};

/** What is used of documents. */
interface UsagesByDocument<Document> {
  /** What consumers use of a document. */
  about(document: Document): readonly Usage[];
  /** Interfaces that no compared document describes, by the consumer that uses them. */
  readonly unmatched: ReadonlyMap<string, readonly InterfaceName[]>;
}

/**
 * Finds what consumers use of each document. Interfaces are recognized by what is used of them: a configuration may call
 * one by another name than the usage file.
 */
export const usagesOf = <Document extends Candidate>(
  documents: readonly Document[],
  usages: readonly Usage[],
): UsagesByDocument<Document> => {
  const found = new Map(documents.map((document): [Document, Usage[]] => [document, []]));
  const unmatched = new Map<string, readonly InterfaceName[]>();
  for (const usage of usages) {
    const own = new Map<Document, Use[]>();
    for (const [name, uses] of Map.groupBy(usage.uses, (use) => use.interface)) {
      const used = documentsUsed(name, uses, documents);
      for (const document of used) own.set(document, [...(own.get(document) ?? []), ...uses]);
      if (used.length === 0) unmatched.set(usage.consumer, [...(unmatched.get(usage.consumer) ?? []), name]);
    }
    for (const [document, list] of found) list.push({ ...usage, uses: own.get(document) ?? [] });
  }
  return { about: (document) => found.get(document) ?? [], unmatched };
};
