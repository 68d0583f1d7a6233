import { type Assumptions, assumptionTable } from "../../../src/sandbox/assumptions/assumptions.ts";
import { createRandom } from "../../../src/serving/random.ts";

/** A conformant query interface, by what it chose where nothing is stated. */
export interface Combination {
  readonly name: string;
  readonly assumptions: Partial<Assumptions>;
}

/** Kinds of targets that have been met or thought of, each named by what makes it hard. */
const known: readonly Combination[] = [
  { name: "as the sandbox is", assumptions: {} },
  {
    name: "strict: names what is unknown",
    assumptions: { "U-12": "singleValue", "U-12.missing": "condition", "U-12.unknown": "refused" },
  },
  {
    name: "strict: names the first that is unknown",
    assumptions: { "U-12": "filterValue", "U-12.missing": "condition", "U-12.unknown": "refused-first" },
  },
  {
    name: "strict: names nothing",
    assumptions: {
      "U-11": "flat",
      "U-12": "operand",
      "U-12.missing": "condition",
      "U-12.unknown": "refused-unnamed",
      "U-13.places": "own",
    },
  },
  { name: "lenient: nothing matches what does not fit", assumptions: { "U-13.unfit": "nothing" } },
  {
    name: "lenient, without options",
    assumptions: { "U-11": "prose", "U-12": "filterValue", "U-13.unfit": "nothing" },
  },
  {
    name: "lenient: reads what it can",
    assumptions: { "U-11": "flat", "U-12": "compareValue", "U-13.unfit": "readable" },
  },
  {
    name: "synonyms",
    assumptions: { "U-11": "objects", "U-13.synonyms": "some" },
  },
  {
    name: "synonyms, lenient, without options",
    assumptions: { "U-11": "prose", "U-13.synonyms": "some", "U-13.unfit": "nothing" },
  },
  {
    name: "null is not empty, and negations match it",
    assumptions: { "U-13.empty": "text-only", "U-13.negation": "with-null" },
  },
  {
    name: "misleading labels, lenient",
    assumptions: { "U-11.labels": "unusual", "U-13.unfit": "nothing", "U-13.case": "exact" },
  },
  {
    name: "letter case, operands in their places, no types",
    assumptions: { "U-11": "flat", "U-13.case": "exact", "U-13.places": "own" },
  },
  {
    name: "small pages",
    assumptions: {
      "U-11": "objects",
      "U-30.maximumTake": 20,
      "U-30.beyondMaximum": "refuse",
      "U-13.case": "exact",
    },
  },
];

const drawn = [
  "U-11",
  "U-11.labels",
  "U-12.missing",
  "U-12.unknown",
  "U-13.case",
  "U-13.empty",
  "U-13.negation",
  "U-13.places",
  "U-13.synonyms",
  "U-13.unfit",
  "U-14",
] as const;

/** Names that the property of a single value may have where nothing names it. */
const guessable = ["value", "singleValue", "filterValue", "operand", "compareValue"] as const;

/** A query interface drawn at random. */
export const randomCombination = (seed: number): Combination => {
  const random = createRandom(seed, "a query interface");
  const choices = Object.fromEntries(
    drawn.map((key) => {
      const { values } = assumptionTable[key];
      return [key, values[random.integer(0, values.length - 1)]];
    }),
  );
  return {
    name: `drawn ${seed}`,
    // Each value comes from the entry of its key.
    assumptions: {
      ...(choices as Partial<Assumptions>),
      "U-12": guessable[random.integer(0, guessable.length - 1)] ?? "value",
    },
  };
};

/**
 * Orders of the thirty integers, drawn until the first six that want an operand take no single value that shows: lists,
 * ranges, and what compares texts.
 */
const lateOrders = [12, 126, 516, 531, 762, 804, 2927] as const;

/** Nothing lists the integers or names the property, and any of fifteen names may be the right one. */
export const lateValues: readonly Combination[] = lateOrders.flatMap((order) =>
  (["singleValue", "filterValue", "criteria"] as const).map((name) => ({
    name: `order ${order}, ${name} is not named`,
    assumptions: {
      "U-11": "prose",
      "U-12": name,
      "U-12.missing": "condition",
      "U-13": `permutation:${order}`,
    } as const,
  })),
);

/** Every combination has integers of its own. */
export const combinations: readonly Combination[] = [
  ...known,
  ...Array.from({ length: 19 }, (_, index) => randomCombination(index + 1)),
  ...lateValues,
].map(({ name, assumptions }, index) => ({
  name,
  assumptions: {
    "U-13": `permutation:${index + 1}`,
    "U-15": `permutation:${index + 101}`,
    ...(index % 2 === 0 ? {} : { "U-14": "and-is-1" as const }),
    ...assumptions,
  },
}));
