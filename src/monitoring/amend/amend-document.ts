import { type Document, isMap, isScalar, isSeq, type Pair, parseDocument } from "yaml";
import type { Documentation } from "../../core/shapes/documentation.ts";
import { ownerOf } from "../drift/owner.ts";
import { tokensOf } from "../../core/formats/json-pointer.ts";
import type { Drift } from "../../core/model/drift.ts";
import { amendResponse } from "./amend-response.ts";
import { modelFor } from "./model-for.ts";
import {
  nodeChild,
  ensured,
  formatOfForm,
  type Node,
  nodeAt,
  openProperties,
  propertyOf,
  putNew,
  replaceTypes,
  resolved,
  nodeSchemaAt,
  schemaOfShape,
  setTypes,
  nodeTypes,
} from "./schema-node.ts";

/**
 * A rewritten text in which lines that differ only in spelling keep their original form.
 * @param rewritten the original, rewritten without changes
 */
const keepLines = (text: string, original: string, rewritten: string): string => {
  const before = original.split("\n");
  const after = rewritten.split("\n");
  if (before.length !== after.length) return text;
  const spellings = Map.groupBy(before, (_, at) => after[at] ?? "");
  return text
    .split("\n")
    .map((line) => {
      const [spelling, ...others] = new Set(spellings.get(line));
      return spelling === undefined || others.length > 0 ? line : spelling;
    })
    .join("\n");
};

/** A document with changes written into it. */
export interface AmendedText {
  readonly text: string;
  /** Changes that could not be written, and why. */
  readonly notes: readonly string[];
  /** Changes written for operations in which no run has observed them. */
  readonly unseen: readonly string[];
}

/** The location of a change in a document. */
interface Amendment {
  readonly document: Document;
  readonly change: Drift;
  /** The schema of the object with the field. */
  readonly holder: Node;
  /** Name of the field. */
  readonly name: string;
}

const keyOf = ({ operation, status, pointer }: Drift): string =>
  `${operation} ${status ?? ""} ${pointer.slice(0, pointer.lastIndexOf("/"))}`;

/** From a new field to its previous name. */
const renamesOf = (changes: readonly Drift[]): ReadonlyMap<Drift, Drift> => {
  const gone = new Map(
    changes.filter(({ kind }) => kind === "field-removed").map((one) => [keyOf(one), one]),
  );
  return new Map(
    changes.flatMap((one) => {
      const before = one.kind === "field-added" ? gone.get(keyOf(one)) : undefined;
      return before === undefined ? [] : [[one, before] as const];
    }),
  );
};

/** All written changes, and which of them rename a field. */
interface Written {
  readonly changes: readonly Drift[];
  readonly renames: ReadonlyMap<Drift, Drift>;
}

/** Where to write a change, and a remark on the other operations that share the model. */
const placeOf = (
  document: Document,
  change: Drift,
  { changes, renames }: Written,
  documentation: Documentation,
): { readonly holder: Node; readonly unseen: readonly string[] } | undefined => {
  const { operation, status = 200 } = change;
  const owner = ownerOf(change, documentation);
  const tokensIn = (one: Drift): readonly string[] => tokensOf(one.pointer.slice(owner.at.length));
  const tokens = tokensIn(change).slice(0, -1);
  if (owner.kind !== "model") {
    const described = bodySchema(document, documentation, operation, status);
    return described && { holder: nodeSchemaAt(document, described, tokens), unseen: [] };
  }
  const properties = [change, renames.get(change) ?? change].flatMap((one) => tokensIn(one).slice(0, 1));
  const model = modelFor(document, { change, properties }, changes, documentation);
  if (model === undefined) return undefined;
  const { name, schema, unseen } = model;
  const others = unseen.join(", ");
  return {
    holder: nodeSchemaAt(document, schema, tokens),
    unseen: others === "" ? [] : [`${change.message} ${name} is also in ${others}, which have not shown it.`],
  };
};

const isReferredToOnce = (document: Document, reference: string): boolean =>
  JSON.stringify(document.toJS()).split(`"${reference}"`).length === 2;

/** The schema of a body. An empty one that other bodies share stays theirs. */
const ownBody = (document: Document, mediaType: Node): Node => {
  const schema = nodeChild(mediaType, "schema");
  const reference = isMap(schema) ? schema.get("$ref") : undefined;
  const described = resolved(document, schema);
  const saysNothing = described !== undefined && !described.has("type") && !described.has("properties");
  if (typeof reference === "string" && saysNothing && !isReferredToOnce(document, reference))
    return putNew(mediaType, "schema");
  return ensured(document, mediaType, "schema");
};

const bodySchema = (document: Document, documentation: Documentation, operation: string, status: number) => {
  const found = documentation.operation(operation);
  if (found === undefined) return undefined;
  const responses = ["paths", found.path, found.method.toLowerCase(), "responses"];
  const content = [String(status), `${Math.floor(status / 100)}XX`, "default"]
    .map((key) => nodeAt(document, [...responses, key, "content"]))
    .find((node) => node !== undefined);
  const [media] = content?.items ?? [];
  const key = isScalar(media?.key) ? String(media.key.value) : undefined;
  const described = key === undefined ? undefined : resolved(document, nodeChild(content, key));
  return described && ownBody(document, described);
};

const required = (owner: Node): readonly string[] => {
  const names = nodeChild(owner, "required");
  return isSeq(names) ? names.items.flatMap((one) => (isScalar(one) ? [String(one.value)] : [])) : [];
};

const setRequired = (owner: Node, change: (names: readonly string[]) => readonly string[]): void => {
  const names = nodeChild(owner, "required");
  if (!isSeq(names)) return;
  const left = change(required(owner));
  names.items = names.items.filter((one) => isScalar(one) && left.includes(String(one.value)));
  for (const name of left.filter((one) => !required(owner).includes(one))) names.add(name);
  if (names.items.length === 0) owner.delete("required");
};

const rename = ({ document, holder, name }: Amendment, before: string): boolean => {
  const known = propertyOf(document, holder, before);
  if (known === undefined) return propertyOf(document, holder, name) !== undefined;
  const pair = known.properties.items.find(({ key }: Pair) => isScalar(key) && key.value === before);
  if (isScalar(pair?.key)) pair.key.value = name;
  setRequired(known.owner, (names) => names.map((one) => (one === before ? name : one)));
  return true;
};

const add = ({ document, holder, name, change }: Amendment): void => {
  if (propertyOf(document, holder, name) !== undefined) return;
  openProperties(document, holder).set(name, document.createNode(schemaOfShape(change.shape ?? change.now)));
};

const remove = ({ document, holder, name }: Amendment): void => {
  const known = propertyOf(document, holder, name);
  known?.properties.delete(name);
  if (known !== undefined) setRequired(known.owner, (names) => names.filter((one) => one !== name));
};

/** The property's own schema without its `$ref`, whose target stays unchanged for others. */
const ownSchema = ({ document, holder, name }: Amendment): Node => {
  const properties = propertyOf(document, holder, name)?.properties ?? openProperties(document, holder);
  const schema = nodeChild(properties, name);
  if (!isMap(schema)) return putNew(properties, name);
  schema.delete("$ref");
  return schema;
};

const allowNull = (amendment: Amendment): void => {
  const { document, holder, name, change } = amendment;
  const properties = propertyOf(document, holder, name)?.properties ?? openProperties(document, holder);
  const schema = nodeChild(properties, name);
  if (isMap(schema) && schema.has("$ref"))
    return properties.set(name, document.createNode({ anyOf: [schema, { type: "null" }] }));
  const own = ownSchema(amendment);
  const types = nodeTypes(own);
  setTypes(document, own, [...(types.length === 0 ? change.before.split(" or ") : types), "null"]);
};

const changeType = (amendment: Amendment): void => {
  const { document, change } = amendment;
  const { count, of } = change.seenSince;
  const own = ownSchema(amendment);
  const before = nodeTypes(own).length > 0 ? nodeTypes(own) : change.before.split(" or ");
  if (count === of) replaceTypes(document, own, [change.now, ...before.filter((one) => one === "null")]);
  else setTypes(document, own, [...before, change.now]);
};

const changeFormat = (amendment: Amendment): void => {
  const own = ownSchema(amendment);
  const format = formatOfForm(amendment.change.now);
  if (nodeTypes(own).length === 0) own.set("type", "string");
  if (format === undefined) own.delete("format");
  else own.set("format", format);
};

const addValue = (amendment: Amendment): string | undefined => {
  const { document, holder, name, change } = amendment;
  const known = nodeChild(propertyOf(document, holder, name)?.properties, name);
  const list = isMap(known) ? (nodeChild(known, "enum") ?? nodeChild(known, "examples")) : undefined;
  if (change.now === "another value" || !isSeq(list))
    return `${change.message} The store keeps no values: add it by hand.`;
  if (!list.items.some((one) => isScalar(one) && String(one.value) === change.now))
    list.add(document.createNode(change.now));
  return undefined;
};

/** Writes a change of a field, or returns why it cannot. */
const amendField = (amendment: Amendment, renamedFrom: string | undefined): string | undefined => {
  switch (amendment.change.kind) {
    case "field-added":
      if (renamedFrom === undefined || !rename(amendment, renamedFrom)) add(amendment);
      return undefined;
    case "field-removed":
      return void remove(amendment);
    case "presence-dropped": {
      const known = propertyOf(amendment.document, amendment.holder, amendment.name);
      if (known !== undefined)
        setRequired(known.owner, (names) => names.filter((one) => one !== amendment.name));
      return undefined;
    }
    case "null-appeared":
      return void allowNull(amendment);
    case "type-changed":
      return void changeType(amendment);
    case "format-changed":
      return void changeFormat(amendment);
    case "value-added":
      return addValue(amendment);
    default:
      return `${amendment.change.message} An OpenAPI document has no place for it.`;
  }
};

/** Remarks on a change. */
type Said = Pick<AmendedText, "notes" | "unseen">;

const notWritten = (why: string | undefined): Said => ({ notes: why === undefined ? [] : [why], unseen: [] });

const amend = (document: Document, change: Drift, written: Written, documentation: Documentation): Said => {
  if (change.pointer === "") return notWritten(amendResponse(document, change, documentation));
  const name = tokensOf(change.pointer).at(-1) ?? "";
  const place = name === "*" ? undefined : placeOf(document, change, written, documentation);
  if (place === undefined)
    return notWritten(`${change.message} The document describes no such answer of ${change.operation}.`);
  const renamed = written.renames.get(change);
  const why = amendField(
    { document, change, holder: place.holder, name },
    renamed && tokensOf(renamed.pointer).at(-1),
  );
  return why === undefined ? { notes: [], unseen: place.unseen } : notWritten(why);
};

/** Writes changes into a document, preserving its comments, order and other lines. */
export const amendDocument = (
  text: string,
  changes: readonly Drift[],
  documentation: Documentation,
  style: Parameters<Document["toString"]>[0],
): AmendedText => {
  const document = parseDocument(text);
  const rewritten = document.toString(style);
  const renames = renamesOf(changes);
  const gone = new Set(renames.values());
  const said = changes
    .filter((change) => !gone.has(change))
    .map((change) => amend(document, change, { changes, renames }, documentation));
  return {
    text: keepLines(document.toString(style), text, rewritten),
    notes: [...new Set(said.flatMap(({ notes }) => notes))],
    unseen: [...new Set(said.flatMap(({ unseen }) => unseen))],
  };
};
