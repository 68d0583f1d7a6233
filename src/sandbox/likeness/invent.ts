import { boundsOfNumberClass } from "../../core/shapes/size-class.ts";
import type { Counts } from "../../core/shapes/shape-file.ts";
import type { TextClass } from "../../core/shapes/text-class.ts";
import { createRandom, type Random } from "../../serving/random.ts";
import { type ShapeNode, sumOf } from "./shape-node.ts";
import { traitForm, type Trait, traitsOf, type TraitShare, usualTrait } from "./trait.ts";

/** Maximum length of texts and arrays, whatever was counted: they are invented for tests. */
const longestText = 4096;
const longestArray = 20;
const largestNumber = 2 ** 31;

/** The first key whose cumulative share exceeds a number from 0 to 1. */
export const pickShare = (shares: readonly TraitShare[], at: number): Trait | undefined => {
  let sum = 0;
  for (const { trait, share } of shares) {
    sum += share;
    if (at < sum) return trait;
  }
  return shares.at(-1)?.trait;
};

const pickCount = (counts: Counts | undefined, random: Random): string | undefined => {
  let left = random.next() * sumOf(counts);
  for (const [name, count] of Object.entries(counts ?? {})) {
    left -= count;
    if (left < 0) return name;
  }
  return undefined;
};

/** A whole number within a counted class; `usual` if none was counted. */
const sized = (counts: Counts | undefined, random: Random, most: number, usual: number): number => {
  const bounds = boundsOfNumberClass(pickCount(counts, random) ?? "");
  if (bounds === undefined) return usual;
  const clamp = (value: number): number => Math.max(-most, Math.min(most, value));
  return random.integer(clamp(bounds.least), clamp(bounds.most));
};

const words = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "haven"] as const;

const prose = (length: number, random: Random): string => {
  let text: string = random.pick(words);
  while (text.length < length) text += ` ${random.pick(words)}`;
  return text.slice(0, length).trimEnd().padEnd(length, "e");
};

const pad = (value: number, length = 2): string => String(value).padStart(length, "0");

const dateOf = (random: Random): string =>
  `${random.integer(2015, 2024)}-${pad(random.integer(1, 12))}-${pad(random.integer(1, 28))}`;

const timeOf = (random: Random): string =>
  `${pad(random.integer(0, 23))}:${pad(random.integer(0, 59))}:${pad(random.integer(0, 59))}`;

const hexOf = (length: number, random: Random): string =>
  Array.from({ length }, () => random.integer(0, 15).toString(16)).join("");

type Make = (random: Random, length: number) => string;

/** A text of each form, entirely invented. */
const texts: Readonly<Record<TextClass, Make>> = {
  empty: () => "",
  text: (random, length) => prose(Math.max(1, length), random),
  decimal: (random) => `${random.integer(1, 5000)}.${pad(random.integer(0, 99))}`,
  date: dateOf,
  "utc-date-time": (random) => `${dateOf(random)}T${timeOf(random)}Z`,
  "offset-date-time": (random) => `${dateOf(random)}T${timeOf(random)}-05:00`,
  "local-date-time": (random) => `${dateOf(random)}T${timeOf(random)}`,
  "http-date": (random) => new Date(`${dateOf(random)}T${timeOf(random)}Z`).toUTCString(),
  uuid: (random) =>
    `${hexOf(8, random)}-${hexOf(4, random)}-4${hexOf(3, random)}-a${hexOf(3, random)}-${hexOf(12, random)}`,
  email: (random) => `${random.pick(words)}.${random.integer(1, 9999)}@example.org`,
  uri: (random) => `https://example.org/${random.pick(words)}/${random.integer(1, 9999)}`,
  "boolean-text": (random) => (random.chance(0.5) ? "true" : "false"),
  "grouped-number": (random) => `${random.integer(1, 99)},${pad(random.integer(0, 999), 3)}.00`,
  money: (random) => `$${random.integer(1, 99)},${pad(random.integer(0, 999), 3)}.00`,
  "us-date": (random) => `${random.integer(1, 12)}/${random.integer(1, 28)}/${random.integer(2015, 2024)}`,
};

export const inventText = (form: TextClass, random: Random, length: number): string =>
  texts[form](random, length);

const listed = (node: ShapeNode, random: Random): unknown => {
  const chosen = pickCount(node.location.values, random);
  return chosen === undefined ? undefined : JSON.parse(chosen);
};

const inventObject = (node: ShapeNode, seed: number, name: string): Record<string, unknown> => {
  const record: Record<string, unknown> = {};
  for (const [field, inner] of node.fields) {
    const value = inventBy(inner, seed, `${name}/${field}`);
    if (value !== undefined) record[field] = value;
  }
  return record;
};

const inventArray = (node: ShapeNode, seed: number, name: string, random: Random): unknown[] => {
  const { items } = node;
  if (items === undefined) return [];
  const size = sized(node.location.sizes, random, longestArray, 1);
  return Array.from({ length: size }, (_, index) =>
    invent(items, usualTrait(items) ?? "null", seed, `${name}/${index}`),
  );
};

/** Number of items of an array, drawn from the classes of size counted at the location; undefined if none was. */
export const drawSize = ({ location }: ShapeNode, random: Random): number | undefined => {
  const size = sized(location.sizes, random, longestArray, -1);
  return size < 0 ? undefined : size;
};

/** A value with this trait, with the length and size counted at the location; undefined for `absent`. */
export const invent = (node: ShapeNode, trait: Trait, seed: number, name: string): unknown => {
  const random = createRandom(seed, `invented ${name}`);
  switch (trait) {
    case "absent":
      return undefined;
    case "null":
      return null;
    case "boolean":
      return random.chance(0.5);
    case "integer":
      return sized(node.location.numbers, random, largestNumber, random.integer(1, 100));
    case "number":
      return sized(node.location.numbers, random, largestNumber, random.integer(1, 100)) + 0.5;
    case "array":
      return inventArray(node, seed, name, random);
    case "object":
      return inventObject(node, seed, name);
    default:
      return (
        (trait === "string unlisted" ? undefined : listed(node, random)) ??
        inventText(traitForm(trait) ?? "text", random, sized(node.location.lengths, random, longestText, 12))
      );
  }
};

/** A value with one of the traits counted at the location, by their shares. */
export const inventBy = (node: ShapeNode, seed: number, name: string): unknown => {
  const trait = pickShare(traitsOf(node), createRandom(seed, `trait ${name}`).next());
  return trait === undefined ? undefined : invent(node, trait, seed, name);
};
