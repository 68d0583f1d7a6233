import { type Document, isMap, isSeq } from "yaml";
import type { Documentation } from "../../core/shapes/documentation.ts";
import { type ChangeOwner, ownerOf } from "../drift/owner.ts";
import type { Drift } from "../../core/model/drift.ts";
import { branchesOf, nodeChild, type Node, nodeAt, propertyOf, putNew, resolved } from "./schema-node.ts";

/** The model for a change. */
export interface Model {
  readonly name: string;
  readonly schema: Node;
  /** Operations that answer it without having shown the change. */
  readonly unseen: readonly string[];
}

const schemaOf = (document: Document, name: string): Node | undefined =>
  nodeAt(document, ["components", "schemas", name]);

/** The same change in all operations that show it. */
const showing = (
  change: Drift,
  { name, path }: ChangeOwner,
  changes: readonly Drift[],
  documentation: Documentation,
): readonly Drift[] =>
  changes.filter((one) => {
    const owner = ownerOf(one, documentation);
    return one.kind === change.kind && owner.name === name && owner.path === path;
  });

const isPropertied = (document: Document, schema: Node): boolean => {
  const parts = nodeChild(schema, "allOf");
  const inline = isSeq(parts) ? parts.items.filter((part) => resolved(document, part) === part) : [];
  return [schema, ...inline].some((one) => isMap(one) && isMap(nodeChild(one, "properties")));
};

/** Inlines the reference that holds the properties, so that other users of it stay unchanged. */
const ownPart = (document: Document, schema: Node, properties: readonly string[]): void => {
  const parts = nodeChild(schema, "allOf");
  if (isSeq(parts))
    for (const [index, part] of parts.items.entries()) {
      const referred = resolved(document, part);
      const isMeant =
        referred !== undefined && properties.some((one) => propertyOf(document, referred, one) !== undefined);
      if (!isMeant) continue;
      const own = referred === part ? referred : referred.clone();
      if (!isMap(own)) continue;
      parts.set(index, own);
      ownPart(document, own, properties);
    }
  if (!isPropertied(document, schema)) putNew(schema, "properties");
};

/**
 * The narrowest model shared by all operations that show a change; undefined if the document has none. If it is
 * composed of the changed model, it gets its own copy of that part.
 * @param properties those of the changed model, with all their earlier names
 */
export const modelFor = (
  document: Document,
  { change, properties }: { readonly change: Drift; readonly properties: readonly string[] },
  changes: readonly Drift[],
  documentation: Documentation,
): Model | undefined => {
  const owner = ownerOf(change, documentation);
  const wide = schemaOf(document, owner.name);
  if (wide === undefined) return undefined;
  const alike = showing(change, owner, changes, documentation);
  const modelsOf = (one: Drift): readonly string[] =>
    documentation.models(one.operation, one.status ?? 200, ownerOf(one, documentation).at);
  const narrower = modelsOf(change)
    .filter((name) => name !== owner.name && alike.every((one) => modelsOf(one).includes(name)))
    .flatMap((name) => {
      const schema = schemaOf(document, name);
      return schema !== undefined && branchesOf(document, schema).includes(wide) ? [{ name, schema }] : [];
    })
    .at(-1);
  if (narrower !== undefined) ownPart(document, narrower.schema, properties);
  const model = narrower ?? { name: owner.name, schema: wide };
  const seen = new Set(alike.map(({ operation }) => operation));
  const answering = documentation.operationsAnswering(change.operation, model.name);
  return { ...model, unseen: answering.filter((operation) => !seen.has(operation)) };
};
