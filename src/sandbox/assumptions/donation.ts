import { choice, hint, hourlyFloor, ownChoice, permuted, propertyName, whole } from "./entry.ts";

/** What the donation interface leaves open. */
export const donationAssumptions = {
  "U-02.details": choice({
    description:
      "first letter of the parts that come with a donor's details: DonorAddresses or donorAddresses",
    values: ["pascal", "camel"],
    default: "pascal",
    provenance: ownChoice,
  }),
  "U-10": choice({
    description:
      "how Filter matches: anywhere in a text, at its beginning, or every word at the beginning of some word",
    values: ["contains", "prefix", "words"],
    default: "contains",
    provenance: ownChoice,
  }),
  "U-11": choice({
    description: "shape of Query/options: parameters with their own operators and values, or flat lists",
    values: ["nested", "flat"],
    default: "nested",
    provenance: hint("medium"),
  }),
  "U-12": propertyName({
    description: "property of a condition that holds a single value",
    taken: ["parameter", "operator", "values", "secondaryValue"],
    default: "value",
    provenance: hint("high"),
  }),
  "U-13": permuted({
    description: "which integer means which of the 30 operators",
    size: 30,
    default: "identity",
    provenance: ownChoice,
  }),
  "U-13.case": choice({
    description: "whether operators that compare texts distinguish A to Z from a to z",
    values: ["ignored", "exact"],
    default: "ignored",
    provenance: ownChoice,
  }),
  "U-14": choice({
    description: "which conjunct integer means AND",
    values: ["and-is-0", "and-is-1"],
    default: "and-is-0",
    provenance: ownChoice,
  }),
  "U-15": permuted({
    description: "which integer means which of the ten query types; identity has gifts at 3",
    size: 10,
    default: "identity",
    provenance: hint("high"),
  }),
  "U-16.answer": choice({
    description: "what a replacement answers: 200 with the record, or 204",
    values: ["record", "empty"],
    default: "record",
    provenance: ownChoice,
  }),
  "U-16.project": choice({
    description:
      "bodies that replace a project: the record, or also one that names the projects to take its place",
    values: ["record-or-successors", "record"],
    default: "record-or-successors",
    provenance: hint("high"),
  }),
  "U-25": choice({
    description: "body of a donation 429",
    values: ["problem", "message", "text", "empty"],
    default: "problem",
    provenance: ownChoice,
  }),
  "U-28": whole({
    description: "requests per hour and donation credential; 0 sets no limit",
    ...hourlyFloor,
    orNone: true,
    maximum: 1_000_000_000,
    default: 5000,
    provenance: ownChoice,
  }),
  "U-30.defaultTake": whole({
    description: "page size of lists and queries that name none",
    minimum: 1,
    maximum: 1000,
    default: 100,
    provenance: ownChoice,
  }),
  "U-30.maximumTake": whole({
    description: "largest page size of lists and queries",
    minimum: 1,
    maximum: 100_000,
    default: 1000,
    provenance: hint("medium"),
  }),
  "U-30.beyondMaximum": choice({
    description: "what a larger page size gives: the maximum, or 400",
    values: ["clamp", "refuse"],
    default: "clamp",
    provenance: ownChoice,
  }),
} as const;
