import { contract } from "../../src/contract/contract.ts";
import { loadJudgingParts } from "../../src/app/judging-parts.ts";
import type { Check } from "../../src/harness/model/check.ts";
import type { Finding } from "../../src/harness/model/finding.ts";
import { interfaceNames, type InterfaceName } from "../../src/contract/interface-name.ts";
import { embeddedTarget } from "../../src/harness/runner/embedded-target.ts";
import { run } from "../../src/harness/runner/run.ts";
import type { Target } from "../../src/harness/runner/target.ts";
import type { Assumptions } from "../../src/sandbox/assumptions/assumptions.ts";
import { baseUrlsAt } from "../../src/sandbox/configuration.ts";
import { withFaults } from "../../src/sandbox/faults/with-faults.ts";
import { createSandbox, inProcessOrigin, type Sandbox } from "../../src/sandbox/sandbox.ts";
import { retrying } from "../../src/harness/transports/retry.ts";
import { isNightly } from "../nightly.ts";
import { optionalPaths, settingsOf } from "./target-settings.ts";
import type { Variant } from "./variants/variant.ts";
import { witnessed } from "./witness.ts";

/** One run of the suite against one conformant target. */
export interface Trial {
  readonly variants: readonly Variant[];
  readonly interfaces?: readonly InterfaceName[];
  readonly seed?: number;
  /** Donors of the sandbox. */
  readonly scale?: number;
  readonly assumptions?: Partial<Assumptions>;
  /** What of the configuration is left out, by dotted path. */
  readonly without?: readonly string[];
  /** Judged like a target out on the network: several requests at once, no control interface. */
  readonly isLive?: boolean;
  /** Judged by plans that ask for little. */
  readonly isThrifty?: boolean;
}

export interface Outcome {
  readonly findings: readonly Finding[];
  readonly crashes: readonly string[];
  /** Why the run did not come to its end. */
  readonly stopped: string | undefined;
  /** Facts that were judged and found kept. */
  readonly passed: ReadonlySet<string>;
  /** What handlers of the sandbox threw. */
  readonly bugs: readonly unknown[];
  /** Ids of the variants that changed a request or an answer. */
  readonly seen: ReadonlySet<string>;
}

/** Enough for several pages of every kind of record, few enough for a run well under a second. */
const smallScale = isNightly ? 40 : 25;

const interfacesOf = ({ interfaces, variants }: Trial): ReadonlySet<InterfaceName> =>
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

const withoutControl = ({ sandboxOrigin: _, ...target }: Target): Target => ({ ...target, concurrency: 4 });

/** Waits as a live target is waited for, in no time. */
const patient = (target: Target): Target => ({
  ...target,
  transport: retrying(target.transport, {
    clock: { now: () => target.now(), sleep: async () => {} },
    maxWaitMs: Number.MAX_SAFE_INTEGER,
    random: () => 0,
    retries: 5,
  }),
});

const dressed = (target: Target, { variants, isLive, isThrifty }: Trial): Target => {
  const reached =
    isLive === true || variants.some((variant) => variant.isLive) ? withoutControl(target) : target;
  return patient(isThrifty === true ? { ...reached, budget: 500 } : reached);
};

const openSandbox = ({ seed = 1, scale = smallScale, ...trial }: Trial, bugs: unknown[]): Sandbox =>
  createSandbox({
    seed,
    scale,
    control: true,
    assumptions: Object.assign(
      {},
      trial.assumptions,
      ...trial.variants.map(({ assumptions }) => assumptions),
    ),
    onBug: (bug) => bugs.push(bug),
  });

/** Runs the suite, or what of it judges the interfaces that the variants are of, against a sandbox made so. */
export const judge = async (trial: Trial): Promise<Outcome> => {
  const { variants, seed = 1, without = [] } = trial;
  const names = interfacesOf(trial);
  const bugs: unknown[] = [];
  const seen = new Set(variants.filter(({ baseUrls, settings }) => baseUrls ?? settings).map(({ id }) => id));
  const sandbox = openSandbox(trial, bugs);
  const wrapping = variants
    .filter(({ wrap }) => wrap !== undefined)
    .map((variant) => witnessed(variant, seen));
  const wrapped = withFaults(sandbox, wrapping);
  const target = embeddedTarget(
    {
      fetch: reachedAt(wrapped, variants),
      config: () => ({ interfaces: settingsOf(sandbox, names, variants, without) }),
      clock: sandbox.clock,
      close: () => sandbox.close(),
    },
    { contract, clock: sandbox.clock, monotonic: () => 0, random: () => 0 },
    inProcessOrigin,
  );
  const findings: Finding[] = [];
  const crashes: string[] = [];
  let nonces = 0;
  let stopped: string | undefined;
  let passed: ReadonlySet<string> = new Set();
  const events = run({
    ...(await loadJudgingParts()),
    contract: { ...contract, checks: contract.checks.filter(isAbout(names)) },
    observers: [],
    target: dressed(target, trial),
    seed,
    version: "0.0.0",
    clock: sandbox.clock,
    nonce: () => `nonce-${(nonces += 1)}`,
    baseline: new Set(),
  });
  for await (const event of events) {
    if (event.type === "finding") findings.push(event.finding);
    if (event.type === "verdict" && event.verdict.kind === "crashed")
      crashes.push(`${event.check} crashed: ${event.verdict.message}`);
    if (event.type !== "run-ended") continue;
    stopped = event.stopped?.message;
    passed = new Set(event.report.facts.filter(({ status }) => status === "passed").map(({ id }) => id));
  }
  await target.close();
  return { findings, crashes, stopped, passed, bugs, seen };
};

const plainPassed = new Map<string, Promise<ReadonlySet<string>>>();

/** The facts that the sandbox as it is shows on the same interfaces. */
const shownPlainly = (trial: Trial): Promise<ReadonlySet<string>> => {
  const interfaces = [...interfacesOf(trial)];
  const isLive = trial.variants.some((variant) => variant.isLive);
  const { isThrifty = false } = trial;
  const key = `${interfaces.join()} ${isLive} ${isThrifty}`;
  const known =
    plainPassed.get(key) ??
    judge({ variants: [], interfaces, isLive, isThrifty }).then(({ passed }) => passed);
  plainPassed.set(key, known);
  return known;
};

const told = ({ fact, check, operation, pointer, message, expected, actual }: Finding): string =>
  `${fact} by ${check}: ${operation} ${pointer}: ${message} (${expected}; ${actual})`;

/** What should not be in an outcome: alarms, crashes, and a run that did not come to its end. */
export const alarmsIn = ({ findings, crashes, stopped, bugs }: Outcome): readonly string[] => [
  // A field that no record of a small sample has is worth a warning, and no violation (U-01).
  ...findings.filter(({ severity }) => severity === "error").map(told),
  ...crashes,
  ...(stopped === undefined || crashes.length > 0 ? [] : [`stopped: ${stopped}`]),
  ...bugs.map((bug) => `a bug of the sandbox: ${String(bug)}`),
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

/** Dotted paths of what a run need not be told of a target. */
export const optionalSettings = async (): Promise<readonly string[]> => {
  const sandbox = createSandbox({ scale: 1 });
  const paths = optionalPaths(sandbox);
  await sandbox.close();
  return paths;
};
