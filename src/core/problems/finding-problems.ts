import { type Finding, generalPointer } from "../model/finding.ts";
import type { ProblemPlace } from "../model/problem.ts";
import { causeKey, fieldOf, type Keys } from "./cluster.ts";

const withoutFigures = (text: string): string => text.replace(/(?<![\w./])-?\d+(?:[.,]\d+)*(?!\w)/g, "#");

/**
 * Keys by which findings share a cause, most specific first: the broken relation and its value, the form of text
 * written by a serializer, what the check says it has in common with others, or the field of a model, in any operation.
 */
export const keysOfFinding = (finding: Finding): Keys => {
  const { interface: name, fact, check, rule, field, cause, expected, actual, pointer, operation } = finding;
  if (rule === "relation")
    return [
      causeKey("relation", name, fact),
      ...(pointer === "" ? [] : [causeKey("relation of", operation, generalPointer(pointer))]),
    ];
  if (cause !== undefined) return [causeKey("cause", cause.what)];
  if (rule === "format") return [causeKey("format", expected, actual)];
  return [
    causeKey("fault", check, fact, fieldOf(pointer), withoutFigures(finding.message)),
    ...(rule !== undefined && field !== undefined ? [causeKey("field", rule, field)] : []),
  ];
};

const shared = (all: readonly (readonly string[])[]): readonly string[] =>
  all.length === 0 ? [] : all.reduce((some, names) => some.filter((name) => names.includes(name)));

const countOf = (values: readonly string[]): number => new Set(values).size;

/**
 * The parameters required to break a relation, as spelled by one of the interfaces: those that all findings share, if
 * several checks or operations agree. A single finding may show parameters that others could not have.
 */
export const parametersOf = (findings: readonly Finding[]): readonly string[] => {
  const isAgreed =
    countOf(findings.map(({ check }) => check)) > 1 ||
    countOf(findings.map(({ operation }) => operation)) > 1;
  if (!isAgreed || !findings.every(({ rule }) => rule === "relation")) return [];
  const names = findings.map(({ parameters = [] }) => parameters);
  const common = shared(names.map((all) => all.map((name) => name.toLowerCase())));
  return (names[0] ?? []).filter((name) => common.includes(name.toLowerCase()));
};

const mostFrequent = (names: readonly string[]): string | undefined =>
  [...Map.groupBy(names, (name) => name)]
    .toSorted(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .at(0)?.[0];

const weightOf = ({ steps = [], parameters = [] }: Finding): number =>
  100 * Math.max(1, steps.length) + parameters.length;

/** The finding that represents a cause: about what most are about, with the fewest requests. */
export const leadOf = (findings: readonly [Finding, ...Finding[]]): Finding => {
  const name = mostFrequent(findings.map(({ pointer }) => fieldOf(pointer)));
  const rankOf = (one: Finding): number => weightOf(one) + (fieldOf(one.pointer) === name ? 0 : 1e6);
  return findings.reduce((least, one) => (rankOf(one) < rankOf(least) ? one : least));
};

const itemsOf = (findings: readonly Finding[]): readonly string[] => [
  ...new Set(findings.flatMap(({ cause }) => (cause === undefined ? [] : [cause.item]))),
];

/** This many details represent the others. */
const fewItems = 3;

/** The statement of a finding, extended to all findings with the same kind of statement. */
export const statementOf = (lead: Finding, findings: readonly Finding[]): string => {
  const same = findings.filter(({ cause }) => cause?.what === lead.cause?.what);
  const items = itemsOf([lead, ...same.filter((one) => one !== lead)]);
  if (lead.cause === undefined || items.length < 2) return lead.message;
  const more = items.length > fewItems ? ", …" : "";
  return `${items.length} ${lead.cause.what}: ${items.slice(0, fewItems).join(", ")}${more}`;
};

/** The other statements of a problem's findings, without duplicates. */
export const otherStatements = (lead: Finding, findings: readonly Finding[]): readonly string[] => {
  const others = findings.filter(
    ({ cause, message }) =>
      cause?.what !== lead.cause?.what ||
      (cause === undefined && withoutFigures(message) !== withoutFigures(lead.message)),
  );
  const kinds = Map.groupBy(others, ({ cause, message }) => cause?.what ?? withoutFigures(message));
  return [...kinds.values()].flatMap(([first]) => (first === undefined ? [] : [statementOf(first, others)]));
};

export const placeOfFinding = ({
  fingerprint,
  interface: name,
  operation,
  request,
  pointer,
  cause,
}: Finding): ProblemPlace => ({
  fingerprint,
  interface: name,
  operation: request ?? operation,
  pointer,
  ...(cause === undefined ? {} : { item: cause.item }),
});
