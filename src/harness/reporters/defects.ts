import type { Finding } from "../model/finding.ts";

/** Findings with one cause, or the same one at many locations. */
export interface Defect {
  /** What is wrong, said of all of them. */
  readonly message: string;
  /** The finding that is reported in full: the first one that is not known. */
  readonly finding: Finding;
  /** Every finding of the defect, the reported one included. */
  readonly findings: readonly Finding[];
}

const sameDefect = (finding: Finding): string =>
  finding.cause === undefined ? sameFault(finding) : sameCause(finding, finding.cause.what);

/** Checks that differ in what they may ask find one cause together. */
const sameCause = ({ severity, known }: Finding, what: string): string =>
  JSON.stringify([severity, known, what]);

const sameFault = (finding: Finding): string =>
  JSON.stringify([
    finding.check,
    finding.severity,
    finding.known,
    finding.message,
    finding.expected,
    finding.actual,
    // The last key of the pointer: the same field in another record or answer is the same defect.
    finding.pointer.split("/").findLast((segment) => !/^\d+$/.test(segment)) ?? "",
  ]);

/** So many items say what the others are like. */
const fewItems = 3;

const messageOf = (first: Finding, findings: readonly Finding[]): string => {
  const items = itemsOf(findings);
  if (first.cause === undefined || items.length < 2) return first.message;
  const more = items.length > fewItems ? ", …" : "";
  return `${items.length} ${first.cause.what}: ${items.slice(0, fewItems).join(", ")}${more}`;
};

/** What the findings of one cause add to it, each once. */
export const itemsOf = (findings: readonly Finding[]): readonly string[] => [
  ...new Set(findings.flatMap(({ cause }) => (cause === undefined ? [] : [cause.item]))),
];

const ranks = { error: 0, warning: 1, info: 2 } as const;

const rank = (finding: Finding): number => (finding.known ? 10 : 0) + ranks[finding.severity];

const grouped = <Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> => {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
};

/** Findings by fact in the order in which they came; within a fact, defects with the gravest first. */
export const defectsByFact = (findings: readonly Finding[]): ReadonlyMap<string, readonly Defect[]> =>
  new Map(
    [...grouped(findings, ({ fact }) => fact)].map(([fact, ofFact]) => [
      fact,
      [...grouped(ofFact, sameDefect).values()]
        .flatMap((same) =>
          same[0] === undefined
            ? []
            : [{ message: messageOf(same[0], same), finding: same[0], findings: same }],
        )
        .toSorted((left, right) => rank(left.finding) - rank(right.finding)),
    ]),
  );
