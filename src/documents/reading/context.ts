import type { DialectVersion, ApiMedia, ApiNote, ApiParameter, SourcePlace } from "../document.ts";
import { extensionsOf, type SourceNode, placeOf } from "./node.ts";
import type { Resolver } from "./references.ts";
import type { SchemaReader } from "./schemas.ts";

/** What every part of the reader needs. */
export interface ReadingContext {
  readonly dialect: DialectVersion;
  readonly root: SourceNode;
  readonly resolver: Resolver;
  readonly schemas: SchemaReader;
  readonly notes: ApiNote[];
}

export const note = ({ notes }: ReadingContext, node: SourceNode, stated: Omit<ApiNote, "at">): void => {
  notes.push({ ...stated, at: placeOf(node) });
};

export const placed = (
  node: SourceNode,
): { readonly at: SourcePlace; readonly extensions: ApiParameter["extensions"] } => ({
  at: placeOf(node),
  extensions: extensionsOf(node),
});

/** In lower case and without spaces, so that the same type has one name. */
export const plainMediaType = (text: string): ApiMedia["mediaType"] =>
  text
    .split(";")
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== "")
    .join(";");

/** `200`, `2XX` or `default`; undefined for anything else. */
export const knownStatus = (key: string): string | undefined => {
  const status = key.toUpperCase();
  if (status === "DEFAULT") return "default";
  return /^[1-5](?:\d\d|XX)$/.test(status) ? status : undefined;
};

/** The names in braces of a path template, in their order. */
export const namesInPath = (path: string): readonly string[] =>
  [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
