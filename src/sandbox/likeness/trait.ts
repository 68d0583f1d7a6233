import { type JsonType, jsonTypes } from "../../core/shapes/shape-entry.ts";
import { type TextClass, textClasses, textClassOf } from "../../core/shapes/text-class.ts";
import { type ShapeNode, sumOf } from "./shape-node.ts";

/**
 * What a location may show: absence, a JSON type, a text of some form, or a text that the OpenAPI documents do not
 * list.
 */
export type Trait = "absent" | JsonType | `string ${TextClass | "unlisted"}`;

export interface TraitShare {
  readonly trait: Trait;
  /** From 0 to 1, of the objects that could have had it. */
  readonly share: number;
}

const textTraits = (node: ShapeNode, share: number): readonly TraitShare[] => {
  const { texts = {}, unlisted = 0 } = node.location;
  const all = sumOf(texts);
  if (all === 0) return [{ trait: "string", share }];
  const others = (share * Math.min(unlisted, all)) / all;
  const forms = textClasses.map((form): TraitShare => ({
    trait: `string ${form}`,
    share: ((share - others) * (texts[form] ?? 0)) / all,
  }));
  return [...forms, { trait: "string unlisted", share: others }];
};

/** The traits seen at a location with their shares, which add up to 1. */
export const traitsOf = (node: ShapeNode): readonly TraitShare[] => {
  const { of, seen, location } = node;
  const all = Math.max(of, seen);
  if (all === 0) return [];
  const absent: TraitShare = { trait: "absent", share: (all - seen) / all };
  const typed = jsonTypes.flatMap((type) => {
    const share = (location.types[type] ?? 0) / all;
    return type === "string" ? textTraits(node, share) : [{ trait: type, share }];
  });
  return [absent, ...typed].filter(({ share }) => share > 0);
};

/** From 0 to 1; undefined if the trait was never seen at the location. */
export const traitShare = (node: ShapeNode, trait: Trait): number | undefined =>
  traitsOf(node).find((one) => one.trait === trait)?.share;

/** The most frequent trait of a location when present; undefined if it never was. */
export const usualTrait = (node: ShapeNode): Trait | undefined =>
  traitsOf(node)
    .filter(({ trait }) => trait !== "absent")
    .toSorted((one, other) => other.share - one.share)[0]?.trait;

export const isTextTrait = (trait: Trait): boolean => trait.startsWith("string");

/** The form of a text trait; undefined for other traits, or if no form was counted. */
export const traitForm = (trait: Trait): TextClass | undefined =>
  textClasses.find((form) => trait === `string ${form}`);

const typeOf = (value: unknown): JsonType => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "boolean":
      return "boolean";
    case "string":
      return "string";
    case "number":
      return Number.isInteger(value) ? "integer" : "number";
    default:
      return "object";
  }
};

/** The trait of a JSON value; undefined is absent. */
export const traitOf = (value: unknown): Trait => {
  if (value === undefined) return "absent";
  if (typeof value !== "string") return typeOf(value);
  return `string ${textClasses[textClassOf(value)] ?? "text"}`;
};

/** The trait in words. */
export const describeTrait = (trait: Trait): string => {
  const form = traitForm(trait);
  if (trait === "string unlisted") return "a value that is not listed";
  if (form === undefined) return trait === "string" ? "text" : trait;
  return form === "text" ? "text" : `text (${form})`;
};
