import { contract } from "../../src/inputs/contract.ts";
import { loadJudgingParts } from "../../src/inputs/judging-parts.ts";
import type { Check } from "../../src/core/model/check.ts";
import type { Clock } from "../../src/core/model/clock.ts";
import type { Finding } from "../../src/core/model/finding.ts";
import type { RunEvent, RunFooter } from "../../src/core/model/run-event.ts";
import { isFailing } from "../../src/core/model/verdict.ts";
import { interfaceNames, type BuiltinInterface } from "../../src/builtin/interface-name.ts";
import { embeddedTarget } from "../../src/inputs/embedded-target.ts";
import { run, type RunOptions } from "../../src/core/run/run.ts";
import type { Target } from "../../src/core/run/target.ts";
import type { Assumptions } from "../../src/sandbox/assumptions/assumptions.ts";
import { createManualClock, type MovableClock, startInstant } from "../../src/sandbox/clock.ts";
import { baseUrlsAt } from "../../src/sandbox/configuration.ts";
import { withFaults } from "../../src/sandbox/with-faults.ts";
import { createSandbox, inProcessOrigin, type Sandbox } from "../../src/sandbox/sandbox.ts";
import { retrying } from "../../src/core/transports/retry.ts";
import { isNightly } from "../nightly.ts";
import { optionalPaths, settingsOf } from "./target-settings.ts";
import { lot } from "./variants/support/shapes.ts";
import type { TargetConfig, Variant } from "./variants/variant.ts";
import { witnessed } from "./witness.ts";

/** One run of the suite against one conformant target. */
export interface Trial {
  readonly variants: readonly Variant[];
  readonly interfaces?: readonly BuiltinInterface[];
  readonly seed?: number;
  /** Donors of the sandbox. */
  readonly scale?: number;
  readonly assumptions?: Partial<Assumptions>;
  /** What of the configuration is left out, by dotted path. */
  readonly without?: readonly string[];
  /** Judged like a target out on the network: several requests at once, no control interface. */
  readonly isLive?: boolean;
  /** Requests that a run may make; as many as it wants without. */
  readonly budget?: number;
  /** Nothing is written. */
  readonly isReadOnly?: boolean;
  /** Milliseconds that an answer takes at most; none without. */
  readonly slowness?: number;
  /** Ids of the only checks; every check of the interfaces without. */
  readonly checks?: readonly string[];
  /** Runs of `drift` in a row; ten without. */
  readonly runs?: number;
}

export interface Outcome {
  readonly findings: readonly Finding[];
  readonly crashes: readonly string[];
  /** Why the run did not come to its end. */
  readonly stopped: RunFooter["stopped"];
  /** Facts that were judged and found kept. */
  readonly passed: ReadonlySet<string>;
  /** What handlers of the sandbox threw. */
  readonly bugs: readonly unknown[];
  /** Ids of the variants that changed a request or an answer. */
  readonly seen: ReadonlySet<string>;
  /** What else should not be said. */
  readonly others?: readonly string[];
}

/** Enough for several pages of every kind of record, few enough for a run well under a second. */
const smallScale = isNightly ? 40 : 25;

export const interfacesOf = ({ interfaces, variants }: Trial): ReadonlySet<BuiltinInterface> =>
  new Set(interfaces ?? variants.flatMap((variant) => variant.interfaces));

/** Reached at the addresses from outside that its variants give it. */
const reachedAt = (sandbox: Sandbox, variants: readonly Variant[]): Sandbox["fetch"] => {
  const inside = baseUrlsAt(inProcessOrigin);
  const pairs = variants.flatMap(({ baseUrls = {} }) =>
    interfaceNames.flatMap((name) => {
      const outside = baseUrls[name];
      return outside === undefined ? [] : [[outside, inside[name]].map((url) => url.replace(/\/v1$/, ""))];
    }),
  );
  return (request) => {
    const [outside = "", own = ""] = pairs.find(([prefix]) => request.url.startsWith(`${prefix}/`)) ?? [];
    return sandbox.fetch(
      outside === "" ? request : new Request(own + request.url.slice(outside.length), request),
    );
  };
};

/** Checks that the answers of these interfaces alone decide. */
const isAbout =
  (names: ReadonlySet<string>) =>
  (check: Check): boolean =>
    check.interfaces.every((name) => names.has(name)) ||
    (check.effect === "passive" && check.interfaces.some((name) => names.has(name)));

const outOnTheNetwork = ({ sandboxOrigin: _, ...target }: Target): Target => ({
  ...target,
  kind: "live",
  concurrency: 4,
});

/** A clock on which whoever waits has waited: the sandbox's own time goes on meanwhile. */
export const untiring = (clock: MovableClock): Clock => ({
  now: () => clock.now(),
  async sleep(milliseconds) {
    clock.advance(milliseconds);
  },
});

/** Waits as a live target is waited for, in no time. */
const patient = (target: Target, clock: MovableClock): Target => ({
  ...target,
  transport: retrying(target.transport, {
    clock: untiring(clock),
    maxWaitMs: Number.MAX_SAFE_INTEGER,
    random: () => 0,
    retries: 5,
  }),
});

const dressed = (
  target: Target,
  { variants, isLive, isReadOnly, budget = target.budget }: Trial,
  clock: MovableClock,
): Target => ({
  ...patient(
    isLive === true || variants.some((variant) => variant.isLive) ? outOnTheNetwork(target) : target,
    clock,
  ),
  budget,
  allowWrites: isReadOnly !== true,
});

/** A target of a trial, and what was seen of it. */
export interface Opened {
  readonly target: Target;
  readonly sandbox: Sandbox;
  /** The settings that the run gets. */
  readonly settings: TargetConfig;
  readonly bugs: readonly unknown[];
  readonly seen: ReadonlySet<string>;
}

interface OpenOptions {
  readonly clock?: MovableClock;
  /** Whether it is noted which variants make a difference: writing down exchanges is dear. */
  readonly isWitnessed?: boolean;
  /** Stands between the run and the target. */
  readonly around?: (fetch: Sandbox["fetch"]) => Sandbox["fetch"];
}

/** Each answer takes a time of its own, up to so many milliseconds. */
const stopwatch = (slowness: number): (() => number) => {
  let [count, now] = [0, 0];
  return () => (now += (slowness * lot(`slow ${(count += 1)}`)) / 1000);
};

/** Opens a trial's sandbox with all that its variants make of it. */
export const open = (
  trial: Trial,
  {
    clock = createManualClock(startInstant(trial.seed ?? 1)),
    isWitnessed = false,
    around = (fetch) => fetch,
  }: OpenOptions = {},
): Opened => {
  const { variants, seed = 1, scale = smallScale, without = [], slowness = 0 } = trial;
  const bugs: unknown[] = [];
  const seen = new Set(variants.filter(({ baseUrls, settings }) => baseUrls ?? settings).map(({ id }) => id));
  const sandbox = createSandbox({
    seed,
    scale,
    clock,
    control: true,
    assumptions: Object.assign({}, trial.assumptions, ...variants.map(({ assumptions }) => assumptions)),
    onBug: (bug) => bugs.push(bug),
  });
  const wrapping = variants.flatMap((variant) => {
    if (variant.wrap === undefined) return [];
    return isWitnessed ? [witnessed(variant, seen)] : [{ wrap: variant.wrap }];
  });
  const fetch = around(reachedAt(withFaults(sandbox, wrapping), variants));
  const settings = settingsOf(sandbox, interfacesOf(trial), variants, without);
  const target = embeddedTarget(
    { fetch, config: () => ({ interfaces: settings }), clock, close: () => sandbox.close() },
    { contract, clock, monotonic: slowness === 0 ? () => 0 : stopwatch(slowness), random: () => 0 },
    inProcessOrigin,
  );
  return { target: dressed(target, trial, clock), sandbox, settings, bugs, seen };
};

/** What came of a run. */
export const outcomeOf = async (
  events: AsyncIterable<RunEvent>,
  { bugs, seen }: Pick<Opened, "bugs" | "seen">,
): Promise<Outcome> => {
  const findings: Finding[] = [];
  const crashes: string[] = [];
  let footer: RunFooter | undefined;
  for await (const event of events) {
    if (event.type === "finding") findings.push(event.finding);
    if (event.type === "verdict" && event.verdict.kind === "crashed")
      crashes.push(`${event.check} crashed: ${event.verdict.message}`);
    if (event.type === "run-ended") footer = event;
  }
  if (footer === undefined) crashes.push("the run has no footer");
  const passed = footer?.report.facts.filter(({ status }) => status === "passed") ?? [];
  return {
    findings,
    crashes,
    stopped: footer?.stopped,
    passed: new Set(passed.map(({ id }) => id)),
    bugs,
    seen,
  };
};

/** Everything of a run but its target. */
export const partsOf = async (
  { seed = 1, ...trial }: Trial,
  sandbox: Sandbox,
): Promise<Omit<RunOptions, "target">> => {
  let nonces = 0;
  return {
    ...(await loadJudgingParts(contract)),
    contract: {
      ...contract,
      checks: contract.checks.filter(
        (check) => isAbout(interfacesOf(trial))(check) && (trial.checks ?? [check.id]).includes(check.id),
      ),
    },
    observers: [],
    seed,
    version: "0.0.0",
    clock: untiring(sandbox.clock),
    nonce: () => `nonce-${(nonces += 1)}`,
    baseline: new Set(),
  };
};

/** Runs the suite, or what of it judges the interfaces that the variants are of, against a sandbox made so. */
export const judge = async (trial: Trial, options: OpenOptions = {}): Promise<Outcome> => {
  const opened = open(trial, options);
  const parts = await partsOf(trial, opened.sandbox);
  const outcome = await outcomeOf(run({ ...parts, target: opened.target }), opened);
  await opened.target.close();
  return outcome;
};

const plainPassed = new Map<string, Promise<ReadonlySet<string>>>();

/** The facts that the sandbox as it is shows on the same interfaces. */
const shownPlainly = (trial: Trial): Promise<ReadonlySet<string>> => {
  const interfaces = [...interfacesOf(trial)];
  const isLive = trial.variants.some((variant) => variant.isLive);
  const { budget } = trial;
  const key = `${interfaces.join()} ${isLive} ${budget}`;
  const plain: Trial = { variants: [], interfaces, isLive, ...(budget === undefined ? {} : { budget }) };
  const known = plainPassed.get(key) ?? judge(plain).then(({ passed }) => passed);
  plainPassed.set(key, known);
  return known;
};

const lineOf = ({ fact, check, operation, pointer, message, expected, actual }: Finding): string =>
  `${fact} by ${check}: ${operation} ${pointer}: ${message} (${expected}; ${actual})`;

/** What ends a run that a small budget or a small target lets judge little, and no word about the target. */
const isEnough = (stopped: RunFooter["stopped"], isScarce: boolean): boolean =>
  stopped === undefined || (isScarce && (stopped.reason === "budget" || stopped.reason === "nothing-judged"));

/** A field that no record of a small sample has is worth a warning that fails no run, and no violation (U-01). */
const isWorthAWord = ({ severity, check, rule }: Finding): boolean =>
  severity === "warning" && (rule === "missing" || check === "volunteer-scheme-is-literal");

/** What should not be in an outcome: alarms, crashes, and a run that did not come to its end. */
export const alarmsIn = (
  { findings, crashes, stopped, bugs, others = [] }: Outcome,
  isScarce = false,
): readonly string[] => [
  ...findings.filter((finding) => isFailing(finding, "warning") && !isWorthAWord(finding)).map(lineOf),
  ...crashes,
  ...(isEnough(stopped, isScarce) || crashes.length > 0 ? [] : [`stopped: ${stopped?.message}`]),
  ...bugs.map((bug) => `a bug of the sandbox: ${String(bug)}`),
  ...others,
];

/** What is wrong with the variants of a trial that raise no alarm: they make no difference, or hide what they do not own up to. */
export const shortcomingsOf = async (trial: Trial, { passed, seen }: Outcome): Promise<readonly string[]> => {
  const { variants } = trial;
  const owned = new Set(variants.flatMap(({ hides = [] }) => hides));
  const hidden = [...(await shownPlainly(trial))].filter((fact) => !passed.has(fact) && !owned.has(fact));
  const idle = variants.filter(({ id, isDormant = false }) => !isDormant && !seen.has(id));
  return [
    ...hidden.map((fact) => `${fact} can no longer be seen`),
    ...idle.map(({ id }) => `${id} makes no difference to any exchange`),
  ];
};

/** Dotted paths of what a run need not know of a target. */
export const optionalSettings = async (): Promise<readonly string[]> => {
  const sandbox = createSandbox({ scale: 1 });
  const paths = optionalPaths(sandbox);
  await sandbox.close();
  return paths;
};
