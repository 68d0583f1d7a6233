import { childPointer } from "../../core/formats/json-pointer.ts";
import { childOf, isObject, type JsonObject } from "../../core/model/json-object.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import type { SourcePlace } from "../document.ts";
import type { LocatedDocument } from "../source-document.ts";

/** A value of a source document, with its place. */
export interface SourceNode {
  readonly document: LocatedDocument;
  readonly pointer: string;
  readonly value: unknown;
}

export interface ObjectNode extends SourceNode {
  readonly value: JsonObject;
}

export const rootOf = (document: LocatedDocument): SourceNode => ({
  document,
  pointer: "",
  value: document.root,
});

export const placeOf = ({ document, pointer }: SourceNode): SourcePlace => ({ file: document.path, pointer });

/** @throws UsageError at the node */
export const fail = (node: SourceNode, message: string, hint?: string): never => {
  throw new UsageError(message, { location: node.document.location(node.pointer), hint });
};

/** The value under a key, without following references; undefined if there is none. */
export const inside = (node: SourceNode, key: string | number): SourceNode | undefined => {
  const value = childOf(node.value, String(key));
  return value === undefined
    ? undefined
    : { document: node.document, pointer: childPointer(node.pointer, key), value };
};

/** The entries of an object, or the items of a list by index. */
export const entries = (
  node: SourceNode | undefined,
): readonly (readonly [key: string, node: SourceNode])[] => {
  if (node === undefined || typeof node.value !== "object" || node.value === null) return [];
  const { document, pointer } = node;
  return Object.entries(node.value).map(([key, value]: [string, unknown]) => [
    key,
    { document, pointer: childPointer(pointer, key), value },
  ]);
};

/** @throws UsageError at the node unless it is an object */
export const objectNode = (node: SourceNode, what: string): ObjectNode => {
  const { value } = node;
  return isObject(value) ? { ...node, value } : fail(node, `${what} must be an object`);
};

export const nodeText = (node: SourceNode, key: string): string | undefined => {
  const value = childOf(node.value, key);
  return typeof value === "string" ? value : undefined;
};

export const isTrue = (node: SourceNode, key: string): boolean => childOf(node.value, key) === true;

export const extensionsOf = ({ value }: SourceNode): JsonObject =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => key.startsWith("x-"))) : {};
