import type { Check, Violation } from "../model/check.ts";
import type { Contract } from "../model/contract.ts";
import { type Exchange, jsonOf, responseOf } from "../model/exchange.ts";
import { fingerprint, generalPointer, type Reproduction } from "../model/finding.ts";
import { isObject, own } from "../model/json-object.ts";
import { responseFor } from "../model/operation.ts";
import type { TalliedFinding } from "../model/tally.ts";
import { shownPointer } from "../privacy/field-names.ts";
import { curlOf } from "./curl.ts";
import type { EvidenceLog } from "./evidence.ts";
import type { Reproduced } from "./reproduction.ts";
import { factOf } from "./verdicts.ts";

export interface FindingLogOptions {
  readonly contract: Pick<Contract, "operations" | "modelInstances">;
  readonly evidence: EvidenceLog;
  readonly isShown: (name: string) => boolean;
  /** How to reproduce a finding; by default there is no way. */
  readonly reproduce?: (check: Check, violation: Violation) => Reproduced;
  /** Whether one request shows it in a shell. */
  readonly isPlain?: (violation: Violation) => boolean;
  /** Whether the same request was answered rightly before, in these exchanges. */
  readonly isContradicted?: (check: Check, violation: Violation, exchanges: readonly Exchange[]) => boolean;
}

const parentOf = (pointer: string): string => pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));

/** A model's field in the OpenAPI documents: `Donor.addresses.city`. The nearest enclosing model counts. */
const modelFieldAt = (
  exchange: Exchange,
  pointer: string,
  { operations, modelInstances }: FindingLogOptions["contract"],
): string | undefined => {
  const { operation: id = "" } = exchange;
  const operation = own(operations, id);
  const response = operation && responseFor(operation, responseOf(exchange)?.status ?? 0);
  const models = Object.entries(modelInstances[response?.validator ?? ""] ?? {});
  const general = generalPointer(pointer);
  for (let at = general; at !== "";) {
    at = parentOf(at);
    const [name] = models
      .filter(([, places]) => places.includes(at))
      .map(([model]) => model)
      .toSorted();
    if (name !== undefined)
      return [name, ...general.slice(at.length).split("/")]
        .filter((part) => part !== "" && part !== "*")
        .join(".");
  }
  return undefined;
};

/** Whether a value asks for something: false, 0 and empty values do not. */
const asks = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : !["", "false", "0", "null"].includes(String(value).toLowerCase());

const queryOf = (url: string): readonly (readonly [string, unknown])[] => [
  ...new URLSearchParams(url.split("#")[0]?.split("?").slice(1).join("?") ?? ""),
];

const parametersOf = ({ request: { url, body } }: Exchange): ReadonlySet<string> =>
  new Set(
    [...queryOf(url), ...(isObject(body) ? Object.entries(body) : [])]
      .filter(([, value]) => asks(value))
      .map(([name]) => name),
  );

const identityOf = (check: Check, violation: Violation, isShown: FindingLogOptions["isShown"]) => {
  const fact = factOf(check, violation);
  const operation = violation.exchange.operation ?? "unknown";
  const pointer = shownPointer(violation.pointer ?? "", isShown, jsonOf(violation.exchange));
  const id = fingerprint({ fact, check: check.id, operation, rule: violation.rule, pointer });
  return { fingerprint: id, fact, operation, pointer };
};

const maskedReproduction = (
  { steps, alsoAsked, restore, variables, onlyReplay, orReplay, replay, portion }: Reproduction,
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
  ...(alsoAsked === undefined ? {} : { alsoAsked: alsoAsked.map(mask) }),
  ...(restore === undefined
    ? {}
    : {
        restore: restore.map(({ record, read, write }) => ({
          record,
          ...(read === undefined ? {} : { read: mask(read) }),
          write: mask(write),
        })),
      }),
  ...(variables === undefined ? {} : { variables }),
  ...(onlyReplay === undefined ? {} : { onlyReplay }),
  ...(orReplay === undefined ? {} : { orReplay }),
  ...(replay === undefined ? {} : { replay: mask(replay) }),
  ...(portion === undefined ? {} : { portion }),
});

const findingOf = (
  check: Check,
  violation: Violation,
  { fingerprint: id, fact, operation, pointer }: ReturnType<typeof identityOf>,
  reproduced: Reproduction,
  { contract, evidence }: FindingLogOptions,
): TalliedFinding["finding"] => {
  const { exchange, cause, pointer: found = "" } = violation;
  const field = pointer === found ? modelFieldAt(exchange, pointer, contract) : undefined;
  /** A schema error names its location; a key of an answer may be personal data. */
  const shown = (text: string): string =>
    evidence.mask(pointer === found ? text : text.replaceAll(found, pointer));
  return {
    fingerprint: id,
    fact,
    check: check.id,
    severity: violation.severity ?? check.severity ?? "error",
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
    curl: evidence.mask(curlOf(evidence.show(exchange))),
    ...maskedReproduction(reproduced, evidence.mask),
  };
};

type Names = readonly string[];

const shared = (all: readonly Names[]): Names =>
  all.reduce((some, names) => some.filter((name) => names.includes(name)));

/** With more ways of asking than these, no single parameter explains a finding. */
const mostWays = 40;

/** Parameters of requests, by check (one in each request explains nothing) and by the finding's fingerprint. */
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
    with(tallied: TalliedFinding): TalliedFinding {
      const { finding } = tallied;
      const ways = [...(showing.get(finding.fingerprint)?.values() ?? [])];
      if (ways.length === 0 || ways.length > mostWays || ways.some(({ asker }) => asker === ""))
        return tallied;
      const parameters = shared(ways.map(unusual)).toSorted();
      return parameters.length === 0 ? tallied : { ...tallied, finding: { ...finding, parameters } };
    },
  };
};

export const createFindingLog = (options: FindingLogOptions) => {
  const { evidence } = options;
  const findings = new Map<string, TalliedFinding>();
  const violations = new Map<string, readonly [Check, Violation]>();
  const exchanges: Exchange[] = [];
  /** A request that is answered now this way and now that shows nothing by itself. */
  const withReplay = (tallied: TalliedFinding): TalliedFinding => {
    const { finding } = tallied;
    const shown = violations.get(finding.fingerprint);
    if (finding.onlyReplay !== undefined || shown === undefined) return tallied;
    const isAlone = shown[0].effect === "passive" || (finding.steps?.length ?? 1) === 1;
    if (!isAlone || options.isContradicted?.(...shown, exchanges) !== true) return tallied;
    const onlyReplay = "it takes earlier requests of the run: the same request was also answered rightly";
    return { ...tallied, finding: { ...finding, onlyReplay } };
  };
  const asked = createAskedNames(options);
  /** Whether one request shows what took several, or a replay, before. */
  const isSimpler = (check: Check, violation: Violation, { finding }: TalliedFinding): boolean =>
    check.effect === "passive" &&
    ((finding.steps?.length ?? 1) > 1 || finding.onlyReplay !== undefined) &&
    violation.ofRun !== true &&
    options.isPlain?.(violation) === true;
  return {
    see(check: string, exchange: Exchange): void {
      if (exchange.call !== undefined) exchanges.push(exchange);
      asked.see(check, exchange);
    },
    add(check: Check, violation: Violation): TalliedFinding | undefined {
      const identity = identityOf(check, violation, options.isShown);
      asked.show(identity.fingerprint, violation.exchange);
      const known = findings.get(identity.fingerprint);
      if (known !== undefined && !isSimpler(check, violation, known)) return undefined;
      const reproduced = options.reproduce?.(check, violation) ?? {};
      const { exchanges: others = violation.also ?? [], violation: shown = violation } = reproduced;
      const tallied: TalliedFinding = {
        finding: findingOf(check, shown, identityOf(check, shown, options.isShown), reproduced, options),
        at: known?.at ?? evidence.now(),
        about: evidence.refOf(shown.exchange),
        exchanges: others.map(evidence.refOf),
      };
      findings.set(identity.fingerprint, tallied);
      violations.set(identity.fingerprint, [check, shown]);
      return known === undefined ? tallied : undefined;
    },
    all: () => [...findings.values()].map((one) => withReplay(asked.with(one))),
  };
};
