import { environmentOf } from "../inputs/app-options.ts";
import type { ChoiceOptions } from "../inputs/common-options.ts";
import { observeOptions, type ObserveOptions } from "./options.ts";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { contract as builtin } from "../inputs/contract.ts";
import { type BuiltinInterface, interfaceNames } from "../builtin/interface-name.ts";
import type { Contract } from "../core/model/contract.ts";
import { withoutVersion } from "../core/config/base-address.ts";
import { openHistory } from "../monitoring/history/sqlite.ts";
import type { RunRepository } from "../monitoring/history/create-repository.ts";
import type { Shapes } from "../core/shapes/shapes.ts";
import type { Catalogue } from "../core/model/report-input.ts";
import { catalogueOf } from "../inputs/catalogue.ts";
import { documentsOf } from "../inputs/interface-documents.ts";
import { meaningOf } from "../inputs/meaning.ts";
import { knownAddresses, openTraffic } from "../inputs/open-traffic.ts";
import { severityCounts } from "../core/model/finding.ts";
import type { Report } from "../core/model/report.ts";
import type { ShownEvent, RunFooter } from "../core/model/run-event.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { verdictOf, type Verdict } from "../core/run/exit-code.ts";
import { judgeRecordings as observeRun } from "../core/run/observe.ts";
import { openStore, type Store } from "../core/store/store.ts";
import { type ChosenChecks, chooseChecks } from "../inputs/choose-checks.ts";
import { judgeByUse, readConsumers } from "../consumers/usage/consumers.ts";
import { follow, type RunWork } from "../core/run/create-run.ts";
import { baselineOf } from "../inputs/open-config.ts";
import { findRecordings } from "../traffic/recordings/find-recordings.ts";
import { type ObservedRecordings, observeRecordings } from "../traffic/judging/observe-recordings.ts";
import { version } from "../core/model/version.ts";

/** The result of judging recordings. */
export interface ObserveResult {
  readonly verdict: Verdict;
  readonly report: Report;
  /** What the ids in the report mean, for `report`; absent if all are of the built-in contract. */
  readonly catalogue?: Catalogue;
  readonly stopped?: NonNullable<RunFooter["stopped"]>;
  /** Number of answers whose shapes the store keeps; absent without a store, and if the run was interrupted. */
  readonly kept?: number;
}

/** The chosen checks, if recordings can show any of them. */
const observableChoice = (options: ChoiceOptions, contract: Contract): ChosenChecks => {
  const choice = chooseChecks(options, contract);
  if (!choice.checks.some(({ effect }) => effect === "passive"))
    throw new UsageError("a recording cannot show any of the selected checks", {
      option: options.checks === undefined ? "facts" : "checks",
      hint: "tripact facts lists the facts that an exchange shows",
    });
  return choice;
};

/** Beyond this size of entries (bytes), which observers see in full, judging takes longer than starting a thread. */
const watchedBytes = 24 * 1024 * 1024;

/** Nothing is sent to the address, so any server will do. The message does not repeat it: it may hold a secret. */
const addressIn = (name: BuiltinInterface, text: string): string => {
  const url = /^https?:\/\/[^/\\]/i.test(text) ? URL.parse(text) : null;
  if (url === null || url.search !== "" || url.hash !== "" || url.username !== "")
    throw new UsageError("is not a base address", {
      option: name,
      hint: "write it as https://host/prefix, without credentials and query",
    });
  return withoutVersion(
    url.origin + url.pathname.replace(/\/+$/, ""),
    builtin.described[name]?.versionPrefix,
  );
};

/** The addresses of the configuration, overridden by those of the options. @throws UsageError */
const recordedAddresses = (
  options: ObserveOptions,
  configured: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => ({
  ...configured,
  ...Object.fromEntries(
    interfaceNames.flatMap((name) => {
      const text = options[name];
      return text === undefined ? [] : [[name, addressIn(name, text)]];
    }),
  ),
});

/** Recorded traffic has its own history, since it asks other questions than drift runs. */
const ownHistory = "recorded";

/** Adds the shapes of a recording to a history, as one run. Returns the number of answers. */
const keepShapes = async (
  runs: RunRepository,
  shapes: ReadonlyMap<string, Shapes>,
  { run: { id, startedAt, seed, targets, stopped }, tool, findings }: Report,
): Promise<number> => {
  const results = [...shapes].map(([name, seen]) => ({
    target: { interface: name, address: targets[name] ?? "", organization: ownHistory },
    shapes: JSON.stringify(seen),
    requests: seen.answers,
    findings: severityCounts(findings.filter((finding) => finding.interface === name)),
    ...(stopped === undefined ? {} : { reason: stopped }),
  }));
  const order = { run: id, startedAt, seed, version: tool.version, organization: ownHistory };
  const run = await runs.start(
    order,
    results.map(({ target }) => target),
  );
  const answers = results.reduce((sum, { requests }) => sum + requests, 0);
  await runs.end(run, { endedAt: startedAt, requests: answers }, results);
  return answers;
};

/** Implements `observe`. @throws UsageError */
export const observeRecorded = async (
  options: ObserveOptions,
  ...[emit, signal]: Parameters<RunWork<ShownEvent, ObserveResult>>
): Promise<ObserveResult> => {
  const environment = environmentOf(options, observeOptions, signal);
  const opened = await openTraffic(options, environment);
  const { contract = builtin } = opened ?? {};
  const choice = observableChoice(options, contract);
  const baseUrls = recordedAddresses(options, knownAddresses(opened?.config.baseUrls ?? {}));
  const baseline = await baselineOf(opened?.config, environment);
  const recordings = await findRecordings(options.recordings, environment);
  const consumers = await readConsumers(options, environment, () => documentsOf(contract));
  const store: Store | undefined =
    options.store === undefined ? undefined : openStore(resolve(environment.cwd, options.store));
  try {
    let observed: ObservedRecordings | undefined;
    const setting = {
      baseUrls,
      byPath: contract.interfaces.filter((name) => contract === builtin || baseUrls[name] === undefined),
      interfaces: choice.interfaces,
      checks: choice.checks.map(({ id }) => id),
      baseline: [...baseline],
      shapes: store !== undefined,
    };
    const help = contract === builtin && availableParallelism() > 1;
    const footer = await follow(
      observeRun({
        contract,
        chosen: choice.checks,
        files: recordings.map(({ file }) => file),
        version: version(),
        clock: environment.clock,
        baseline,
        observe: async () =>
          (observed = await observeRecordings({ contract, recordings, setting, signal, watchedBytes, help })),
      }),
      emit,
    );
    if (footer === undefined) throw new Error("the run ended without a report");
    // The history keeps what was seen, unless the user interrupted the run.
    const isKept = store !== undefined && observed !== undefined && !observed.interrupted;
    const kept = isKept
      ? await keepShapes(
          await openHistory(store, meaningOf(contract).documentation),
          observed?.shapes ?? new Map(),
          footer.report,
        )
      : undefined;
    const used = judgeByUse(footer, consumers);
    return {
      verdict: verdictOf(used.failing),
      report: used.footer.report,
      ...(contract === builtin ? {} : { catalogue: catalogueOf(contract) }),
      ...(footer.stopped === undefined ? {} : { stopped: footer.stopped }),
      ...(kept === undefined ? {} : { kept }),
    };
  } finally {
    store?.close();
  }
};
