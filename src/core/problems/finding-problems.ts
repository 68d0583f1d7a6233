import { severities } from "../model/check.ts";
import { unique, withoutFigures } from "../model/texts.ts";
import type { Rule } from "../model/violation.ts";
import { listOf } from "../output/list-of.ts";
import { type Finding, generalPointer } from "../model/finding.ts";
import type { ProblemPlace } from "../model/problem.ts";
import { causeKey, fieldIn, type Keys } from "./cluster.ts";

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
    causeKey("fault", check, fact, fieldIn(pointer), withoutFigures(finding.message)),
    ...(rule !== undefined && field !== undefined ? [causeKey("field", rule, field)] : []),
  ];
};

const isCode = (text: string): boolean => /^\d{3}\b/.test(text);

/** Whether a success is stated: `200`, `2xx`, `200 or 400`. */
const wantsSuccess = ({ expected }: Finding): boolean => expected.startsWith("2");

const isOfCredentials = (expected: string): boolean => expected === "401" || expected === "403";

/** What a finding says, in whatever operation. */
const saidOf = ({ message, operation, cause }: Finding): string =>
  withoutFigures(cause?.what ?? message.replaceAll(operation, "*"));

/**
 * A status that nothing states for an operation is one cause, whatever was asked. So is a success in place of a refusal
 * in one operation, or one refusal in place of another in all operations of a fact.
 */
const keysOfStatus = (finding: Finding): readonly string[] => {
  const { interface: name, fact, operation, rule, expected, actual } = finding;
  if (!isCode(actual) || (rule !== "status" && rule !== "relation")) return [];
  const code = actual.slice(0, 3);
  if (wantsSuccess(finding))
    return [
      causeKey("answers", operation, code),
      ...(rule === "status" ? [causeKey("answers in", name, fact, code)] : []),
    ];
  if (rule === "relation") return [];
  const stated = isOfCredentials(expected) ? expected : "a refusal";
  return [
    causeKey("instead of", operation, fact, stated),
    causeKey("says", finding.check, saidOf(finding)),
    ...(code.startsWith("2")
      ? []
      : [causeKey("refuses", name, fact, expected, code), causeKey("refuses", operation, expected, code)]),
  ];
};

const parentOf = (pointer: string): string => generalPointer(pointer).replace(/\/[^/]*$/, "");

/** Rules that a body as a whole breaks if it is something else. */
const bodyRules: ReadonlySet<string> = new Set<Rule>(["type", "shape", "missing", "format", "header"]);

/** Fields of one object that are written in one wrong way, and a body that is something else. */
const keysOfForm = (finding: Finding): readonly string[] => {
  const { check, rule, pointer, operation, expected, actual, message } = finding;
  if (pointer === "") return bodyRules.has(rule ?? "") ? [causeKey("body of", operation)] : [];
  if (rule !== "type" && rule !== "format" && rule !== "null" && rule !== "extra") return [];
  const parent = parentOf(finding.field?.replaceAll(".", "/") ?? pointer);
  const written = {
    type: `${expected} ${actual}`,
    null: `null in place of ${expected}`,
    extra: "more than is stated",
    format: message.replaceAll(fieldIn(pointer), "*"),
  }[rule];
  return [causeKey("written in", check, parent, withoutFigures(written))];
};

/** A place in the answers of an operation; an answer as a whole is none. */
const placeIn = ({ operation, pointer }: Finding): string =>
  pointer === "" ? "" : `${operation} ${generalPointer(pointer)}`;

const checksByPlace = (findings: readonly Finding[]): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    [...Map.groupBy(findings, placeIn)]
      .filter(([place]) => place !== "")
      .map(([place, some]) => [place, new Set(some.map(({ check }) => check))]),
  );

/** The findings of a run by what may join them. */
const indexOf = (findings: readonly Finding[]) => ({
  checksAt: checksByPlace(findings),
  /** Broken relations by fact and operation. */
  related: Map.groupBy(
    findings.filter(({ rule }) => rule === "relation"),
    ({ fact, operation }) => `${fact} ${operation}`,
  ),
  /** Exchanges that are wrong as a whole: whatever else is wrong in them follows from it. */
  wrongAnswers: new Set(
    findings.flatMap(({ rule, pointer, exchanges: [about = 0] }) =>
      rule === "status" || (rule === "relation" && pointer === "") ? [about] : [],
    ),
  ),
  /** Exchanges that each check finds something wrong in, and those that it names as evidence. */
  aboutOf: new Set(findings.map(({ check, exchanges: [about = 0] }) => `${check} ${about}`)),
  evidenceOf: new Set(
    findings.flatMap(({ check, exchanges: [, ...evidence] }) => evidence.map((one) => `${check} ${one}`)),
  ),
  rulesAt: Map.groupBy(findings, ({ operation, pointer }) => `${operation} ${parentOf(pointer)}`),
  askedWith: Map.groupBy(
    findings.filter(({ parameters = [] }) => parameters.length > 0),
    ({ operation }) => operation,
  ),
});

const isWithin = (pointer: string, outer: string): boolean =>
  outer !== "" && `${generalPointer(pointer)}/`.startsWith(`${generalPointer(outer)}/`);

/** A name that is missing beside one that nothing states. */
const isRenamed = ({ rule }: Finding, beside: readonly Finding[]): boolean =>
  ["missing", "extra"].includes(rule ?? "") &&
  ["missing", "extra"].every((other) => beside.some((one) => one.rule === other));

/** Further causes that a finding may share with others of its run: they join problems, and identify none. */
export const furtherKeysOf = (findings: readonly Finding[]): ((finding: Finding) => readonly string[]) => {
  const { checksAt, related, wrongAnswers, aboutOf, evidenceOf, rulesAt, askedWith } = indexOf(findings);
  return (finding) => {
    const { interface: name, check, fact, operation, pointer, parameters = [] } = finding;
    const [about = 0, ...evidence] = finding.exchanges;
    const at = `${operation} ${parentOf(pointer)}`;
    const asked = askedWith.get(operation) ?? [];
    return [
      ...keysOfStatus(finding),
      ...keysOfForm(finding),
      ...((checksAt.get(placeIn(finding))?.size ?? 0) > 1 ? [causeKey("at", placeIn(finding))] : []),
      ...(related.get(`${fact} ${operation}`)?.some((one) => isWithin(pointer, one.pointer)) === true
        ? [causeKey("relation", name, fact)]
        : []),
      ...(wrongAnswers.has(about) ? [causeKey("answer", String(about))] : []),
      ...evidence
        .filter((one) => aboutOf.has(`${check} ${one}`))
        .map((one) => causeKey("evidence", check, String(one))),
      ...(evidenceOf.has(`${check} ${about}`) ? [causeKey("evidence", check, String(about))] : []),
      ...(isRenamed(finding, rulesAt.get(at) ?? []) ? [causeKey("renamed", at)] : []),
      ...asked
        .filter((one) => one.parameters?.every((parameter) => parameters.includes(parameter)) === true)
        .map((one) => causeKey("only with", operation, ...(one.parameters ?? []))),
    ];
  };
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
  // A cause says itself what its findings share.
  const isSaid = findings.every(({ cause }) => cause !== undefined);
  if (!isAgreed || isSaid || !findings.every(({ rule }) => rule === "relation")) return [];
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

/** The finding that represents a cause: one of the gravest, about what most are about, with the fewest requests. */
export const leadOf = (findings: readonly [Finding, ...Finding[]]): Finding => {
  const severity = severities.find((one) => findings.some((finding) => finding.severity === one));
  const name = mostFrequent(findings.map(({ pointer }) => fieldIn(pointer)));
  const rankOf = (one: Finding): number =>
    weightOf(one) + (fieldIn(one.pointer) === name ? 0 : 1e6) + (one.severity === severity ? 0 : 1e9);
  return findings.reduce((least, one) => (rankOf(one) < rankOf(least) ? one : least));
};

const itemsOf = (findings: readonly Finding[]): readonly string[] => [
  ...new Set(findings.flatMap(({ cause }) => (cause === undefined ? [] : [cause.item]))),
];

/** This many details represent the others. */
const fewItems = 3;

/** The statement of a finding, extended to all findings with the same kind of statement. */
const statementOf = (lead: Finding, findings: readonly Finding[]): string => {
  const same = findings.filter(({ cause }) => cause?.what === lead.cause?.what);
  const items = itemsOf([lead, ...same.filter((one) => one !== lead)]);
  if (lead.cause === undefined || items.length < 2) return lead.message;
  const more = items.length > fewItems ? ", …" : "";
  return `${items.length} ${lead.cause.what}: ${items.slice(0, fewItems).join(", ")}${more}`;
};

/** A statement about several findings, in place of theirs. */
interface Summary {
  readonly text: string;
  readonly covers: (finding: Finding) => boolean;
}

const listed = (names: readonly string[]): string =>
  `${names.slice(0, fewItems).join(", ")}${names.length > fewItems ? ", …" : ""}`;

const quoted = (names: readonly string[]): string => listOf(names.map((name) => `/${name}`));

type Summarize = (lead: Finding, findings: readonly Finding[]) => Summary | undefined;

const renamed: Summarize = (lead, findings) => {
  const at = (one: Finding): string => `${one.operation} ${parentOf(one.pointer)}`;
  const covers = (one: Finding): boolean =>
    ["missing", "extra"].includes(one.rule ?? "") && parentOf(one.pointer) === parentOf(lead.pointer);
  const beside = findings.filter((one) => covers(one) && at(one) === at(lead));
  const namesOf = (rule: Rule): readonly string[] =>
    unique(beside.flatMap((one) => (one.rule === rule ? [fieldIn(one.pointer)] : [])));
  const [missing, extra] = [namesOf("missing"), namesOf("extra")];
  return !covers(lead) || missing.length === 0 || extra.length === 0
    ? undefined
    : {
        text: `${quoted(extra)} ${extra.length === 1 ? "replaces" : "replace"} ${quoted(missing)}`,
        covers,
      };
};

const sameStatus: Summarize = (lead, findings) => {
  const covers = (one: Finding): boolean =>
    isCode(one.actual) && wantsSuccess(one) && one.actual.slice(0, 3) === lead.actual.slice(0, 3);
  const operations = unique(findings.filter(covers).map(({ operation }) => operation));
  return !covers(lead) || operations.length < 2
    ? undefined
    : {
        text: `${operations.length} operations answer ${lead.actual.slice(0, 3)}, expected ${lead.expected}: ${listed(operations)}`,
        covers,
      };
};

const sameForm: Summarize = (lead, findings) => {
  const [key] = keysOfForm(lead);
  const covers = (one: Finding): boolean => keysOfForm(one).includes(key ?? "");
  const fields = unique(findings.filter(covers).map(({ pointer }) => fieldIn(pointer)));
  return key === undefined || lead.pointer === "" || fields.length < 2
    ? undefined
    : {
        text:
          lead.rule === "extra"
            ? `${fields.length} fields are present but not allowed: ${listed(fields)}`
            : `${fields.length} fields: expected ${lead.expected}, got ${lead.actual.replace(/ of \d.*$/, "")}: ${listed(fields)}`,
        covers,
      };
};

const sameWords: Summarize = (lead, findings) => {
  const prefix = `${lead.operation}: `;
  if (lead.cause !== undefined || !lead.message.startsWith(prefix)) return undefined;
  const covers = (one: Finding): boolean => saidOf(one) === saidOf(lead);
  const operations = unique(findings.filter(covers).map(({ operation }) => operation));
  return operations.length < 2
    ? undefined
    : {
        text: `${operations.length} operations: ${lead.message.slice(prefix.length)} (${listed(operations)})`,
        covers,
      };
};

const summaryOf: Summarize = (lead, findings) =>
  [renamed, sameStatus, sameForm, sameWords].reduce<Summary | undefined>(
    (found, summarize) => found ?? summarize(lead, findings),
    undefined,
  );

/** What a problem says. */
export const titleOfFindings = (lead: Finding, findings: readonly Finding[]): string =>
  summaryOf(lead, findings)?.text ?? statementOf(lead, findings);

/** This many other statements show how far a cause reaches. */
const mostStatements = 5;

/** The first other statements of a problem's findings, without duplicates. */
export const otherStatements = (lead: Finding, findings: readonly Finding[]): readonly string[] => {
  const said = summaryOf(lead, findings);
  const others = findings.filter(
    (one) =>
      said?.covers(one) !== true &&
      (one.cause?.what !== lead.cause?.what ||
        (one.cause === undefined && withoutFigures(one.message) !== withoutFigures(lead.message))),
  );
  const kinds = Map.groupBy(others, ({ cause, message }) => cause?.what ?? withoutFigures(message));
  const statements = [...kinds.values()].flatMap(([first]) =>
    first === undefined ? [] : [statementOf(first, others)],
  );
  const left = statements.length - mostStatements;
  return left > 1 ? [...statements.slice(0, mostStatements), `${left} other statements`] : statements;
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
