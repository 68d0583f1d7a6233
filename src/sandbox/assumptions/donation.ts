import { choice, hourlyFloor, permuted, propertyName, whole } from "./entry.ts";

/** Open questions of the donation interface. */
export const donationAssumptions = {
  "U-02.details": choice({
    description:
      "first letter of the parts that come with a donor's details: DonorAddresses or donorAddresses",
    values: ["pascal", "camel"],
    default: "pascal",
  }),
  "U-10": choice({
    description:
      "how Filter matches: anywhere in a text, at its beginning, or every word at the beginning of some word",
    values: ["contains", "prefix", "words"],
    default: "contains",
  }),
  "U-11": choice({
    description:
      "shape of Query/options: parameters with operators and values of their own, flat lists of names, lists of objects, lists by type of value, one answer about all ten types, or a text",
    values: ["nested", "flat", "objects", "by-type", "all-types", "prose"],
    default: "nested",
  }),
  "U-11.labels": choice({
    description: "whether listed operators carry a label, and whether it is the usual word for them",
    values: ["none", "usual", "unusual"],
    default: "none",
  }),
  "U-12": propertyName({
    description: "property of a condition that holds a single value",
    taken: ["parameter", "operator", "values", "secondaryValue"],
    default: "value",
  }),
  "U-12.missing": choice({
    description: "whether the refusal of a condition without its value names the property or the condition",
    values: ["property", "condition"],
    default: "property",
  }),
  "U-12.unknown": choice({
    description:
      "what becomes of a condition with unknown properties: they are ignored, or refused with the names of all, of the first, or of none",
    values: ["ignored", "refused", "refused-first", "refused-unnamed"],
    default: "ignored",
  }),
  "U-13": permuted({
    description: "which integer means which of the 30 operators",
    size: 30,
    default: "identity",
  }),
  "U-13.names": choice({
    description:
      "whether a condition may also name its operator, as in GreaterThanOrEqual, or only its integer",
    values: ["refused", "accepted"],
    default: "refused",
  }),
  "U-13.case": choice({
    description: "whether operators that compare texts distinguish A to Z from a to z",
    values: ["ignored", "exact"],
    default: "ignored",
  }),
  "U-13.empty": choice({
    description: "whether isEmpty matches what holds nothing as well as empty texts",
    values: ["with-null", "text-only"],
    default: "with-null",
  }),
  "U-13.negation": choice({
    description: "whether notEquals, noneOf and other negations match what holds nothing",
    values: ["without-null", "with-null"],
    default: "without-null",
  }),
  "U-13.places": choice({
    description: "where a single value is read: in its own property or alone in values, or in its own only",
    values: ["either", "own"],
    default: "either",
  }),
  "U-13.synonyms": choice({
    description: "whether each integer has a meaning of its own, or some mean the same as others",
    values: ["none", "some"],
    default: "none",
  }),
  "U-13.unfit": choice({
    description:
      "what a condition gets whose operator or operands do not fit: 400, no match, or no match unless it can be read without the surplus",
    values: ["refused", "nothing", "readable"],
    default: "refused",
  }),
  "U-14": choice({
    description: "which conjunct integer means AND",
    values: ["and-is-0", "and-is-1"],
    default: "and-is-0",
  }),
  "U-15": permuted({
    description: "which integer means which of the ten query types; identity has gifts at 3",
    size: 10,
    default: "identity",
  }),
  "U-16.answer": choice({
    description: "what a replacement answers: 200 with the record, or 204",
    values: ["record", "empty"],
    default: "record",
  }),
  "U-16.project": choice({
    description:
      "bodies that replace a project: the record, or also one that names the projects to take its place",
    values: ["record-or-successors", "record"],
    default: "record-or-successors",
  }),
  "U-25": choice({
    description: "body of a donation 429",
    values: ["problem", "message", "text", "empty"],
    default: "problem",
  }),
  "U-28": whole({
    description: "requests per hour and donation credential; 0 sets no limit",
    ...hourlyFloor,
    orNone: true,
    maximum: 1_000_000_000,
    default: 5000,
  }),
  "U-34": choice({
    description:
      "whether parameters, columns and orders may also be written as people read them (Donor Name, createdate), or only as in records",
    values: ["readable", "exact"],
    default: "readable",
  }),
  ties: choice({
    description:
      "whether Descending turns records that are equal in the sort field round as well, or leaves them in the order of ids",
    values: ["turned", "kept"],
    default: "turned",
  }),
  "U-30.defaultTake": whole({
    description: "page size of lists and queries that name none",
    minimum: 1,
    maximum: 1000,
    default: 100,
  }),
  "U-30.maximumTake": whole({
    description: "largest page size of lists and queries",
    minimum: 1,
    maximum: 100_000,
    default: 1000,
  }),
  "U-30.beyondMaximum": choice({
    description: "what a larger page size gives: the maximum, or 400",
    values: ["clamp", "refuse"],
    default: "clamp",
  }),
} as const;
