import { posix } from "node:path";
import { valueAtPointer } from "../../core/formats/json-pointer.ts";
import { isObject } from "../../core/model/json-object.ts";
import { didYouMean } from "../../core/output/suggest.ts";
import { printable } from "../../core/output/escape.ts";
import type { LocatedDocument } from "../source-document.ts";
import { walk } from "../walk.ts";
import { fail, inside, type SourceNode, rootOf } from "./node.ts";

/** The files that a document consists of, by their normalized paths. */
export type DocumentFiles = ReadonlyMap<string, LocatedDocument>;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const isRemote = (url: string): boolean => /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(url);

/** The path of a file that a reference in another one names; undefined if it names none. */
export const pathFrom = (from: string, url: string): string | undefined => {
  if (url === "" || isRemote(url)) return undefined;
  const path = decoded(url);
  return posix.isAbsolute(path) ? posix.normalize(path) : posix.join(posix.dirname(from), path);
};

/** Names that schemas give themselves: `$anchor` and `$id`. */
interface Named {
  readonly anchors: ReadonlyMap<string, string>;
  readonly ids: ReadonlyMap<string, string>;
}

const namedIn = (document: LocatedDocument): Named => {
  const anchors = new Map<string, string>();
  const ids = new Map<string, string>();
  for (const { pointer, value } of walk(document.root)) {
    for (const key of ["$anchor", "$dynamicAnchor"])
      if (typeof value[key] === "string" && !anchors.has(value[key])) anchors.set(value[key], pointer);
    if (typeof value["$id"] === "string") ids.set(value["$id"].replace(/#$/, ""), pointer);
  }
  return { anchors, ids };
};

const suggested = (document: LocatedDocument, pointer: string): string | undefined => {
  const cut = pointer.lastIndexOf("/");
  const siblings = valueAtPointer(document.root, pointer.slice(0, cut));
  return isObject(siblings) ? didYouMean(pointer.slice(cut + 1), Object.keys(siblings)) : undefined;
};

/** Follows references within a document and its files. */
export const createResolver = (files: DocumentFiles) => {
  const named = new Map<LocatedDocument, Named>();
  const namesOf = (document: LocatedDocument): Named => {
    const found = named.get(document) ?? namedIn(document);
    named.set(document, found);
    return found;
  };

  const targetAt = (
    node: SourceNode,
    document: LocatedDocument,
    base: string,
    fragment: string,
  ): SourceNode => {
    const shown = printable(String(inside(node, "$ref")?.value ?? fragment));
    const own =
      fragment === "" || fragment.startsWith("/")
        ? `${base}${fragment}`
        : namesOf(document).anchors.get(fragment);
    const value = own === undefined ? undefined : valueAtPointer(document.root, own);
    if (own !== undefined && value !== undefined) return { document, pointer: own, value };
    // A schema with an id of its own counts from there.
    const resource = [...namesOf(node.document).ids.values()].find((one) =>
      node.pointer.startsWith(`${one}/`),
    );
    const inner =
      resource === undefined ? undefined : valueAtPointer(document.root, `${resource}${fragment}`);
    if (inner !== undefined) return { document, pointer: `${resource ?? ""}${fragment}`, value: inner };
    return fail(
      inside(node, "$ref") ?? node,
      `reference ${shown} points to nothing`,
      suggested(document, own ?? fragment),
    );
  };

  /** What a reference leads to. @throws UsageError at the reference */
  const target = (node: SourceNode, reference: string): SourceNode => {
    const at = inside(node, "$ref") ?? node;
    const shown = printable(reference);
    const [url = "", fragment = ""] = reference.split("#", 2);
    const pointer = decoded(fragment);
    const self = inside(rootOf(node.document), "$self")?.value;
    if (url === "" || url === self) return targetAt(node, node.document, "", pointer);
    for (const document of files.values()) {
      const base = namesOf(document).ids.get(url);
      if (base !== undefined) return targetAt(node, document, base, pointer);
    }
    const path = pathFrom(node.document.path, url);
    if (path === undefined)
      return fail(
        at,
        `reference ${shown} points outside the document`,
        "copy what it means into components, or into a file beside the document",
      );
    const document = files.get(path);
    return document === undefined
      ? fail(
          at,
          `reference ${shown} points outside the document, to a file that was not read`,
          "name the document by its path, or copy the schema into components",
        )
      : targetAt(node, document, "", pointer);
  };

  /** Follows a chain of references to what is none. @throws UsageError for a chain without an end */
  const resolved = (node: SourceNode): SourceNode => {
    const seen = new Set<string>();
    let here = node;
    for (;;) {
      const reference = isObject(here.value) ? here.value["$ref"] : undefined;
      if (typeof reference !== "string") return here;
      const key = `${here.document.path}#${here.pointer}`;
      if (seen.has(key)) return fail(node, `reference ${printable(reference)} is a cycle`);
      seen.add(key);
      here = target(here, reference);
    }
  };

  return { target, resolved };
};

export type Resolver = ReturnType<typeof createResolver>;
