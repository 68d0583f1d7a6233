import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import { createRandom, type Random } from "../../serving/random.ts";
import { convert } from "./convert.ts";
import { drawSize, invent, pickShare } from "./invent.ts";
import type { PooledShares } from "./pooled-shares.ts";
import type { ShapeNode } from "./shape-node.ts";
import { isTextTrait, traitShare, type Trait, traitOf, traitsOf, type TraitShare } from "./trait.ts";

export interface Imitation {
  readonly seed: number;
  readonly interface: BuiltinInterface;
  readonly shares: PooledShares;
  /** Whether the OpenAPI documents exclude a trait; `off` if it is not to be reproduced. */
  deviation(pointer: string, trait: Trait): "none" | "on" | "off";
  /** Whether a write changed the record: then sent values are returned unchanged. */
  isWritten(record: string): boolean;
  /** Whether the store already has the field's share of nulls, so that conditions agree with answers. */
  isStored(pointer: string): boolean;
  /**
   * Which fields are added, emptied and left out as the OpenAPI documents allow: by their shares; only those always or
   * never present, if they depend on the answer's reason, as in errors; or none, if the caller chose the fields.
   */
  readonly presence: "by share" | "always or never" | "as it is";
}

/** The record around a location. */
export interface Around {
  /** From `recordKey`, or the request's address if nothing around has an id. */
  readonly record: string;
  /** Whether it is a record with an id. */
  readonly hasId: boolean;
  /** From the record to the location. */
  readonly path: string;
}

/** Fewer objects do not prove that a field is never present. */
const enoughObjects = 20;

/** Key of a record by its id, the same in all answers of an interface. */
export const imitatedKey = (name: BuiltinInterface, id: string | number): string => `${name} ${id}`;

const idIn = (value: unknown): string | undefined => {
  const id = isObject(value) ? value["id"] : undefined;
  return typeof id === "number" || typeof id === "string" ? String(id) : undefined;
};

const below = (around: Around, token: string | number): Around => ({
  ...around,
  path: `${around.path}/${token}`,
});

const nameOf = ({ record, path }: Around): string => `${record}${path}`;

const isNumber = (trait: Trait): boolean => trait === "integer" || trait === "number";

/** Whether a value already has the trait, as far as the OpenAPI documents distinguish it. */
const isAlike = (own: Trait, trait: Trait, node: ShapeNode): boolean => {
  if (own === trait) return true;
  if (isNumber(own) && isNumber(trait)) return true;
  const isSeen = traitShare(node, own) !== undefined;
  return isTextTrait(own) && isTextTrait(trait) && (isSeen || trait === "string unlisted");
};

/**
 * Source of a location's shares: every operation that answers the model, unless this one deviates there or always does
 * the same.
 */
const sharesAt = (node: ShapeNode, { shares, deviation }: Imitation): readonly TraitShare[] => {
  const own = traitsOf(shares.own.get(node.pointer) ?? node);
  const deviates = own.some(({ trait }) => deviation(node.pointer, trait) !== "none");
  const model = shares.model.get(node.pointer);
  return deviates || own.length < 2 || model === undefined ? own : traitsOf(model);
};

/** The trait of this record at the location: the same in every answer. */
const traitFor = (node: ShapeNode, around: Around, imitation: Imitation): Trait | undefined =>
  pickShare(sharesAt(node, imitation), createRandom(imitation.seed, `trait ${nameOf(around)}`).next());

const isEmpty = (trait: Trait): boolean => trait === "absent" || trait === "null";

const isAlways = (node: ShapeNode, trait: Trait): boolean => (traitShare(node, trait) ?? 0) === 1;

/** Whether the sandbox's own value stays, although the record would show another trait. */
const isKept = (
  own: Trait,
  trait: Trait,
  node: ShapeNode,
  { record }: Around,
  { presence, isWritten, isStored }: Imitation,
): boolean => {
  // A record keeps its id.
  if (node.pointer.endsWith("/id") && trait !== own) return true;
  if (isWritten(record) || presence === "as it is") return true;
  if (presence === "always or never" && !isAlways(node, trait)) return true;
  return isStored(node.pointer) && (own === "null" || trait === "null");
};

const chosenValue = (value: unknown, node: ShapeNode, around: Around, imitation: Imitation): unknown => {
  const { seed } = imitation;
  const trait = traitFor(node, around, imitation);
  if (trait === undefined) return value;
  const deviation = imitation.deviation(node.pointer, trait);
  if (deviation === "off") return value;
  if (deviation === "on") return convert(value, trait, { node, seed, name: nameOf(around) });
  const own = traitOf(value);
  if (isAlike(own, trait, node) || isKept(own, trait, node, around, imitation)) return value;
  return isEmpty(own)
    ? invent(node, trait, seed, nameOf(around))
    : convert(value, trait, { node, seed, name: nameOf(around) });
};

/** Whether enough objects of this kind were seen, none of them with the field. */
const neverHas = (node: ShapeNode, name: string): boolean =>
  name !== "id" &&
  !node.fields.has(name) &&
  !node.hasMasked &&
  (node.location.types["object"] ?? 0) >= enoughObjects;

const leavesOut = (
  node: ShapeNode,
  name: string,
  pointer: string,
  { presence, deviation }: Imitation,
): boolean => {
  const missing = deviation(pointer, "absent");
  return missing === "on" || (missing === "none" && presence !== "as it is" && neverHas(node, name));
};

const imitateObject = (
  value: JsonObject,
  node: ShapeNode,
  around: Around,
  imitation: Imitation,
): JsonObject => {
  const record: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const field = node.fields.get(name);
    const pointer = `${node.pointer}/${name}`;
    if (field !== undefined) record[name] = imitate(inner, field, below(around, name), imitation);
    else if (!leavesOut(node, name, pointer, imitation)) record[name] = inner;
  }
  for (const [name, field] of node.fields)
    if (!Object.hasOwn(value, name)) record[name] = imitate(undefined, field, below(around, name), imitation);
  return record;
};

/** Ids of copies: above those of the sandbox's own records. */
const copies = { least: 1_000_000_000, most: 2_000_000_000 } as const;

/** A copy of an item: a separate record, but never a primary or first one. */
const copyOf = (item: unknown, random: Random): unknown => {
  if (!isObject(item)) return item;
  const id = random.integer(copies.least, copies.most);
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => {
      if (name === "id") return [name, typeof value === "string" ? String(id) : id];
      return [name, typeof value === "boolean" ? false : value];
    }),
  );
};

/**
 * Adjusts a list within a record to the target's number of items. Pages of lists keep theirs, because the request
 * determines it. An empty list has no item to copy.
 */
const sizedLike = (
  items: readonly unknown[],
  node: ShapeNode,
  around: Around,
  { seed, shares, presence, isWritten }: Imitation,
): readonly unknown[] => {
  const last = items.at(-1);
  if (!around.hasId || last === undefined || presence !== "by share" || isWritten(around.record))
    return items;
  const random = createRandom(seed, `size ${nameOf(around)}`);
  const size = drawSize(shares.own.get(node.pointer) ?? node, random) ?? items.length;
  const added = Array.from({ length: Math.max(0, size - items.length) }, () => copyOf(last, random));
  return [...items.slice(0, size), ...added];
};

/**
 * A value of the sandbox as the target would show it: with the traits counted at its location, equally often. The
 * record's id decides, so that all answers agree about a record.
 */
export const imitate = (value: unknown, node: ShapeNode, around: Around, imitation: Imitation): unknown => {
  const id = idIn(value);
  const here =
    id === undefined ? around : { record: imitatedKey(imitation.interface, id), hasId: true, path: "" };
  const shown = chosenValue(value, node, around, imitation);
  if (shown !== value) return shown;
  const { items } = node;
  if (Array.isArray(value))
    return items === undefined
      ? value
      : sizedLike(value, node, here, imitation).map((item, index) =>
          imitate(item, items, below(here, index), imitation),
        );
  return isObject(value) && items === undefined ? imitateObject(value, node, here, imitation) : value;
};
