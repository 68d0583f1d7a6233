import { AsyncLocalStorage } from "node:async_hooks";
import { suite } from "../../src/cli/suite.ts";
import { loadJudgingParts } from "../../src/cli/judging-parts.ts";
import type { Check } from "../../src/model/check.ts";
import type { Finding } from "../../src/model/finding.ts";
import { interfaceNames, type InterfaceName } from "../../src/model/interface-name.ts";
import type { FactResult } from "../../src/model/report.ts";
import { embeddedTarget, type EmbeddedSandbox } from "../../src/runner/open-target.ts";
import { run } from "../../src/runner/run.ts";
import type { Target } from "../../src/runner/target.ts";
import type { Assumptions } from "../../src/sandbox/assumptions/assumptions.ts";
import { baseUrlsAt } from "../../src/sandbox/configuration.ts";
import { defineFault, type Fault } from "../../src/sandbox/faults/fault.ts";
import { withFaults } from "../../src/sandbox/faults/with-faults.ts";
import { createSandbox, inProcessOrigin, type Sandbox } from "../../src/sandbox/sandbox.ts";
import { retrying } from "../../src/transports/retry.ts";
import type { Settings, Variant } from "./variants/variant.ts";

/** One run of the suite against one conformant target. */
export interface Trial {
  readonly variants: readonly Variant[];
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
  readonly facts: readonly FactResult[];
  /** What handlers of the sandbox threw. */
  readonly bugs: readonly unknown[];
  /** Ids of the variants that changed a request or an answer. */
  readonly seen: ReadonlySet<string>;
  /** Facts that were judged of the sandbox as it is, but not of this target. */
  readonly hidden: readonly string[];
}

/** Enough for several pages of every kind of record, few enough for a run well under a second. */
const smallScale = 40;

interface Passage {
  asked: string;
  answered: string;
}

const shown = (...parts: readonly unknown[]): string =>
  JSON.stringify(parts.map((part) => (part instanceof Headers ? [...part] : part)));

/** A variant as a wrapper of the sandbox that notes whether it makes any difference. */
const asFault = (variant: Variant, seen: Set<string>): Fault =>
  defineFault({
    id: variant.id,
    fact: "none",
    grade: "gross",
    title: variant.open,
    wrap: (next, surroundings) => {
      const passages = new AsyncLocalStorage<Passage>();
      const noting: typeof next = async (incoming) => {
        const passage = passages.getStore();
        const outgoing = await next(incoming);
        if (passage !== undefined)
          Object.assign(passage, {
            asked: shown(incoming.method, incoming.url, incoming.headers, incoming.body),
            answered: shown(outgoing.status, outgoing.headers, outgoing.body),
          });
        return outgoing;
      };
      const wrapped = variant.wrap?.(noting, surroundings) ?? noting;
      return (incoming) =>
        passages.run({ asked: "", answered: "" }, async () => {
          const outgoing = await wrapped(incoming);
          const passage = passages.getStore();
          const same =
            passage?.asked === shown(incoming.method, incoming.url, incoming.headers, incoming.body) &&
            passage.answered === shown(outgoing.status, outgoing.headers, outgoing.body);
          if (!same) seen.add(variant.id);
          return outgoing;
        });
    },
  });

/** Reached at the addresses from outside that its variants give it. */
const reachedAt = (sandbox: Sandbox, variants: readonly Variant[]): Sandbox["fetch"] => {
  const inside = baseUrlsAt(inProcessOrigin);
  const pairs = variants.flatMap(({ baseUrls = {} }) =>
    interfaceNames.flatMap((name) => {
      const outside = baseUrls[name];
      return outside === undefined ? [] : [[outside.replace(/\/v1$/, ""), inside[name].replace(/\/v1$/, "")] as const];
    }),
  );
  return (request) => {
    const found = pairs.find(([outside]) => request.url.startsWith(`${outside}/`));
    if (found === undefined) return sandbox.fetch(request);
    return sandbox.fetch(new Request(found[1] + request.url.slice(found[0].length), request));
  };
};

const dropped = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
  if (typeof value !== "object" || value === null || Array.isArray(value) || name === undefined) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
      if (key !== name) return [[key, inner]];
      return rest.length === 0 ? [] : [[key, dropped(inner, rest)]];
    }),
  );
};

const settingsFor = (sandbox: Sandbox, { variants, without = [] }: Trial, names: ReadonlySet<string>): Settings => {
  const all: Settings = Object.fromEntries(
    Object.entries(sandbox.config().interfaces).filter(([name]) => names.has(name)),
  );
  const told = variants.reduce((settings, variant) => variant.settings?.(settings) ?? settings, all);
  const moved = Object.fromEntries(
    Object.entries(told).map(([name, settings]) => {
      const baseUrls: Readonly<Record<string, string>> = Object.assign({}, ...variants.map((one) => one.baseUrls));
      return [name, { ...settings, baseUrl: baseUrls[name] ?? settings["baseUrl"] }];
    }),
  );
  // Objects in, objects out.
  return without.reduce<unknown>((settings, path) => dropped(settings, path.split(".")), moved) as Settings;
};

const isAbout =
  (names: ReadonlySet<InterfaceName>) =>
  (check: Check): boolean =>
    check.interfaces.every((name) => names.has(name)) ||
    (check.effect === "passive" && check.interfaces.some((name) => names.has(name)));

const asLive = (target: Target): Target => {
  const { sandboxOrigin: _, ...rest } = target;
  return { ...rest, concurrency: 4 };
};

/** Waits for nothing, so that what is waited out costs no time. */
const patient = (target: Target): Target => ({
  ...target,
  transport: retrying(target.transport, {
    clock: { now: () => target.now(), sleep: async () => {} },
    maxWaitMs: Number.MAX_SAFE_INTEGER,
    random: () => 0,
    retries: 5,
  }),
});

/** Runs the suite, or what of it judges the interfaces that the variants are of, against a sandbox made so. */
export const judge = async (trial: Trial): Promise<Outcome> => {
  const { variants, seed = 1, scale = smallScale } = trial;
  const names = new Set<InterfaceName>(
    variants.length === 1 ? variants.flatMap(({ interfaces }) => interfaces) : interfaceNames,
  );
  const bugs: unknown[] = [];
  const sandbox = createSandbox({
    seed,
    scale,
    control: true,
    assumptions: Object.assign({}, trial.assumptions, ...variants.map(({ assumptions }) => assumptions)),
    onBug: (bug) => bugs.push(bug),
  });
  const seen = new Set(variants.filter(({ baseUrls, settings }) => baseUrls ?? settings).map(({ id }) => id));
  const wrapping = variants.filter(({ wrap }) => wrap !== undefined).map((variant) => asFault(variant, seen));
  const wrapped = withFaults(sandbox, wrapping);
  const embedded: EmbeddedSandbox = {
    fetch: reachedAt(wrapped, variants),
    config: () => ({ interfaces: settingsFor(sandbox, trial, names) }),
    clock: sandbox.clock,
    close: () => sandbox.close(),
  };
  let nonces = 0;
  const made = embeddedTarget(
    embedded,
    { clock: sandbox.clock, monotonic: () => 0, random: () => 0 },
    inProcessOrigin,
  );
  const target = patient(trial.isLive === true || variants.some(({ isLive }) => isLive) ? asLive(made) : made);
  const checks = suite.checks.filter(isAbout(names));
  const outcome: { findings: Finding[]; crashes: string[]; stopped: string | undefined; facts: readonly FactResult[] } =
    { findings: [], crashes: [], stopped: undefined, facts: [] };
  const events = run({
    ...(await loadJudgingParts()),
    checks,
    facts: suite.facts,
    unknowns: suite.unknowns,
    target,
    seed,
    version: "0.0.0",
    clock: sandbox.clock,
    nonce: () => `nonce-${(nonces += 1)}`,
    baseline: new Set(),
  });
  for await (const event of events) {
    if (event.type === "finding") outcome.findings.push(event.finding);
    if (event.type === "verdict" && event.verdict.kind === "crashed")
      outcome.crashes.push(`${event.check}: ${event.verdict.message}`);
    if (event.type === "run-ended") {
      outcome.stopped = event.stopped?.message;
      outcome.facts = event.report.facts;
    }
  }
  await target.close();
  return { ...outcome, bugs, seen };
};
