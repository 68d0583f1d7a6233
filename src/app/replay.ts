import { environmentOf, nonceOf } from "../inputs/app-options.ts";
import { replayOptions, type ReplayOptions } from "./options.ts";
import { contract as builtin } from "../inputs/contract.ts";
import { meaningOf } from "../inputs/meaning.ts";
import type { Contract } from "../core/model/contract.ts";
import type { InterfaceName } from "../core/model/interface-name.ts";
import { problemsOf } from "../core/problems/problems-of.ts";
import { emptyBaseline } from "../core/config/baseline.ts";
import type { ValidConfig as LoadedConfig } from "../core/config/config.ts";
import { tryOut, type TriedOut } from "../monitoring/drift/judge-target.ts";
import { createValueDigest } from "../core/shapes/value-digest.ts";
import { openHistory } from "../monitoring/history/sqlite.ts";
import type { RunRepository } from "../monitoring/history/create-repository.ts";
import type { Check } from "../core/model/check.ts";
import type { Finding } from "../core/model/finding.ts";
import { UsageError } from "../core/model/usage-error.ts";
import type { WriteSummary } from "../core/model/write-summary.ts";
import { printable } from "../core/output/escape.ts";
import { plural } from "../core/output/plural.ts";
import { suggestionHint } from "../core/output/suggest.ts";
import { createMask } from "../core/privacy/mask.ts";
import { shownEvents } from "../report/exchange-log.ts";
import {
  type AnsweredAgain,
  askAgain,
  askForAll,
  isCut,
  type Sought,
  soughtOf,
  verdictOfAnswer,
} from "../core/run/ask-again.ts";
import type { Target } from "../core/run/target.ts";
import { announcedTarget, type TargetEvent, unrestoredIn } from "../core/run/asking.ts";
import { withCredentials } from "../inputs/client-credentials.ts";
import { orSandbox } from "../inputs/config-reading.ts";
import { openNamed } from "../inputs/named-target.ts";
import { readAgain, readingChecks } from "../monitoring/run/read-target.ts";
import { openKeptStore } from "../core/store/kept-store.ts";
import { loadJudgingParts } from "../inputs/judging-parts.ts";
import { assertNamesTarget } from "../inputs/open-config.ts";
import { openForReading } from "../inputs/open-reading.ts";
import { isLive, narrowTarget, type OpenedTarget, openTarget } from "../inputs/open-target.ts";
import { onlyEmbedded, plantedFaults } from "../inputs/planted-faults.ts";
import { type FindingsReport, readFindings, type ReportedChange } from "../inputs/read-report.ts";
import type { Environment } from "../core/model/environment.ts";
import type { TargetWork } from "../core/run/create-run.ts";
import type { Verdict } from "../core/run/exit-code.ts";
import { version } from "../core/model/version.ts";

/** Outcome for a finding or a change. */
export interface ReplayResult {
  /** `findings` if it is still there, `conformant` if it is gone. */
  readonly verdict: Verdict;
  readonly state: "still there" | "gone" | "not judged";
  /** Why it was not judged. */
  readonly reason?: string;
  readonly fingerprint: string;
  /** Of a finding: the fact that it breaks. */
  readonly fact?: string;
  /** Of a finding: the check that made it. */
  readonly check?: string;
  /** What is wrong; if it is still there, as found now. */
  readonly message: string;
  /** Interface, operation and field. */
  readonly location: string;
  /** The requested address; absent for the embedded sandbox. */
  readonly address?: string;
  /** Of a finding: other findings of the same check in these requests. */
  readonly others?: readonly Finding[];
  readonly requests: number;
  /** Records written and put back. */
  readonly writes?: WriteSummary;
  /** Names of records that an earlier run left changed. Nothing was sent; `restore` puts them back. */
  readonly unrestored?: readonly string[];
}

type Asked = Pick<ReplayResult, "fingerprint" | "fact" | "check" | "message" | "location" | "address">;

const resultOf = (
  asked: Asked,
  answered: AnsweredAgain,
  requests: number,
  others?: readonly Finding[],
): ReplayResult => {
  const { state, reason, footer } = answered;
  const writes = footer?.report.run.writes;
  return {
    verdict: verdictOfAnswer(answered),
    state,
    ...asked,
    ...(reason === undefined ? {} : { reason }),
    ...(others === undefined ? {} : { others }),
    requests,
    ...(writes === undefined ? {} : { writes }),
  };
};

const untouchedResult = (asked: Asked, unrestored: readonly string[]): ReplayResult => ({
  verdict: "stopped",
  state: "not judged",
  reason: "an earlier run did not restore the records it changed",
  ...asked,
  requests: 0,
  unrestored,
});

/** A finding, the check that made it, and the interfaces that its requests go to. */
interface OrderedFinding {
  readonly finding: Finding;
  readonly check: Check;
  readonly interfaces: readonly InterfaceName[];
}

/** A finding of a report, or all findings of a problem, the one that represents it first. */
interface FindingOrder {
  readonly fingerprint: string;
  readonly findings: readonly [Finding, ...Finding[]];
  readonly run: FindingsReport["run"];
  /** Ids of the checks of the run; undefined for all. */
  readonly chosen: ReadonlySet<string> | undefined;
  /** Name of the report. */
  readonly location: string;
}

/** A change that `drift` reported, and the seed of its run. */
interface ChangeOrder {
  readonly change: ReportedChange;
  readonly seed: number;
}

const checkOf = (id: string, { checks }: Contract, location: string): Check => {
  const check = checks.find((one) => one.id === id);
  if (check === undefined)
    throw new UsageError(`no interface here has the check ${printable(id)}`, {
      location,
      hint: "name the configuration or the document of the run; or check again, and replay a finding of that report",
    });
  return check;
};

/** A check that names no interface asks several. */
const interfacesOf = (
  finding: Finding,
  checks: readonly Check[],
  { interfaces: all }: Contract,
): readonly InterfaceName[] => {
  const named = new Set(checks.flatMap(({ interfaces }) => interfaces));
  const isAll = checks.some(({ interfaces }) => interfaces.length === 0);
  return all.filter((name) => isAll || named.has(name) || name === finding.interface);
};

/** The change with one of these fingerprints; for a group, its change of most impact. */
const changeOf = (fingerprints: readonly string[], results: NonNullable<FindingsReport["results"]>) => {
  const groups = results.flatMap((one) => one.groups ?? []);
  const wanted = fingerprints.map(
    (one) => groups.find(({ fingerprint }) => fingerprint === one)?.changes[0] ?? one,
  );
  return results.flatMap(({ drift }) => drift).find(({ fingerprint }) => wanted.includes(fingerprint));
};

/** What a fingerprint stands for: itself, or what a problem consists of. Reports for people show problems. */
const meantBy = (fingerprint: string, { findings, problems }: FindingsReport): readonly string[] => {
  if (findings.some((one) => one.fingerprint === fingerprint)) return [fingerprint];
  const problem = (problems ?? problemsOf({ findings })).find((one) => one.fingerprint === fingerprint);
  const places = problem?.kind === "unjudged" ? [] : (problem?.places ?? []);
  return [fingerprint, ...(problem?.groups ?? []), ...places.map((place) => place.fingerprint)];
};

const orderOf = (finding: Finding, contract: Contract, location: string): OrderedFinding => {
  const check = checkOf(finding.check, contract, location);
  const asking = (finding.steps ?? []).map((step) => checkOf(step.check, contract, location));
  // For a passive check, the checks that supply its traffic name the interfaces.
  return {
    finding,
    check,
    interfaces: interfacesOf(finding, check.effect === "passive" ? asking : [check, ...asking], contract),
  };
};

/** Ids of the checks of a run; undefined if they were all. */
const chosenIn = ({ facts = [] }: FindingsReport): ReadonlySet<string> | undefined =>
  facts.some(({ reason }) => reason === "not selected")
    ? new Set(facts.flatMap(({ checks }) => checks))
    : undefined;

/** @throws UsageError if there is no such report, or it has no finding or change with that fingerprint */
const takeOrder = async (
  { fingerprint, report: given }: ReplayOptions,
  environment: Environment,
): Promise<FindingOrder | ChangeOrder> => {
  const location = typeof given === "string" ? given : "report";
  const report = await readFindings(given, environment);
  const { findings, run, results = [] } = report;
  const meant = meantBy(fingerprint, report);
  const change = changeOf(meant, results);
  if (change !== undefined) return { change, seed: run.seed };
  const [first, ...others] = new Set(
    meant.flatMap((one) => findings.find((finding) => finding.fingerprint === one) ?? []),
  );
  if (first !== undefined)
    return {
      fingerprint,
      findings: [first, ...others],
      run,
      chosen: chosenIn(report),
      location,
    };
  const known = findings.map((one) => one.fingerprint);
  throw new UsageError(`no finding has the fingerprint ${printable(fingerprint)}`, {
    location,
    hint: suggestionHint(fingerprint, known) ?? `the report has ${plural(known.length, "finding")}`,
  });
};

/** @throws UsageError if the report is not of the embedded sandbox and no configuration names its target */
const assertSameKind = async ({ run }: FindingOrder, config: LoadedConfig | undefined): Promise<void> => {
  if (isLive(config)) return;
  const { inProcessOrigin } = await import("../sandbox/sandbox.ts");
  const addresses = Object.values(run.targets ?? {});
  const isEmbedded = addresses.length > 0 && addresses.every((one) => one.startsWith(`${inProcessOrigin}/`));
  if (isEmbedded) return;
  throw new UsageError("the finding is of a target that no configuration names", {
    option: "config",
    hint: "name the configuration of the run",
  });
};

const askedFor = (finding: Finding, target: Target, { fingerprint }: FindingOrder): Asked => {
  const { fact, check, message } = finding;
  const address = target.kind === "embedded" ? undefined : target.shownUrls[finding.interface];
  return {
    fingerprint,
    fact,
    check,
    message,
    location: `${finding.interface} ${finding.request ?? finding.operation} ${finding.pointer}`.trim(),
    ...(address === undefined ? {} : { address }),
  };
};

type Work = Parameters<TargetWork<TargetEvent, ReplayResult>>;

/** An answer to a finding of an order, and what else its check found. */
interface Answered extends OrderedFinding {
  readonly sought: Sought;
  readonly answered: AnsweredAgain;
}

/** The answer that decides: what is still there, else what could not be judged, else anything. */
const decisive = (all: readonly Answered[]): Answered | undefined =>
  all.find(({ answered }) => answered.state === "still there") ??
  all.find(({ answered }) => answered.state === "not judged") ??
  all[0];

/** What the answers say of an order: a problem is gone if all its findings are. */
const resultOfOrder = (
  order: FindingOrder,
  all: readonly Answered[],
  target: Target,
  requests: number,
): ReplayResult => {
  const one = decisive(all);
  if (one === undefined) throw new Error("nothing was asked for");
  const { finding, check, answered } = one;
  const found = answered.footer?.report.findings ?? [];
  const now = found.find(({ fingerprint }) => fingerprint === finding.fingerprint) ?? finding;
  const others = found.filter(
    (other) => other.check === check.id && other.fingerprint !== finding.fingerprint,
  );
  return resultOf(askedFor(now, target, order), answered, requests, others);
};

type AskOptions = Parameters<typeof askAgain>[1];
type See = Parameters<typeof askAgain>[2];

/** Where findings are asked for: a target that has not been asked yet, by a contract that has learnt nothing. */
interface Place extends OpenedTarget {
  readonly contract: Contract;
}

/** Asks targets in runs of their own, and counts the requests. */
const createAsking = ({ run }: FindingOrder, options: ReplayOptions, [emit, signal]: Work) => {
  const mask = createMask();
  const nonce = nonceOf(options);
  let requests = 0;
  return {
    mask,
    requests: () => requests,
    async ask<Answer>(
      { target, clock, contract }: Place,
      {
        interfaces,
        checks,
      }: { readonly interfaces: readonly InterfaceName[]; readonly checks: readonly Check[] },
      work: (by: AskOptions, see: See) => Promise<Answer>,
    ): Promise<Answer> {
      const parts = await loadJudgingParts(contract);
      const shown = shownEvents(contract.fieldNames, (text) => mask.mask(text), target.kind === "embedded");
      const narrow = await announcedTarget(
        narrowTarget(target, interfaces),
        checks,
        emit,
        contract !== builtin,
      );
      const before = narrow.requests();
      const shared = { nonce, mask, signal, baseline: emptyBaseline(), seed: run.seed, version: version() };
      const answer = await work({ ...parts, ...shared, target: narrow, clock }, (event) =>
        emit(shown(event)),
      );
      requests += narrow.requests() - before;
      return answer;
    },
  };
};

type Asking = ReturnType<typeof createAsking>;

/** Asks for one finding after the other until one is still there, or the run ends. */
const askOneByOne = async (
  { findings, run, location }: FindingOrder,
  { ask, mask }: Asking,
  place: Place,
): Promise<readonly Answered[]> => {
  const all: Answered[] = [];
  for (const finding of findings) {
    const one = orderOf(finding, place.contract, location);
    const { check, interfaces } = one;
    const picks = { sampled: false, ...run, portions: finding.portion ?? 0 };
    const sought = soughtOf({ finding, check, picks }, mask);
    const answered = await ask(place, { interfaces, checks: [check] }, (by, see) =>
      askAgain(sought, by, see),
    );
    all.push({ ...one, sought, answered });
    if (isDecided(answered)) break;
  }
  return all;
};

const isDecided = (answered: AnsweredAgain): boolean => answered.state === "still there" || isCut(answered);

/**
 * Asks for all that the run asked of their interfaces, where what was asked before is forgotten. What could not be judged
 * by those may need the others.
 */
const askForTheirRun = async (
  all: readonly Answered[],
  { run, chosen, location }: FindingOrder,
  { ask }: Asking,
  place: Place,
): Promise<readonly Answered[]> => {
  const { contract } = place;
  const isOfAll = all.some(({ answered }) => answered.state === "not judged");
  const own = new Set(isOfAll ? Object.keys(run.targets ?? {}) : all.flatMap((one) => one.interfaces));
  const interfaces = contract.interfaces.filter((name) => own.has(name));
  const checks = contract.checks.filter(({ id }) => chosen?.has(id) ?? true);
  const sought = all.map((one) => ({ ...one.sought, check: checkOf(one.check.id, contract, location) }));
  const answers = await ask(place, { interfaces, checks }, (by, see) =>
    askForAll(sought, { ...by, chosen: checks }, see),
  );
  return all.map((one, index) => {
    const answered = answers[index] ?? one.answered;
    // Sequences are drawn: they need not come to what its own requests have shown.
    const isOpen = answered.state === "not judged" && !isCut(answered);
    return isOpen && one.answered.state === "gone" ? one : { ...one, answered };
  });
};

const replayFindings = async (
  order: FindingOrder,
  options: ReplayOptions,
  environment: Environment,
  work: Work,
): Promise<ReplayResult> => {
  if (options.faults !== undefined && (options.config ?? options.openapi) !== undefined)
    throw onlyEmbedded(options.config === undefined ? "openapi" : "config");
  const faults = await plantedFaults(options.faults);
  const opened = await openNamed(options, environment, {
    ...orSandbox,
    canWrite: options.stateFolder !== undefined,
  });
  assertNamesTarget(opened);
  await assertSameKind(order, opened?.config);
  const { config } = await withCredentials(opened, environment);
  const open = async (contract: Contract): Promise<Place> => ({
    ...(await openTarget({
      contract,
      config,
      clock: environment.clock,
      seed: order.run.seed,
      shared: options.stateFolder,
      faults,
    })),
    contract,
  });
  const { contract = builtin } = opened ?? {};
  // A report of another contract is wrong use, before any request.
  for (const finding of order.findings) orderOf(finding, contract, order.location);
  const asking = createAsking(order, options, work);
  /** At a target that forgets what it was asked, by a contract that has learnt nothing. */
  const at = async <Answer>(place: Place, ask: () => Promise<Answer>): Promise<Answer> => {
    try {
      work[2](place.live);
      return await ask();
    } finally {
      await place.target.close();
    }
  };
  const place = await open(contract);
  const { target, live } = place;
  const unrestored = unrestoredIn(live);
  if (unrestored.length > 0) {
    await target.close();
    return untouchedResult(askedFor(order.findings[0], target, order), unrestored);
  }
  let all = await at(place, () => askOneByOne(order, asking, place));
  const forgets = live === undefined || contract.anew !== undefined;
  if (forgets && !all.some(({ answered }) => isDecided(answered))) {
    const anew = await open((await contract.anew?.()) ?? contract);
    all = await at(anew, () => askForTheirRun(all, order, asking, anew));
  }
  return resultOfOrder(order, all, target, asking.requests());
};

/** What the answers of a run that began at `startedAt` say about a change. */
const stateOf = (
  { before, after }: TriedOut,
  startedAt: string,
  answers: number,
): Pick<AnsweredAgain, "state" | "reason"> => {
  if (before?.state === "accepted") return { state: "not judged", reason: "it was accepted" };
  if (after?.lastSeen === startedAt) return { state: "still there" };
  if (answers === 0) return { state: "not judged", reason: "nothing that shows it was answered" };
  if (after === undefined || after.state === "gone") return { state: "gone" };
  const samples = after.seenSince.of - (before?.seenSince.of ?? 0);
  return {
    state: "not judged",
    reason:
      samples > 0
        ? `${plural(samples, "sample")} without it are too few to call it gone`
        : "no answer could show it",
  };
};

/** Asks the operation alone; if that decides nothing, as when its ids come from elsewhere, the whole interface. */
const askForChange = async (
  { change, seed }: ChangeOrder,
  contract: Contract,
  target: Target,
  runs: RunRepository,
  { clock: wall, nonce }: Environment & { readonly nonce: () => string },
  clock: Environment["clock"],
  [emit, signal]: Work,
): Promise<AnsweredAgain> => {
  const parts = await loadJudgingParts(contract);
  const { documentation } = parts.meaning;
  const { operation } = change;
  const past = await runs.past(change.target);
  if (past === undefined) throw new Error("the target of a change has no run");
  let answered: AnsweredAgain = { state: "not judged", footer: undefined };
  const mask = createMask();
  const shown = shownEvents(contract.fieldNames, (text) => mask.mask(text), target.kind === "embedded");
  for (const asked of operation === "*" ? [undefined] : [operation, undefined]) {
    const startedAt = new Date(wall.now()).toISOString();
    const { shapes, footer } = await readAgain(
      {
        target: await announcedTarget(target, readingChecks(contract), emit, contract !== builtin),
        clock,
        seed,
        version: version(),
        nonce,
        baseline: emptyBaseline(),
        parts,
        mask,
        signal,
        follow: (event) => emit(shown(event)),
        digest: createValueDigest(past.digestKey),
      },
      change.target.interface,
      asked,
    );
    // Judging mutates the past, so each attempt reads it again.
    const known = (await runs.past(change.target)) ?? past;
    const tried = tryOut(change.fingerprint, known, shapes, startedAt, documentation);
    const judged = stateOf(tried, startedAt, shapes.answers);
    const stopped = footer?.stopped;
    const isCut = stopped !== undefined && stopped.reason !== "nothing-judged";
    const isSettled = judged.state !== "not judged";
    answered = { ...judged, ...(isCut && !isSettled ? { reason: stopped.message } : {}), footer };
    if (isSettled || isCut) return answered;
  }
  return answered;
};

const replayChange = async (
  order: ChangeOrder,
  options: ReplayOptions,
  environment: Environment,
  work: Work,
): Promise<ReplayResult> => {
  const { change, seed } = order;
  const { interface: name, address } = change.target;
  if (options.faults !== undefined)
    throw new UsageError("faults can be planted in the embedded sandbox only", {
      option: "faults",
      hint: "omit it: drift is of a live target",
    });
  const { writes: _, include: _included, ...named } = options;
  const { config, contract } = await openForReading(named, environment, {
    message: "the change is of a live target, and no configuration names one",
    option: "config",
    hint: "name the configuration of the run",
  });
  const store = openKeptStore(options, environment);
  try {
    const runs = await openHistory(store, meaningOf(contract).documentation);
    const past = await runs.past(change.target);
    if (past?.state.tracker.changes.has(change.fingerprint) !== true)
      throw new UsageError("has no such change of that target", {
        option: "store",
        ...(options.store === undefined ? {} : { location: store.path }),
        hint: "name the store of the drift run; its report says which it was",
      });
    const opened = await openTarget({
      contract,
      config,
      clock: environment.clock,
      seed,
      shared: options.stateFolder,
    });
    const { target, live, clock } = opened;
    try {
      if (!contract.interfaces.includes(name) || target.shownUrls[name] !== address)
        throw new UsageError(`the change is of ${name} at another address`, {
          option: "config",
          hint: "name the configuration of the run",
        });
      const { fingerprint, operation, pointer, message } = change;
      const asked = { fingerprint, message, location: `${name} ${operation} ${pointer}`.trim(), address };
      const unrestored = unrestoredIn(live);
      if (unrestored.length > 0) return untouchedResult(asked, unrestored);
      const narrow = narrowTarget(target, [name]);
      const around = { ...environment, nonce: nonceOf(options) };
      const answered = await askForChange(order, contract, narrow, runs, around, clock, work);
      return resultOf(asked, answered, narrow.requests());
    } finally {
      await target.close();
    }
  } finally {
    store.close();
  }
};

/** Implements `replay`. @throws UsageError */
export const replayTarget = async (options: ReplayOptions, ...work: Work): Promise<ReplayResult> => {
  const environment = environmentOf(options, replayOptions, work[1]);
  const order = await takeOrder(options, environment);
  return "change" in order
    ? replayChange(order, options, environment, work)
    : replayFindings(order, options, environment, work);
};
