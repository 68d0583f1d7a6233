import { childPointer, tokensOf } from "../../core/formats/json-pointer.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import type { DialectVersion, ApiModel, SourcePlace } from "../document.ts";
import type { Schema } from "../schemas/schema.ts";
import { inOneDialect, isSchema, nested } from "./dialect.ts";
import { entries, fail, inside, type SourceNode, placeOf } from "./node.ts";
import type { Resolver } from "./references.ts";

/** The reference to a model. */
export const modelReference = (name: string): string => `#${childPointer("/components/schemas", name)}`;

const keyOf = ({ document, pointer }: SourceNode): string => `${document.path}#${pointer}`;

/** A name for what has none: from the file or the last words of its pointer. */
const madeName = ({ document, pointer }: SourceNode): string => {
  const words = tokensOf(pointer).filter(
    (token) => !/^(?:components|schemas|definitions|properties)$/.test(token),
  );
  const file = document.path.replace(/^.*\//, "").replace(/\.\w+$/, "");
  return (words.length === 0 ? [file] : words.slice(-3))
    .join("_")
    .replaceAll(/\W+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
};

/** Reads schemas in one dialect. References become references to models, so that nothing is written out twice. */
export const createSchemaReader = (dialect: DialectVersion, resolver: Resolver) => {
  const places = new WeakMap<object, SourcePlace>();
  const models = new Map<string, ApiModel>();
  const names = new Map<string, string>();
  const pending: { readonly name: string; readonly node: SourceNode; readonly isNamed: boolean }[] = [];
  const taken = new Set<string>();

  const enter = (node: SourceNode, wanted: string, isNamed: boolean): string => {
    let name = wanted === "" ? "Schema" : wanted;
    for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`;
    taken.add(name);
    names.set(keyOf(node), name);
    pending.push({ name, node, isNamed });
    return name;
  };

  const nameOf = (target: SourceNode): string =>
    names.get(keyOf(target)) ?? enter(target, madeName(target), false);

  const referred = (node: SourceNode, reference: string): string =>
    modelReference(nameOf(resolver.target(node, reference)));

  /** Values of `mapping` are names of models, or references. */
  const mapped = (node: SourceNode, value: JsonObject): JsonObject => {
    const { mapping } = value;
    if (!isObject(mapping)) return value;
    return {
      ...value,
      mapping: Object.fromEntries(
        Object.entries(mapping).map(([key, to]) => {
          if (typeof to !== "string") return [key, to];
          if (taken.has(to)) return [key, modelReference(to)];
          return [key, /[#/.]/.test(to) ? referred(node, to) : to];
        }),
      ),
    };
  };

  const inner = (node: SourceNode, keyword: string, value: unknown): unknown => {
    const here: SourceNode = { document: node.document, pointer: childPointer(node.pointer, keyword), value };
    if (keyword === "discriminator" && isObject(value)) return mapped(node, value);
    if (nested.one.has(keyword)) return isSchema(value) ? read(here) : value;
    if (nested.list.has(keyword) && Array.isArray(value)) return entries(here).map(([, item]) => read(item));
    return nested.map.has(keyword) && isObject(value)
      ? Object.fromEntries(entries(here).map(([name, item]) => [name, read(item)]))
      : value;
  };

  const read = (node: SourceNode): Schema => {
    const { value } = node;
    if (typeof value === "boolean") return value;
    if (!isObject(value)) return fail(node, "a schema must be an object");
    const keywords = inOneDialect(value, dialect);
    const made = Object.fromEntries(
      Object.entries(keywords).map(([keyword, content]) => [
        keyword,
        (keyword === "$ref" || keyword === "$dynamicRef") && typeof content === "string"
          ? referred(node, content)
          : inner(node, keyword, content),
      ]),
    );
    places.set(made, placeOf(node));
    return made;
  };

  return {
    read,
    /** The schema under a key; undefined if there is none. */
    readAt: (node: SourceNode, key: string): Schema | undefined => {
      const schema = inside(node, key);
      return schema === undefined ? undefined : read(schema);
    },
    /** Names a schema of the document itself, before any is read. */
    name: (name: string, node: SourceNode): void => {
      enter(node, name, true);
    },
    placeOf: (schema: Schema): SourcePlace | undefined => (isObject(schema) ? places.get(schema) : undefined),
    /** Reads every model that is named or referred to. */
    finish: (): ReadonlyMap<string, ApiModel> => {
      for (const { name, node, isNamed } of pending) {
        // A list that grows while it is read: models refer to more of them.
        models.set(name, { name, isNamed, schema: read(node), at: placeOf(node) });
      }
      return models;
    },
  };
};

export type SchemaReader = ReturnType<typeof createSchemaReader>;
