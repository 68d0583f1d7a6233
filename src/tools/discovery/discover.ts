import type { Plan } from "../../harness/model/check.ts";
import { UsageError } from "../../harness/model/usage-error.ts";
import { dialectFromOptions, type OptionsMapping } from "../../contract/queries/dialect/from-options.ts";
import type { Dialect } from "../../contract/queries/dialect/dialect.ts";
import { BudgetSpent, ProbeClient, Hopeless } from "./probe-client.ts";
import { experiment } from "./experiment.ts";
import type { DiscoveryOptions, DiscoveryState } from "./discovery-state.ts";
import { measurePages } from "./page-sizes.ts";
import { askOptions, findTypes, lookAtLists, queryTypeCodes } from "./query-types.ts";
import { takeSamples } from "./samples.ts";

/**
 * Determines what a target's query integers and names mean (U-12 to U-15, U-30), with reads only. The plan writes its
 * results into a state, and ends when nothing more can be learned or its budget is spent.
 * @throws UsageError for a mapping that does not fit the target's options.
 */
export function* discover(state: DiscoveryState, options: DiscoveryOptions): Plan {
  const client = new ProbeClient(options);
  try {
    yield* learn(state, client, options);
  } catch (error) {
    if (error instanceof BudgetSpent) state.cutShort = { reason: "budget", message: error.message };
    else if (error instanceof Hopeless) state.cutShort = { reason: "hopeless", message: error.message };
    else throw error;
  }
}

function* learn(state: DiscoveryState, client: ProbeClient, options: DiscoveryOptions): Plan {
  state.options = yield* askOptions(client);
  state.types = yield* findTypes({
    *ask(_, call) {
      return (yield* client.askOne(call)).exchange;
    },
    lists: yield* lookAtLists(client),
    options: state.options,
    mapping: options.mapping,
    configured: options.configuredType,
    mostTries: queryTypeCodes.length,
    isThorough: true,
  });
  const read = readOptions(state.types, state.options, options.mapping);
  state.listed = read.dialect;
  state.notes = read.notes;
  yield* measure(state, client);
  state.samples = yield* takeSamples(state, client);
  yield* experiment(state, client, options);
}

/** The kind with the most records shows most about pages. */
function* measure(state: DiscoveryState, client: ProbeClient): Plan {
  const type = state.types.find(({ kind }) => kind === "gift") ?? state.types[0];
  if (type === undefined) return;
  const columns = state.listed?.queryTypes[type.kind]?.columns.filter((name) => name.toLowerCase() === "id");
  state.pages = yield* measurePages(client, type, columns?.length === 1 ? columns : undefined);
}

/** Reads options one query type at a time, so that an unreadable one does not affect the others. */
const readOptions = (
  types: readonly { readonly kind: string; readonly code: number }[],
  answers: ReadonlyMap<number, unknown>,
  mapping: OptionsMapping,
): { readonly dialect: Dialect | undefined; readonly notes: readonly string[] } => {
  const notes: string[] = [];
  const readable = types.flatMap(({ kind, code }) => {
    if (!answers.has(code)) return [];
    const answer = { kind, code, body: answers.get(code) };
    try {
      notes.push(
        ...dialectFromOptions([answer], {}, mapping).notes.map(
          ({ place, message }) => `${place}: ${message}`,
        ),
      );
      return [answer];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      notes.push(error.line);
      return [];
    }
  });
  if (readable.length === 0) return { dialect: undefined, notes };
  return { dialect: dialectFromOptions(readable, {}, mapping).dialect, notes };
};
