import { nonceOf } from "../../inputs/app-options.ts";
import type { RunResult } from "../drift/stored-run.ts";
import type { ValueDigest } from "../../core/shapes/value-digest.ts";
import type { Past } from "../drift/outlook.ts";
import { createShapes, type Shapes } from "../../core/shapes/shapes.ts";
import { severityCounts } from "../../core/model/finding.ts";
import type { Judged } from "../../core/problems/lives.ts";
import type { RunFailure } from "../history/run-repository.ts";
import type { AnyCall } from "../../core/model/exchange.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import type { RunEvent, RunFooter } from "../../core/model/run-event.ts";
import type { DryRunOptions } from "../../core/run/dry-run.ts";
import type { Forecast } from "../../core/run/queue.ts";
import { askingOnly } from "../../core/run/restricted-plan.ts";
import type { RunOptions } from "../../core/run/run-options.ts";
import { run } from "../../core/run/run.ts";
import type { Target } from "../../core/run/target.ts";
import { createFollowUp } from "./drift-follow-up.ts";
import {
  isSampled,
  type InterfaceSample,
  type Samples,
  samplesFor,
  take,
  whyNothing,
} from "./drift-samples.ts";
import { follow } from "../../core/run/create-run.ts";
import type { JudgingParts } from "../../inputs/judging-parts.ts";
import type { RequestExamples } from "../drift/request-examples.ts";
import type { Suite } from "../../inputs/suite.ts";

/** The input for reading a target. */
export interface ReadingOptions extends Pick<
  RunOptions,
  "target" | "clock" | "seed" | "version" | "firstFacts" | "mask" | "signal" | "tried"
> {
  /** Default: random UUIDs. */
  readonly nonce?: () => string;
  readonly baseline: ReadonlySet<string>;
  readonly parts: JudgingParts;
  /** Only these checks; default: all that only read. */
  readonly checks?: Suite["checks"];
  readonly follow?: (event: RunEvent) => void | Promise<void>;
  /** Predicts the requests of such a run's checks. */
  readonly forecast?: (run: DryRunOptions["run"]) => Promise<Forecast>;
  /** The history of an interface; undefined if there is none. */
  readonly past?: (name: InterfaceName) => Past | undefined;
  /** Replaces texts in the shapes by digests, with the same key as earlier runs. */
  readonly digest: ValueDigest;
}

/** Checks that read, and passive checks. */
export const readingChecks = ({ checks }: Pick<Suite, "checks">): Suite["checks"] =>
  checks.filter(({ effect }) => effect === "passive" || effect === "read");

/** The target, restricted to reads: a write is refused before it is sent, whatever else would allow it. */
export const readOnly = (target: Target): Target => ({
  ...target,
  allowWrites: false,
  transport: async (request, signal) =>
    request.effect === "write"
      ? { kind: "failure", reason: "not-sent", message: "a drift run does not write", stop: "safety" }
      : target.transport(request, signal),
});

/** What a run judges by. */
const partsOf = ({ parts: { meaning: _, ...parts } }: ReadingOptions) => parts;

/** Runs the checks and samples every answer; undefined if the run ended without its footer. */
const sampleAnswers = async (
  options: ReadingOptions,
  target: Target,
  samples: Samples,
  more: Pick<RunOptions, "effort" | "picks" | "plan"> = {},
): Promise<RunFooter | undefined> => {
  const { clock, seed, version, baseline, mask, signal, forecast, tried } = options;
  const checks = options.checks ?? readingChecks(options.parts.contract);
  const reading: DryRunOptions["run"] = {
    ...partsOf(options),
    contract: { ...options.parts.contract, checks },
    seed,
    version,
    clock,
    nonce: nonceOf(options),
    baseline,
    ...(options.firstFacts === undefined ? {} : { firstFacts: options.firstFacts }),
  };
  const events = run({
    ...reading,
    ...more,
    target,
    ...(mask === undefined ? {} : { mask }),
    ...(signal === undefined ? {} : { signal }),
    ...(tried === undefined ? {} : { tried }),
    ...(forecast === undefined ? {} : { forecast: () => forecast(reading) }),
  });
  return await follow(events, async (event) => {
    take(samples, event);
    await options.follow?.(event);
  });
};

/** The answers of one interface to a few reads, optionally of one operation. Nothing is stored. */
export const readAgain = async (
  options: ReadingOptions,
  name: InterfaceName,
  operation: string | undefined,
): Promise<{ readonly shapes: Shapes; readonly footer: RunFooter | undefined }> => {
  const target = readOnly(options.target);
  const samples = samplesFor(target, options.parts, options.digest);
  const isAsked = (call: AnyCall): boolean => operation === undefined || call.operation === operation;
  const footer = await sampleAnswers(
    options,
    target,
    samples,
    askingOnly(isAsked, true, options.parts.contract),
  );
  const shapes =
    samples.get(name)?.shapes ?? createShapes(options.parts.meaning.documentation, { once: true });
  return { shapes, footer };
};

/** The answers of one interface in a run. */
export interface InterfaceReading extends RunResult {
  readonly interface: InterfaceName;
  /** Why it failed; undefined if it was sampled. */
  readonly cause?: RunFailure["cause"];
  readonly examples: Pick<RequestExamples, "of">;
}

/** The answers of a target in a run. */
export interface TargetReading {
  /** Undefined if the run ended without it. */
  readonly footer: RunFooter | undefined;
  readonly interfaces: readonly InterfaceReading[];
}

const readingOf = (
  name: InterfaceName,
  sample: InterfaceSample,
  footer: RunFooter | undefined,
): InterfaceReading => {
  const sampled = isSampled(sample, footer, name);
  const found = footer?.report.findings.filter((one) => one.interface === name) ?? [];
  const stopped = footer?.stopped;
  const why = sampled ? stopped && { reason: stopped.message } : whyNothing(sample, footer, name);
  return {
    interface: name,
    shapes: sampled ? sample.shapes : undefined,
    ...why,
    requests: sample.requests,
    findings: severityCounts(found),
    examples: sample.examples,
  };
};

/** Whether a run may send more: whatever else stopped it concerns one interface, or some facts. */
const goesOn = ({ stopped }: RunFooter): boolean =>
  stopped === undefined || !["safety", "budget", "interrupted"].includes(stopped.reason);

/** Reads the target within its budget; an interface without a successful answer has failed. */
export const readTarget = async (options: ReadingOptions): Promise<TargetReading> => {
  const target = readOnly(options.target);
  const samples = samplesFor(target, options.parts, options.digest);
  const ask = async (isAsked: (call: AnyCall) => boolean): Promise<void> => {
    const { follow: _, ...quietly } = options;
    await sampleAnswers(quietly, target, samples, askingOnly(isAsked, false, options.parts.contract));
  };
  const more = createFollowUp({ target, samples, seed: options.seed, past: options.past, ask });
  await more.before();
  const footer = await sampleAnswers(options, more.target, samples);
  if (footer !== undefined && goesOn(footer)) await more.after(Object.keys(footer.outages ?? {}));
  return {
    footer,
    interfaces: [...samples].map(([name, sample]) => readingOf(name, sample, footer)),
  };
};

/** Facts that passed, with all candidates of their checks or with a part of them. */
export const passedIn = (footer: RunFooter | undefined): Judged["passed"] =>
  new Map(
    (footer?.report.facts ?? [])
      .filter(({ status }) => status === "passed")
      .map(({ id, part }) => [id, part === undefined ? "whole" : "part"]),
  );
