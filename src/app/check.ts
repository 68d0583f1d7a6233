import type { Effort } from "../core/run/run-options.ts";
import type { FailOn } from "../core/model/verdict.ts";
import { environmentOf, nonceOf } from "../inputs/app-options.ts";
import { checkOptions, type CheckOptions } from "./options.ts";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { contract as builtin } from "../inputs/contract.ts";
import { type Baseline, baselineText, emptyBaseline } from "../core/config/baseline.ts";
import type { ValidConfig as LoadedConfig } from "../core/config/config.ts";
import type { Clock } from "../core/model/clock.ts";
import type { Catalogue, ExchangeLog, ReportInput } from "../core/model/report-input.ts";
import { catalogueOf } from "../inputs/catalogue.ts";
import type { Report } from "../core/model/report.ts";
import type { RunFooter } from "../core/model/run-event.ts";
import type { Tally } from "../core/model/tally.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { createMask } from "../core/privacy/mask.ts";
import { createExchangeRecorder, shownEvents } from "../report/exchange-log.ts";
import type { Requirement } from "../core/run/coverage.ts";
import type { Estimate } from "../core/run/dry-run.ts";
import { verdictOf, type Verdict } from "../core/run/exit-code.ts";
import { run, type RunOptions } from "../core/run/run.ts";
import { createTriedLog, type TriedLog } from "../core/run/draw-moves.ts";
import { select, type Shard } from "../core/run/selection.ts";
import type { Target } from "../core/run/target.ts";
import { databaseIn } from "../core/store/sqlite-database.ts";
import type { Store } from "../core/store/store.ts";
import { addTried, readTried, triedBy, triedPart } from "../core/store/tried-steps.ts";
import type { Fault } from "../builtin/faults/fault.ts";
import { announcedTarget, type TargetEvent, unrestoredIn, untouched } from "../core/run/asking.ts";
import { type ChosenChecks, chooseChecks } from "../inputs/choose-checks.ts";
import { type Consumers, judgeByUse, readConsumers, usedFacts } from "../consumers/usage/consumers.ts";
import { follow, type TargetWork } from "../core/run/create-run.ts";
import { forecastOnce } from "../onboarding/doctor/forecast-run.ts";
import { openNamedStore } from "../core/store/kept-store.ts";
import { documentsOf } from "../inputs/interface-documents.ts";
import { loadJudgingParts } from "../inputs/judging-parts.ts";
import { assertNamesTarget, baselineOf, type OpenedConfig } from "../inputs/open-config.ts";
import { openNamed } from "../inputs/named-target.ts";
import { orSandbox } from "../inputs/config-reading.ts";
import { embeddedShape, isLive, narrowTarget, openTarget, type TargetChoice } from "../inputs/open-target.ts";
import { withCredentials } from "../inputs/client-credentials.ts";
import { unusableIn } from "../inputs/probe-document.ts";
import { onlyEmbedded, plantedFaults } from "../inputs/planted-faults.ts";
import { requirementOf } from "../inputs/requirement.ts";
import { resumableRuns } from "../inputs/resumable.ts";
import type { Environment } from "../core/model/environment.ts";
import { version } from "../core/model/version.ts";
import { writeFileWhole } from "../core/output/write-file.ts";
import { messageOf } from "../core/model/error-code.ts";

/** The result of a check. */
export interface CheckResult {
  readonly verdict: Verdict;
  readonly report: Report;
  /** Why the run is incomplete. */
  readonly stopped?: NonNullable<RunFooter["stopped"]>;
  /** Masked, except those with the embedded sandbox. */
  readonly exchanges?: ExchangeLog;
  /** Where the configuration states each interface, for `report`. */
  readonly configured?: NonNullable<ReportInput["configured"]>;
  /** What the ids in the report mean, for `report`; absent if all are of the built-in contract. */
  readonly catalogue?: Catalogue;
  /** Names of records that an earlier run left changed. Nothing was sent; `restore` puts them back. */
  readonly unrestored?: readonly string[];
  /** Whether the store keeps the interrupted run, or why it cannot; absent if there is nothing to keep. */
  readonly resumable?: true | { readonly reason: string };
  /** Whether the baseline was written; an incomplete run writes none. */
  readonly baselineWritten?: boolean;
}

/** What a run needs: put together once, before any request, and handed down as it is. */
interface Order extends Environment, TargetChoice {
  readonly shard: Shard | undefined;
  readonly choice: ChosenChecks;
  readonly places: OpenedConfig["places"];
  readonly baseline: Baseline;
  readonly require: Requirement;
  /** The consumers whose use decides how severe a finding is. */
  readonly consumers: Consumers | undefined;
  readonly faults: readonly Fault[];
  readonly nonce: () => string;
  readonly effort: Effort;
  /** The file that keeps interrupted runs, and whether to resume one. */
  readonly store: string | undefined;
  readonly resume: boolean;
  readonly exchanges: boolean;
  readonly failOn: FailOn;
  /** A file for the findings. */
  readonly writeBaseline: string | undefined;
  /** Interfaces that cannot be judged, each with the reason. */
  readonly unusable?: ReadonlyMap<string, string>;
  /** If facts or checks are named: the interfaces to call so that the passive checks among them see traffic. */
  readonly trafficFrom?: ReadonlySet<string>;
}

/** The baseline that the configuration names; one that is about to be written may be missing. */
const knownFindings = async (
  config: LoadedConfig | undefined,
  writeBaseline: string | undefined,
  environment: Environment,
): Promise<Baseline> => {
  const { cwd } = environment;
  const path = config?.baseline && resolve(cwd, config.baseline.path);
  const isNew = path !== undefined && writeBaseline !== undefined && path === resolve(cwd, writeBaseline);
  return isNew && !existsSync(path) ? emptyBaseline() : baselineOf(config, environment);
};

const takeOrder = async (options: CheckOptions, environment: Environment): Promise<Order> => {
  const { seed = checkOptions.seed.usual, shard, resume = false, writeBaseline } = options;
  const other = (["config", "openapi", "resume"] as const).find((name) => Boolean(options[name]));
  if (options.faults !== undefined && other !== undefined) throw onlyEmbedded(other);
  const faults = await plantedFaults(options.faults);
  const opened = await openNamed(options, environment, {
    ...orSandbox,
    canWrite: options.stateFolder !== undefined,
  });
  assertNamesTarget(opened);
  const { contract = builtin, places } = opened ?? {};
  const { config, unusable } = await withCredentials(opened, environment);
  const choice = chooseChecks(options, contract);
  if (resume && !isLive(config))
    throw new UsageError("only a run against a live target can be resumed", { option: "resume" });
  const order: Order = {
    ...environment,
    contract,
    config,
    seed,
    shared: options.stateFolder,
    faults,
    shard,
    choice,
    places,
    baseline: await knownFindings(config, writeBaseline, environment),
    require: requirementOf(options, config?.require, contract, shard !== undefined),
    ...(unusable === undefined ? {} : { unusable }),
    consumers: await readConsumers(options, environment, () => documentsOf(contract)),
    nonce: nonceOf(options),
    effort: options.deep === true ? "deep" : "budget",
    store: options.store,
    resume,
    exchanges: options.exchanges === true,
    failOn: options.failOn ?? checkOptions.failOn.usual,
    writeBaseline,
  };
  return (options.facts ?? options.checks) === undefined ? order : withTraffic(order);
};

/** All options of a run except its target. */
const partsOf = async (order: Order, clock: Clock): Promise<Omit<RunOptions, "target">> => ({
  ...(await loadJudgingParts(order.contract)),
  chosen: order.choice.checks,
  seed: order.seed,
  version: version(),
  clock,
  nonce: order.nonce,
  baseline: order.baseline,
  require: order.require,
  ...(order.consumers === undefined ? {} : { firstFacts: usedFacts(order.consumers, order.contract.facts) }),
  ...(order.shard === undefined ? {} : { shard: order.shard }),
  ...(order.unusable === undefined ? {} : { unusable: order.unusable }),
  ...(order.trafficFrom === undefined ? {} : { trafficFrom: order.trafficFrom }),
  signal: order.signal,
});

/** The cheapest checks that show the named passive checks everything plans can show, by a dry run in this process. */
const withTraffic = async (order: Order): Promise<Order> => {
  const { contract, choice, config, seed, clock } = order;
  const passive = choice.checks.filter((one) => one.effect === "passive");
  if (passive.length === 0 || contract !== builtin) return order;
  const { dryPlans } = await import("../core/run/dry-run.ts");
  const { createTrafficWatch } = await import("../core/run/traffic.ts");
  const { createJudgeTools } = await import("../core/run/judge.ts");
  const embedded = await embeddedShape(seed, clock);
  const { shard: _, ...whole } = await partsOf(order, clock);
  const watch = createTrafficWatch(passive, contract.checks, createJudgeTools(whole.validation));
  await dryPlans(
    {
      contract,
      config: isLive(config) ? config : embedded.config,
      sandbox: embedded.open,
      run: whole,
      interfaces: choice.interfaces,
    },
    watch.see,
  );
  return { ...order, trafficFrom: watch.cheapest(select(contract.checks, choice.checks).trafficOnly) };
};

/** What a run resumes, and where it is kept if it is interrupted. */
interface Continuation extends Pick<RunOptions, "tried" | "resume"> {
  /** Absent if nothing can be resumed. Returns the reason if the store cannot be written. */
  keep?(found: Tally): string | undefined;
  /** Call for a complete run: nothing is left to resume. */
  forget(): string | undefined;
}

/** If the store cannot be written, for example on a full disk, the run cannot be resumed but still reports. */
const reasonWhyNot = (write: () => void): string | undefined => {
  try {
    write();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
};

/** What runs against these targets have tried. A failed write costs this log, not the run. */
const triedIn = async (store: Store, { shownUrls }: LoadedConfig): Promise<TriedLog> => {
  store.migrate(triedPart);
  const database = databaseIn(store, () => 0);
  const by = triedBy(shownUrls);
  return createTriedLog(await readTried(database, by), (tried) => {
    addTried(database, by, [tried]).catch(() => undefined);
  });
};

/** @throws UsageError if there is no such run to resume */
const continuationOf = async (order: Order, store: Store | undefined): Promise<Continuation> => {
  const { contract: suite, seed, shard, choice, config, resume } = order;
  if (!isLive(config) || store === undefined) {
    if (resume)
      throw new UsageError("needs the store that keeps runs", { option: "resume", hint: "add `store`" });
    return { forget: () => undefined };
  }
  const identity = { suite, seed, shard, choice, config, version: version() };
  const runs = resumableRuns(store);
  return {
    tried: await triedIn(store, config),
    ...(resume ? { resume: runs.load(identity) } : {}),
    keep: (found) => reasonWhyNot(() => runs.keep(identity, found)),
    forget: () => reasonWhyNot(() => runs.forget(identity)),
  };
};

/** A completed or interrupted run, with what is kept of it. */
interface Ended extends Pick<CheckResult, "exchanges" | "resumable"> {
  readonly footer: RunFooter;
}

/** Runs the checks up to the footer. */
const runToEnd = async (
  order: Order,
  target: Target,
  clock: Clock,
  continuation: Continuation,
  see: (event: TargetEvent) => Promise<void>,
): Promise<Ended> => {
  const mask = createMask();
  const { keep, forget, ...earlier } = continuation;
  const parts = await partsOf(order, clock);
  const { contract, config, choice } = order;
  const { fieldNames } = contract;
  const isSandbox = target.kind === "embedded";
  const shown = shownEvents(fieldNames, (text) => mask.mask(text), isSandbox);
  const recorder = order.exchanges ? createExchangeRecorder(fieldNames, isSandbox) : undefined;
  let resumable: CheckResult["resumable"];
  const noteReason = (reason: string | undefined): CheckResult["resumable"] =>
    reason === undefined ? undefined : { reason };
  const footer = await follow(
    run({
      ...parts,
      ...earlier,
      target,
      mask,
      effort: order.effort,
      ...(keep === undefined || config === undefined
        ? {}
        : {
            onCutShort: (found) => {
              resumable = noteReason(keep(found)) ?? true;
            },
            ...(contract === builtin
              ? {
                  forecast: () =>
                    forecastOnce({
                      config,
                      run: earlier.resume === undefined ? parts : { ...parts, resume: earlier.resume },
                      interfaces: choice.interfaces,
                    }),
                }
              : {}),
          }),
    }),
    async (event) => {
      recorder?.see(event);
      await see(shown(event));
    },
  );
  if (footer === undefined) throw new Error("the run ended without a report");
  if (footer.complete || footer.stopped?.reason === "coverage") resumable ??= noteReason(forget());
  return {
    footer,
    ...(recorder === undefined ? {} : { exchanges: recorder.log((text) => mask.mask(text)) }),
    ...(resumable === undefined ? {} : { resumable }),
  };
};

/** Writes the findings as known. An incomplete run may have missed some, so it writes nothing. */
const writeBaselineOf = async (
  { report, complete, stopped }: RunFooter,
  { baseline, cwd }: Order,
  file: string,
): Promise<boolean> => {
  if (!complete && stopped?.reason !== "coverage") return false;
  await writeFileWhole(resolve(cwd, file), baselineText(report, baseline));
  return true;
};

/** Marks the findings that were just written to a baseline as known. */
const withKnownFindings = (footer: RunFooter): RunFooter => {
  const findings = footer.report.findings.map((finding) => ({ ...finding, known: true }));
  return { ...footer, report: { ...footer.report, findings } };
};

const conclude = async (ended: Ended, order: Order): Promise<CheckResult> => {
  const { footer: whole, ...kept } = ended;
  const { footer, failing } = judgeByUse(whole, order.consumers);
  const { writeBaseline, failOn } = order;
  const baselineWritten =
    writeBaseline === undefined ? undefined : await writeBaselineOf(whole, order, writeBaseline);
  return {
    verdict: verdictOf(baselineWritten === true ? withKnownFindings(whole) : failing, failOn),
    report: footer.report,
    ...(order.contract === builtin ? {} : { catalogue: catalogueOf(order.contract) }),
    ...(order.places === undefined ? {} : { configured: order.places }),
    ...(footer.stopped === undefined ? {} : { stopped: footer.stopped }),
    ...kept,
    ...(baselineWritten === undefined ? {} : { baselineWritten }),
  };
};

/** The store of a run; undefined if it keeps nothing. @throws UsageError if the store cannot be used */
const storeOf = ({ cwd, config, store }: Order): Store | undefined =>
  store === undefined || !isLive(config) ? undefined : openNamedStore(store, { cwd });

/** Opens what a run needs, and always closes it. */
const withTarget = async <Result>(
  order: Order,
  work: (opened: Awaited<ReturnType<typeof openTarget>>, store: Store | undefined) => Promise<Result>,
): Promise<Result> => {
  const store = storeOf(order);
  try {
    const opened = await openTarget(order);
    try {
      return await work(opened, store);
    } finally {
      await opened.target.close();
    }
  } finally {
    store?.close();
  }
};

/** Nothing is sent, since an earlier run has left records changed. */
const withoutRun = async (
  whole: Order,
  target: Target,
  clock: Clock,
  unrestored: readonly string[],
): Promise<CheckResult> => {
  const order: Order = { ...whole, effort: "budget", exchanges: false, writeBaseline: undefined };
  const forgetful = { forget: () => undefined };
  const ended = await runToEnd(order, untouched(target, unrestored), clock, forgetful, async () => undefined);
  return { ...(await conclude(ended, order)), unrestored };
};

/** Implements `check`. @throws UsageError */
export const checkTarget = async (
  options: CheckOptions,
  ...[emit, signal, watch]: Parameters<TargetWork<TargetEvent, CheckResult>>
): Promise<CheckResult> => {
  const order = await takeOrder(options, environmentOf(options, checkOptions, signal));
  return withTarget(order, async ({ target, live, clock }, store) => {
    const unrestored = unrestoredIn(live);
    if (unrestored.length > 0) return withoutRun(order, target, clock, unrestored);
    watch(live);
    const continuation = await continuationOf(order, store);
    const narrow = narrowTarget(target, order.choice.interfaces);
    const ofDocuments = order.contract !== builtin;
    const asked = await announcedTarget(narrow, order.choice.checks, emit, ofDocuments);
    const unusable = ofDocuments
      ? new Map([
          ...(await unusableIn(order.contract, asked, order.nonce, order.signal)),
          ...(order.unusable ?? []),
        ])
      : undefined;
    const ended = await runToEnd(
      { ...order, ...(unusable && { unusable }) },
      asked,
      clock,
      continuation,
      emit,
    );
    return conclude(ended, order);
  });
};

/** Implements `estimate`. @throws UsageError */
export const estimateCheck = async (options: CheckOptions): Promise<Estimate> => {
  const order = await takeOrder(options, environmentOf(options, checkOptions));
  if (order.faults.length > 0) throw onlyEmbedded("dryRun");
  if (order.contract !== builtin)
    throw new UsageError("a dry run asks the embedded sandbox, which has the built-in interfaces alone", {
      option: "dryRun",
      hint: "maxRequests limits what a run sends; tripact facts lists what it may judge",
    });
  const { estimateRun } = await import("../core/run/dry-run.ts");
  const embedded = await embeddedShape(order.seed, order.clock);
  const estimated = await withTarget(order, async ({ live }) =>
    estimateRun({
      contract: order.contract,
      config: isLive(order.config) ? order.config : embedded.config,
      sandbox: embedded.open,
      run: await partsOf(order, order.clock),
      interfaces: order.choice.interfaces,
      usedThisHour: live?.usedThisHour() ?? 0,
    }),
  );
  // What was counted until then would be too little.
  order.signal.throwIfAborted();
  return estimated;
};
