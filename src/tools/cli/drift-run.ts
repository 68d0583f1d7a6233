import { documentation } from "../../contract/documents.ts";
import { randomUUID } from "node:crypto";
import { isFailing } from "../../harness/drift/change-tracker.ts";
import type { DriftStore, OpenRun } from "../../harness/drift/drift-store.ts";
import { createShapes, type Shapes } from "../../harness/drift/shapes.ts";
import type { Clock } from "../../harness/model/clock.ts";
import type { DriftGroup, DriftReport, DriftResult } from "../../harness/model/drift.ts";
import { type Exchange, responseOf } from "../../harness/model/exchange.ts";
import type { InterfaceName } from "../../harness/model/interface-name.ts";
import { describedAs } from "../../harness/model/contract.ts";
import type { Report } from "../../harness/model/report.ts";
import type { RunEvent, RunFooter } from "../../harness/model/run-event.ts";
import { exitCodeOf, exitCodes } from "../../harness/runner/exit-code.ts";
import type { Mask } from "../../harness/privacy/mask.ts";
import type { Again } from "../../harness/runner/run-options.ts";
import { run } from "../../harness/runner/run.ts";
import type { Target } from "../../harness/runner/target.ts";
import { suite, type Suite } from "./suite.ts";
import type { JudgingParts } from "./judging-parts.ts";
import { follow } from "./follow.ts";
import { shownCurl } from "./shown-curl.ts";
import { refusedCredential } from "../../harness/model/secret.ts";

export interface DriftRunOptions {
  readonly target: Target;
  readonly clock: Clock;
  readonly store: DriftStore;
  /** Shown in the report: where the store is. */
  readonly storePath: string;
  readonly organization: string;
  readonly seed: number;
  readonly version: string;
  readonly baseline: ReadonlySet<string>;
  readonly parts: JudgingParts;
  /** Only these checks; by default every one that only reads. */
  readonly checks?: Suite["checks"];
  readonly mask?: Mask;
  readonly signal?: AbortSignal;
  readonly follow?: (event: RunEvent) => void;
}

/** The report of a drift run, and that of the checks where the run completed. */
export interface DriftRunResult {
  readonly report: DriftReport;
  readonly suiteReport: Report | undefined;
}

/** Checks that read, and those that only look on. */
export const readingChecks = (): Suite["checks"] =>
  suite.checks.filter(({ effect }) => effect === "passive" || effect === "read");

/** The target as far as it may be read: a write is refused before it is sent, whatever else would let it pass. */
export const readOnly = (target: Target): Target => ({
  ...target,
  allowWrites: false,
  transport: async (request, signal) =>
    request.effect === "write"
      ? { kind: "failure", reason: "not-sent", message: "a drift run does not write", stop: "safety" }
      : target.transport(request, signal),
});

/** What one interface answered in a run. */
interface Sample {
  readonly shapes: Shapes;
  /** Where the main credential is configured, whose answers decide whether the interface can be judged; without one, all answers do. */
  readonly main: { readonly path: string; readonly shown: string } | undefined;
  requests: number;
  /** The simplest request that an operation answered with a status. */
  readonly examples: Map<string, Exchange>;
  /** Successful answers to it. */
  good: number;
  /** Statuses of all answers to it. */
  readonly statuses: Set<number>;
  readonly failures: Set<string>;
}

type Samples = ReadonlyMap<InterfaceName, Sample>;

const mainOf = (name: InterfaceName, target: Target, contract: JudgingParts["contract"]): Sample["main"] => {
  const path = describedAs(contract, name).mainCredential;
  return target.has(path) ? { path, shown: target.secretName(path) } : undefined;
};

const samplesFor = (target: Target, contract: JudgingParts["contract"]): Samples =>
  new Map(
    target.interfaces.map((name) => [
      name,
      {
        shapes: createShapes(documentation, { once: true }),
        main: mainOf(name, target, contract),
        requests: 0,
        examples: new Map(),
        good: 0,
        statuses: new Set(),
        failures: new Set(),
      },
    ]),
  );

/** Whether a request carries a configured credential as it is. */
const presents = ({ call }: Exchange, path: string): boolean => {
  const authorization = call?.authorization;
  return (
    authorization?.kind === "secret" &&
    authorization.suffix === undefined &&
    authorization.secret.kind === "configured" &&
    authorization.secret.name === path
  );
};

const sizeOf = ({ request }: Exchange): number =>
  request.url.length + (request.body === undefined ? 0 : JSON.stringify(request.body).length);

const keepExample = ({ examples, main }: Sample, exchange: Exchange, status: number): void => {
  const key = `${exchange.operation ?? ""} ${status}`;
  const known = examples.get(key);
  const isMeant = (one: Exchange): boolean => main === undefined || status >= 400 || presents(one, main.path);
  if (isMeant(exchange) && (known === undefined || sizeOf(exchange) < sizeOf(known)))
    examples.set(key, exchange);
};

/** The status of the answers that show a group, where its changes are of one operation. */
const exampleOf = ({ examples }: Sample, { operations, statuses, now }: DriftGroup): Exchange | undefined =>
  operations
    .flatMap((operation) =>
      [...statuses, now].flatMap((status) => examples.get(`${operation} ${status}`) ?? []),
    )
    .at(0);

const withExamples = (
  groups: readonly DriftGroup[],
  sample: Sample,
  mask: Mask | undefined,
): readonly DriftGroup[] =>
  groups.map((group) => {
    const example = group.state === "gone" ? undefined : exampleOf(sample, group);
    const curl = example === undefined ? undefined : shownCurl(example);
    return curl === undefined ? group : { ...group, curl: mask?.mask(curl) ?? curl };
  });

const take = (samples: Samples, event: RunEvent): void => {
  if (event.type !== "exchange") return;
  const { exchange } = event;
  const sample = samples.get(exchange.interface);
  if (sample === undefined) return;
  const response = responseOf(exchange);
  if (response === undefined) {
    if (exchange.outcome.kind === "failure") sample.failures.add(exchange.outcome.message);
    return;
  }
  sample.requests += 1;
  sample.shapes.add(exchange);
  keepExample(sample, exchange, response.status);
  if (sample.main !== undefined && !presents(exchange, sample.main.path)) return;
  sample.statuses.add(response.status);
  if (response.status >= 200 && response.status < 300) sample.good += 1;
};

const whyNothing = (sample: Sample, footer: RunFooter | undefined, name: InterfaceName): string => {
  if (footer?.stopped?.reason === "interrupted") return "interrupted";
  const { reason, message = "" } = footer?.stopped ?? {};
  const refusal = message.split("; ").find((one) => one.startsWith(`${name}.`));
  if (reason === "credential" && refusal !== undefined) return refusal;
  if (sample.main !== undefined && sample.statuses.size === 1 && sample.statuses.has(401))
    return refusedCredential(sample.main.path, sample.main.shown);
  const statuses = [...sample.statuses].toSorted((a, b) => a - b);
  const answers = statuses.length === 0 ? "no answer" : `no successful answer, only ${statuses.join(", ")}`;
  const [first] = sample.failures;
  return first === undefined ? answers : `${answers}: ${first}`;
};

const severities = (report: Report | undefined, name: InterfaceName) => {
  const count = (severity: string): number =>
    report?.findings.filter((one) => one.interface === name && one.severity === severity).length ?? 0;
  return { error: count("error"), warning: count("warning"), info: count("info") };
};

/** Whether a run of an interface counts: something was read, and the user did not break it off. */
const isSampled = (sample: Sample, footer: RunFooter | undefined): boolean =>
  sample.good > 0 && footer !== undefined && footer.stopped?.reason !== "interrupted";

const endRun = (
  { store, mask }: DriftRunOptions,
  open: OpenRun,
  sample: Sample,
  footer: RunFooter | undefined,
): DriftResult => {
  const sampled = isSampled(sample, footer);
  const reason = sampled ? footer?.stopped?.message : whyNothing(sample, footer, open.target.interface);
  const { night, verdict } = store.end(open, {
    shapes: sampled ? sample.shapes : undefined,
    ...(reason === undefined ? {} : { reason }),
    requests: sample.requests,
    findings: severities(footer?.report, open.target.interface),
  });
  return {
    target: open.target,
    night,
    drift: verdict?.drift ?? [],
    groups: withExamples(verdict?.groups ?? [], sample, mask),
    notSampled: verdict?.notSampled ?? [],
  };
};

/**
 * The exit code of a run: interrupted or stopped by a safety rule, then an interface that failed, whatever was found on
 * the others, then drift or findings. A budget that is spent is reported as such only where the target was there: of one
 * that answers nothing good, nothing could be judged.
 */
const exitCodeFor = (
  footer: RunFooter | undefined,
  results: readonly DriftResult[],
  samples: Samples,
): number => {
  if (footer === undefined) return exitCodes.notJudged;
  const base = exitCodeOf(footer);
  const reason = footer.stopped?.reason;
  if (reason === "interrupted" || reason === "safety") return base;
  const isDown = [...samples.values()].every(({ good }) => good === 0) && footer.report.summary.requests > 0;
  if (reason === "budget" && !isDown) return base;
  if (results.some(hasFailed)) return exitCodes.notJudged;
  return results.some(({ drift }) => drift.some(isFailing)) ? exitCodes.findings : base;
};

export const hasFailed = ({ night }: DriftResult): boolean => night.status === "failed";

/** What kept a run from being whole: its own end, or interfaces that failed. */
const stoppedBy = (footer: RunFooter | undefined, results: readonly DriftResult[]): string | undefined => {
  if (footer?.stopped !== undefined) return footer.stopped.message;
  const failed = results.filter(hasFailed);
  if (failed.length === 0) return undefined;
  return failed.map(({ target, night }) => `${target.interface}: ${night.reason ?? "failed"}`).join("; ");
};

/** What it takes to read a target. */
export type ReadingOptions = Omit<DriftRunOptions, "store" | "storePath" | "organization">;

/** Runs the checks and samples every answer; undefined where the run ended without its footer. */
const sampleAnswers = async (
  options: ReadingOptions,
  target: Target,
  samples: Samples,
  again?: Again,
): Promise<RunFooter | undefined> => {
  const { clock, seed, version, baseline, mask, signal } = options;
  const checks = options.checks ?? readingChecks();
  const events = run({
    ...options.parts,
    contract: { ...options.parts.contract, checks },
    target,
    seed,
    version,
    clock,
    nonce: randomUUID,
    baseline,
    ...(mask === undefined ? {} : { mask }),
    ...(signal === undefined ? {} : { signal }),
    ...(again === undefined ? {} : { again }),
  });
  return await follow(events, (event) => {
    take(samples, event);
    options.follow?.(event);
  });
};

/** What one interface answers to a few reads, of one operation where it is named; nothing of it is stored. */
export const readAgain = async (
  options: ReadingOptions,
  name: InterfaceName,
  operation: string | undefined,
): Promise<{ readonly shapes: Shapes; readonly footer: RunFooter | undefined }> => {
  const target = readOnly(options.target);
  const samples = samplesFor(target, options.parts.contract);
  const again: Again = { sampled: true, ...(operation === undefined ? {} : { operation }) };
  const footer = await sampleAnswers(options, target, samples, again);
  const shapes = samples.get(name)?.shapes ?? createShapes(documentation, { once: true });
  return { shapes, footer };
};

/**
 * Reads the target within its budget, judges its answers by the OpenAPI documents and by earlier runs, and stores the
 * shapes. Every interface has a history of its own; one without a successful answer has failed.
 */
export const runDrift = async (options: DriftRunOptions): Promise<DriftRunResult> => {
  const { store, seed, version, organization } = options;
  const target = readOnly(options.target);
  const startedAt = new Date(options.clock.now()).toISOString();
  const id = randomUUID();
  const samples = samplesFor(target, options.parts.contract);
  const open = target.interfaces.map((name) =>
    store.begin(
      { interface: name, address: target.baseUrls[name] ?? "", organization },
      { run: id, startedAt, seed, version },
    ),
  );
  const footer = await sampleAnswers(options, target, samples);
  const results = open.flatMap((one) => {
    const sample = samples.get(one.target.interface);
    return sample === undefined ? [] : [endRun(options, one, sample, footer)];
  });
  const stopped = stoppedBy(footer, results);
  return {
    suiteReport: footer?.report,
    report: {
      tool: { name: "tripact", version },
      run: {
        id: footer?.report.run.id ?? id,
        seed,
        startedAt,
        complete: footer !== undefined && stopped === undefined,
        ...(footer?.report.run.sampled === true ? { sampled: true } : {}),
        ...(stopped === undefined ? {} : { stopped }),
        requests: target.requests(),
      },
      store: options.storePath,
      results,
      findings: footer?.report.findings ?? [],
      exitCode: exitCodeFor(footer, results, samples),
    },
  };
};
