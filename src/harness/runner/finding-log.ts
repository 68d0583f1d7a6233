import type { Check, Violation } from "../model/check.ts";
import type { Contract } from "../model/contract.ts";
import { type Exchange, jsonOf, responseOf } from "../model/exchange.ts";
import { fingerprint, type Finding, type Reproduction } from "../model/finding.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { RunEvent } from "../model/run-event.ts";
import { shownPointer } from "../privacy/field-names.ts";
import { curlOf } from "./curl.ts";
import type { Evidence } from "./evidence.ts";
import { modelFieldAt, parametersOf } from "./finding-context.ts";
import { factOf } from "./verdicts.ts";

const maxExchangesPerFinding = 20;

/** The findings of a run, by fingerprint. */
export interface FindingLog {
  /** Takes down what an exchange that a check asked for has asked for. */
  see(check: string, exchange: Exchange): void;
  /** Returns the event of a finding that is new. */
  add(check: Check, violation: Violation): RunEvent[];
  /** Adds the findings of another part of the same run. */
  merge(findings: readonly Finding[]): void;
  all(): Finding[];
  /** Takes out what is blamed on an interface. */
  withdraw(name: InterfaceName): void;
}

export interface FindingLogOptions {
  readonly contract: Pick<Contract, "operations" | "modelInstances">;
  readonly evidence: Evidence;
  /** Known fingerprints. */
  readonly baseline: ReadonlySet<string>;
  /** Whether a key of an answer may be shown. */
  readonly isShown: (name: string) => boolean;
  /** How a finding is asked for again; not at all by default. */
  readonly reproduce?: (check: Check, violation: Violation) => Reproduction;
}

const most = (numbers: readonly number[]): readonly number[] =>
  [...new Set(numbers)].slice(0, maxExchangesPerFinding);

/** The finding of whichever part comes first, with the exchanges of both. */
const merged = (one: Finding, other: Finding): Finding => {
  const [first, second] = (one.exchanges[0] ?? 0) <= (other.exchanges[0] ?? 0) ? [one, other] : [other, one];
  const all = [...first.exchanges, ...second.exchanges];
  return { ...first, exchanges: most(all.toSorted((left, right) => left - right)) };
};

/** The identity of a finding. */
const identityOf = (check: Check, violation: Violation, isShown: FindingLogOptions["isShown"]) => {
  const fact = factOf(check, violation);
  const operation = violation.exchange.operation ?? "unknown";
  const pointer = shownPointer(violation.pointer ?? "", isShown, jsonOf(violation.exchange));
  const id = fingerprint({ fact, check: check.id, operation, rule: violation.rule, pointer });
  return { fingerprint: id, fact, operation, pointer };
};

const maskedReproduction = (
  { steps, restore, replay }: Reproduction,
  mask: (text: string) => string,
): Reproduction => ({
  ...(steps === undefined
    ? {}
    : {
        steps: steps.map((step) => ({
          ...step,
          label: mask(step.label),
          curl: mask(step.curl),
          ...(step.does === undefined ? {} : { does: mask(step.does) }),
          ...(step.answer === undefined ? {} : { answer: mask(step.answer) }),
        })),
      }),
  ...(restore === undefined
    ? {}
    : {
        restore: restore.map(({ record, read, write }) => ({
          record,
          ...(read === undefined ? {} : { read: mask(read) }),
          write: mask(write),
        })),
      }),
  ...(replay === undefined ? {} : { replay: mask(replay) }),
});

const findingOf = (
  check: Check,
  violation: Violation,
  identity: ReturnType<typeof identityOf> & Pick<Finding, "exchanges">,
  { contract, evidence, baseline, reproduce }: FindingLogOptions,
): Finding => {
  const { fingerprint: id, fact, operation, pointer, exchanges } = identity;
  const { exchange, cause, pointer: found = "" } = violation;
  const field = pointer === found ? modelFieldAt(exchange, pointer, contract) : undefined;
  /** A schema's complaint names its place; a key of an answer may be somebody's data. */
  const shown = (text: string): string =>
    evidence.mask(pointer === found ? text : text.replaceAll(found, pointer));
  return {
    fingerprint: id,
    fact,
    check: check.id,
    severity: violation.severity ?? check.severity,
    interface: exchange.interface,
    operation,
    ...(exchange.operation === undefined ? { request: evidence.mask(evidence.requestOf(exchange)) } : {}),
    message: shown(violation.message),
    ...(cause === undefined ? {} : { cause: { what: shown(cause.what), item: shown(cause.item) } }),
    rule: violation.rule,
    ...(field === undefined ? {} : { field }),
    pointer,
    expected: shown(violation.expected),
    actual: shown(violation.actual),
    exchanges,
    curl: evidence.mask(curlOf(evidence.show(exchange))),
    ...maskedReproduction(reproduce?.(check, violation) ?? {}, evidence.mask),
    known: baseline.has(id),
  };
};

type Names = readonly string[];

const shared = (all: readonly Names[]): Names =>
  all.reduce((some, names) => some.filter((name) => names.includes(name)));

/** More ways of asking than these are shown by no single parameter. */
const mostWays = 40;

/**
 * What requests ask for: by the check whose plan asks, since what it asks for in every request explains nothing; and by
 * the fingerprint of the finding that they show.
 */
const createAskedNames = ({ isShown }: FindingLogOptions) => {
  const askers = new WeakMap<object, string>();
  const usual = new Map<string, Names>();
  const showing = new Map<string, Map<string, { readonly asker: string; readonly names: Names }>>();
  const unusual = ({ asker, names }: { readonly asker: string; readonly names: Names }): Names =>
    names.filter((name) => usual.get(asker)?.includes(name) !== true);
  return {
    see(check: string, exchange: Exchange): void {
      const asker = `${check} ${exchange.operation ?? ""}`;
      const status = responseOf(exchange)?.status ?? 0;
      if (status < 200 || status >= 300) return;
      askers.set(exchange.outcome, asker);
      const names = [...parametersOf(exchange)];
      usual.set(asker, shared([usual.get(asker) ?? names, names]));
    },
    show(fingerprint: string, exchange: Exchange): void {
      const ways = showing.get(fingerprint) ?? new Map<string, { asker: string; names: Names }>();
      const asker = askers.get(exchange.outcome) ?? "";
      const names = [...parametersOf(exchange)].filter(
        (name) => exchange.call !== undefined || isShown(name),
      );
      if (ways.size <= mostWays) ways.set(`${asker} ${names.join(" ")}`, { asker, names });
      showing.set(fingerprint, ways);
    },
    with(finding: Finding): Finding {
      const ways = [...(showing.get(finding.fingerprint)?.values() ?? [])];
      if (ways.length === 0 || ways.length > mostWays || ways.some(({ asker }) => asker === ""))
        return finding;
      const parameters = shared(ways.map(unusual)).toSorted();
      return parameters.length === 0 ? finding : { ...finding, parameters };
    },
  };
};

export const createFindingLog = (options: FindingLogOptions): FindingLog => {
  const findings = new Map<string, Finding>();
  const asked = createAskedNames(options);
  return {
    see: asked.see,
    add(check, violation) {
      const identity = identityOf(check, violation, options.isShown);
      const numbers = [violation.exchange, ...(violation.also ?? [])].map(options.evidence.numberOf);
      const known = findings.get(identity.fingerprint);
      const finding: Finding =
        known === undefined
          ? findingOf(check, violation, { ...identity, exchanges: numbers }, options)
          : { ...known, exchanges: most([...known.exchanges, ...numbers]) };
      findings.set(identity.fingerprint, finding);
      asked.show(identity.fingerprint, violation.exchange);
      return known === undefined ? [{ type: "finding", finding }] : [];
    },
    merge(others) {
      for (const finding of others) {
        const known = findings.get(finding.fingerprint);
        findings.set(finding.fingerprint, known === undefined ? finding : merged(known, finding));
      }
    },
    all: () => [...findings.values()].map(asked.with),
    withdraw(name) {
      for (const [id, finding] of findings) if (finding.interface === name) findings.delete(id);
    },
  };
};
