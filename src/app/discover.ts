import { environmentOf, nonceOf } from "../inputs/app-options.ts";
import { discoverOptions, type DiscoverOptions } from "./options.ts";
import { resolve } from "node:path";
import type { OptionsMapping } from "../builtin/queries/dialect/from-options.ts";
import type { Plan } from "../core/model/check.ts";
import type { FailureOutcome } from "../core/model/exchange.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { printable } from "../core/output/escape.ts";
import type { CutShort } from "../core/run/execute.ts";
import type { Target } from "../core/run/target.ts";
import type { Discovery } from "../onboarding/discovery/conclude.ts";
import type { DiscoveryOptions, DiscoveryState } from "../onboarding/discovery/discovery-state.ts";
import type { OrganizationNames } from "../onboarding/discovery/organization/ask-organization.ts";
import { assertNamesTarget, openConfig, type OpenedConfig } from "../inputs/open-config.ts";
import { orSandbox } from "../inputs/config-reading.ts";
import { ofOption } from "../core/model/of-option.ts";
import type { OpenedTarget } from "../inputs/open-target.ts";
import { readTextFile } from "../core/source/read-file.ts";
import type { Environment } from "../core/model/environment.ts";

/** What was discovered about the queries of a target. */
export interface DiscoverResult extends Discovery {
  /**
   * `complete`: all questions were asked, decided or not. `stopped`: the budget ran out or a safety rule applied.
   * `inconclusive`: the target could not be asked. `interrupted`: the signal aborted.
   */
  readonly verdict: "complete" | "inconclusive" | "stopped" | "interrupted";
  /** Why it is incomplete. */
  readonly trouble?: string;
  readonly requests: number;
  readonly budget: number;
  /** Name of the target in output. */
  readonly target: string;
  /** The names of the organization, if requested. */
  readonly organization?: OrganizationNames;
}

/** The options, read and validated before any request. */
interface Order {
  readonly budget: number;
  readonly seed: number;
  readonly mapping: OptionsMapping;
  readonly config: OpenedConfig | undefined;
}

const mappingOf = async (file: string | undefined, { cwd, signal }: Environment) => {
  if (file === undefined) return {};
  const location = printable(file);
  const text = await readTextFile(resolve(cwd, file), {
    option: "optionsMapping",
    location,
    hint: "name a YAML or JSON file",
    signal,
  });
  const [{ readSource }, { readMapping }] = await Promise.all([
    import("../core/source/source-document.ts"),
    import("../onboarding/discovery/read-mapping.ts"),
  ]);
  return ofOption("optionsMapping", () => readMapping(readSource(text, location)));
};

/** @throws UsageError if the configuration has no donation interface with a token */
const takeOrder = async (options: DiscoverOptions, around: Environment): Promise<Order> => {
  const {
    budget = discoverOptions.budget.usual,
    seed = discoverOptions.seed.usual,
    assumptions,
    scale,
  } = options;
  const mapping = await mappingOf(options.optionsMapping, around);
  // The dialect that the configuration names is not read: discovery may be about to write it.
  const config = await openConfig(options.config, around, { ...orSandbox, isPlain: true });
  assertNamesTarget(config);
  if (config === undefined) return { budget, seed, mapping, config };
  if (assumptions !== undefined || scale !== undefined)
    throw new UsageError("the configured target has its own data and meanings", {
      option: assumptions === undefined ? "scale" : "assumptions",
      hint: "it applies to the embedded sandbox: omit the configuration",
    });
  if (!config.config.has("donation.credentials.token"))
    throw new UsageError("the configuration has no donation interface with a token", {
      hint: "discovery needs interfaces.donation with credentials.token",
    });
  return { budget, seed, mapping, config };
};

type Opened = Pick<OpenedTarget, "target" | "clock">;

const open = async (
  { config, seed }: Order,
  { assumptions = {}, scale, stateFolder }: DiscoverOptions,
  { clock }: Environment,
): Promise<Opened> => {
  const [{ openSandbox, openTarget }, { contract }] = await Promise.all([
    import("../inputs/open-target.ts"),
    import("../inputs/contract.ts"),
  ]);
  if (config !== undefined)
    return openTarget({ contract, config: config.config, clock, seed, shared: stateFolder });
  const size = scale === undefined ? {} : { scale };
  return openSandbox({ seed, assumptions, ...size });
};

interface Trouble {
  readonly verdict: DiscoverResult["verdict"];
  readonly trouble?: string;
}

/** Why a discovery ended early. */
const troubleOf = (
  cutShort: CutShort | undefined,
  stop: FailureOutcome | undefined,
  { cutShort: own, types }: DiscoveryState,
): Trouble => {
  if (cutShort?.kind === "crashed") throw new Error(cutShort.message);
  // The stop also aborted the requests in flight.
  if (stop !== undefined) return { verdict: "stopped", trouble: stop.message };
  if (cutShort !== undefined) return { verdict: "interrupted", trouble: "interrupted" };
  if (own?.reason === "budget") return { verdict: "stopped", trouble: own.message };
  if (own?.reason === "hopeless") return { verdict: "inconclusive", trouble: own.message };
  return types.length === 0
    ? { verdict: "inconclusive", trouble: "no query endpoint takes any query type" }
    : { verdict: "complete" };
};

const withTrouble = (discovery: Discovery, { trouble }: Trouble): Discovery =>
  trouble === undefined || discovery.stopped !== undefined
    ? discovery
    : { ...discovery, complete: false, stopped: { reason: "stopped", message: trouble } };

/** Tries the configured query types first, except on the embedded sandbox, whose configuration holds the answers. */
const discoveryOptions = ({ budget, seed, mapping }: Order, { target, clock }: Opened): DiscoveryOptions => {
  const setting = (path: string): unknown =>
    target.kind === "embedded" ? undefined : target.setting(`donation.queries.${path}`);
  const field = setting("singleValueField");
  return {
    budget,
    spent: () => target.requests(),
    now: () => clock.now(),
    seed,
    mapping,
    configuredType: (kind) => {
      const code = setting(`queryTypes.${kind}`);
      return typeof code === "number" ? code : undefined;
    },
    configuredField: typeof field === "string" ? field : undefined,
  };
};

/** Asks for the names of the organization, within the remaining budget. */
const askNames = async (
  target: Target,
  limits: DiscoveryOptions,
  { noteTypes = [], fieldOptions = false }: NonNullable<DiscoverOptions["organization"]>,
  see: (names: OrganizationNames) => void,
): Promise<() => Plan> => {
  const { askOrganization } = await import("../onboarding/discovery/organization/ask-organization.ts");
  const scratch = target.setting("crm.scratch.noteType");
  const named = [...noteTypes, ...(typeof scratch === "string" ? [scratch] : [])];
  return function* () {
    const names = yield* askOrganization(limits, target.has("crm.credentials.apiKey"), named);
    const customFields = names.customFields?.map((one) => (fieldOptions ? one : { ...one, options: [] }));
    see({ ...names, customFields });
  };
};

/**
 * Determines by experiment what the integers and names of a target's queries mean (U-11 to U-15, U-30). Only reads and
 * never guesses: what it cannot prove is undecided. `dialect` is for the query builder.
 * @throws UsageError before any request if an option or the configuration is invalid.
 * @example
 * ```ts
 * import { discover } from "tripact";
 *
 * const { verdict, answers } = await discover({ assumptions: { "U-14": "and-is-1" } });
 * console.log(verdict, answers.find(({ unknown }) => unknown === "U-14")?.answer); // complete conjunct 1 joins by AND, 0 by OR
 * ```
 */
export const discover = async (options: DiscoverOptions = {}): Promise<DiscoverResult> => {
  const around = environmentOf(options, discoverOptions);
  const order = await takeOrder(options, around);
  const [parts, { conclude }, { initialState }, { executePlan }, { contract }] = await Promise.all([
    import("../onboarding/discovery/discover.ts"),
    import("../onboarding/discovery/conclude.ts"),
    import("../onboarding/discovery/discovery-state.ts"),
    import("../inputs/execute-plan.ts"),
    import("../inputs/contract.ts"),
  ]);
  const opened = await open(order, options, around);
  const { target } = opened;
  try {
    const state = initialState();
    const limits = discoveryOptions(order, opened);
    let organization: OrganizationNames | undefined;
    const more =
      options.organization &&
      (await askNames(target, limits, options.organization, (names) => (organization = names)));
    const plan = function* (): Plan {
      yield* parts.discoveryPlan(state, limits);
      if (more !== undefined && state.cutShort === undefined) yield* more();
    };
    const { cutShort, stop } = await executePlan(contract, target, plan, nonceOf(options), around.signal);
    const trouble = troubleOf(cutShort, stop, state);
    return {
      ...trouble,
      target: target.shownUrls["donation"] ?? "the embedded sandbox",
      requests: target.requests(),
      budget: order.budget,
      ...withTrouble(conclude(state), trouble),
      ...(organization === undefined ? {} : { organization }),
    };
  } finally {
    await target.close();
  }
};
