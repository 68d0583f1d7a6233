import { contract } from "../../contract/contract.ts";
import { resolve } from "node:path";
import type { Config } from "../../harness/config/config.ts";
import { conclude, type Discovery } from "../discovery/conclude.ts";
import { discover } from "../discovery/discover.ts";
import { type DiscoveryOptions, initialState, type DiscoveryState } from "../discovery/discovery-state.ts";
import { readMapping } from "../discovery/read-mapping.ts";
import type { Limits } from "../discovery/probe-client.ts";
import type { Plan } from "../../harness/model/check.ts";
import type { FailureOutcome } from "../../harness/model/exchange.ts";
import { UsageError } from "../../harness/model/usage-error.ts";
import type { OptionsMapping } from "../../contract/queries/dialect/from-options.ts";
import type { CutShort } from "../../harness/runner/execute.ts";
import { exitCodes } from "../../harness/runner/exit-code.ts";
import { embeddedTarget } from "../../harness/runner/embedded-target.ts";
import type { Target } from "../../harness/runner/target.ts";
import { readSource } from "../../harness/source/source-document.ts";
import type { CommonOptions } from "./definition.ts";
import type { DiscoverOptions } from "./definitions/discover.ts";
import { executePlan } from "../../app/execute-plan.ts";
import { assertApart, type FilesOfCommand, type FileUse, useOfOperand } from "./file-uses.ts";
import { orSandbox } from "../../app/open-config.ts";
import { assertNamesTarget, findPlainConfig, usesOfConfig } from "./find-config.ts";
import type { CliIo } from "./io.ts";
import { type OpenedTarget, openTarget } from "../../app/open-target.ts";
import { integerOf } from "./option-values.ts";
import { readTextFile } from "../../app/read-file.ts";
import { liveFolder } from "../../app/state-folder.ts";

/** What every command that discovers takes. */
export type DiscoveryChoices = Omit<DiscoverOptions, "out" | keyof CommonOptions>;

/** What was asked for, read and found to be possible before anything is sent. */
interface Order {
  readonly budget: number;
  readonly seed: number;
  readonly mapping: OptionsMapping;
  readonly config: Config | undefined;
}

/** A discovery, complete or cut short. */
export interface Discovered {
  readonly discovery: Discovery;
  readonly requests: number;
  readonly budget: number;
  /** What the target is called in output. */
  readonly target: string;
  readonly exitCode: number;
  /** Why it is not 0. */
  readonly trouble: string | undefined;
}

const mostRequests = 100_000;
const largestScale = 1_000_000;

const mappingOf = async (file: string | undefined, io: CliIo): Promise<OptionsMapping> => {
  if (file === undefined) return {};
  const location = `--options-mapping ${file}`;
  const text = await readTextFile(resolve(io.cwd, file), {
    location,
    hint: "name a YAML or JSON file",
    signal: io.signal,
  });
  return readMapping(readSource(text, location).value, location);
};

/** @throws UsageError when the configuration has nothing that could be asked. */
const takeOrder = async (choices: DiscoveryChoices, io: CliIo): Promise<Order> => {
  const budget = integerOf("--budget", choices.budget, 1, mostRequests);
  const seed = integerOf("--seed", choices.seed, 0, 0xffff_ffff);
  const mapping = await mappingOf(choices.optionsMapping, io);
  const config = await findPlainConfig(choices.config, io, orSandbox);
  assertNamesTarget(choices.config, config);
  if (config === undefined || config.interfaces.length === 0)
    return { budget, seed, mapping, config: undefined };
  if (choices.set !== undefined || choices.scale !== undefined)
    throw new UsageError("the configured target has its own data and meanings", {
      location: choices.set === undefined ? "--scale" : "--set",
      hint: "it applies to the embedded sandbox: omit the configuration",
    });
  if (!config.has("donation.credentials.token"))
    throw new UsageError("the configuration has no donation interface with a token", {
      hint: "discovery needs interfaces.donation with credentials.token",
    });
  return { budget, seed, mapping, config };
};

type Opened = Pick<OpenedTarget, "target" | "clock">;

const open = async (order: Order, choices: DiscoveryChoices, io: CliIo): Promise<Opened> => {
  if (order.config !== undefined) return openTarget(order.config, order.seed, io.clock, liveFolder(io.env));
  const { createSandbox, inProcessOrigin } = await import("../../sandbox/sandbox.ts");
  const { parseAssumptions } = await import("../../sandbox/assumptions/assumptions.ts");
  const sandbox = createSandbox({
    seed: order.seed,
    assumptions: parseAssumptions(choices.set ?? []),
    ...(choices.scale === undefined ? {} : { scale: integerOf("--scale", choices.scale, 1, largestScale) }),
  });
  const options = {
    contract,
    clock: sandbox.clock,
    monotonic: () => performance.now(),
    random: () => Math.random(),
  };
  return { target: embeddedTarget(sandbox, options, inProcessOrigin), clock: sandbox.clock };
};

/** What ended a discovery before its end; undefined when nothing did. */
const troubleOf = (
  cutShort: CutShort | undefined,
  stop: FailureOutcome | undefined,
  state: DiscoveryState,
): { readonly code: number; readonly text: string } | undefined => {
  if (cutShort?.kind === "crashed") throw new Error(cutShort.message);
  // What was under way beside the request that ended it was interrupted.
  if (stop !== undefined) return { code: exitCodes.stopped, text: stop.message };
  if (cutShort !== undefined) return { code: exitCodes.interrupted, text: "interrupted" };
  const { cutShort: own } = state;
  if (own?.reason === "budget") return { code: exitCodes.stopped, text: own.message };
  if (own?.reason === "hopeless") return { code: exitCodes.notJudged, text: own.message };
  return state.types.length === 0
    ? { code: exitCodes.notJudged, text: "no query endpoint takes any query type" }
    : undefined;
};

/** What may be asked after a discovery, within what is left of its budget. */
export interface Further {
  readonly limits: Limits;
  has(path: string): boolean;
  setting(path: string): unknown;
}

export type Follow = (further: Further) => Plan;

const withTrouble = (discovery: Discovery, trouble: string | undefined): Discovery =>
  trouble === undefined || discovery.stopped !== undefined
    ? discovery
    : { ...discovery, complete: false, stopped: { reason: "stopped", message: trouble } };

/** The dialect that the configuration names is not read: it may be the one to be written. */
const filesOf = (
  { config: option, optionsMapping }: DiscoveryChoices,
  { config }: Order,
  outputs: readonly FileUse[],
  io: CliIo,
): FilesOfCommand => {
  const read = config && { ...config, file: () => undefined };
  const mapping = optionsMapping === undefined ? [] : [useOfOperand(optionsMapping, io, "the mapping")];
  return { outputs, inputs: [...usesOfConfig(option, read, io), ...mapping] };
};

/**
 * Asks the configured target, or the embedded sandbox, what its queries mean. What follows may ask on, within the same
 * budget.
 * @throws UsageError before anything is sent when an option or the configuration is invalid.
 */
export const runDiscovery = async (
  choices: DiscoveryChoices,
  io: CliIo,
  outputs: readonly FileUse[],
  follow?: Follow,
): Promise<Discovered> => {
  const order = await takeOrder(choices, io);
  assertApart(filesOf(choices, order, outputs, io), io);
  return ask(order, await open(order, choices, io), io, follow);
};

/** The configured query types are tried first. Not the embedded sandbox's: its configuration holds the answers. */
const optionsFor = (order: Order, { target, clock }: Opened): DiscoveryOptions => {
  const setting = (path: string): unknown =>
    target.kind === "embedded" ? undefined : target.setting(`donation.queries.${path}`);
  const field = setting("singleValueField");
  return {
    budget: order.budget,
    spent: () => target.requests(),
    now: () => clock.now(),
    seed: order.seed,
    mapping: order.mapping,
    configuredType: (kind) => {
      const code = setting(`queryTypes.${kind}`);
      return typeof code === "number" ? code : undefined;
    },
    configuredField: typeof field === "string" ? field : undefined,
  };
};

/** A discovery, and what follows when it is complete. */
const planOf = (
  state: DiscoveryState,
  options: DiscoveryOptions,
  target: Target,
  follow: Follow | undefined,
) =>
  function* (): Plan {
    yield* discover(state, options);
    if (follow === undefined || state.cutShort !== undefined) return;
    const setting = (path: string): unknown => target.setting(path);
    yield* follow({ limits: options, has: (path) => target.has(path), setting });
  };

const ask = async (
  order: Order,
  opened: Opened,
  io: CliIo,
  follow: Follow | undefined,
): Promise<Discovered> => {
  const { target } = opened;
  try {
    const state = initialState();
    const plan = planOf(state, optionsFor(order, opened), target, follow);
    const { cutShort, stop } = await executePlan(target, plan, io.signal);
    const trouble = troubleOf(cutShort, stop, state);
    return {
      discovery: withTrouble(conclude(state, order.mapping), trouble?.text),
      requests: target.requests(),
      budget: order.budget,
      target: target.baseUrls["donation"] ?? "the embedded sandbox",
      exitCode: trouble?.code ?? exitCodes.conformant,
      trouble: trouble?.text,
    };
  } finally {
    await target.close();
  }
};
