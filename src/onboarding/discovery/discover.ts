import type { Dialect } from "../../builtin/queries/dialect/dialect.ts";
import { dialectFromOptions, type OptionsMapping } from "../../builtin/queries/dialect/from-options.ts";
import { readOptions } from "../../builtin/queries/dialect/read-options.ts";
import { operatorNames, operators } from "../../builtin/queries/operators.ts";
import type { Plan } from "../../core/model/check.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { candidateProbes } from "./candidates.ts";
import { findConjunct } from "./conjunct.ts";
import type { DiscoveryOptions, DiscoveryState } from "./discovery-state.ts";
import { hintsOf } from "./hints.ts";
import { anyTime } from "./intervals.ts";
import {
  clockIsOff,
  clockMayBeOff,
  confirmMeanings,
  decideMeanings,
  type Experiment,
  OperatorObservations,
  timeThere,
  trustedOffsets,
} from "./operator-observations.ts";
import { measurePages } from "./page-sizes.ts";
import { BudgetSpent, Hopeless, ProbeClient } from "./probe-client.ts";
import { millisecondsOfDay } from "./predict.ts";
import type { Probe } from "./probe.ts";
import { askOptions, findTypes, lookAtLists, queryTypeCodes } from "./query-types.ts";
import { compareSamples, type RecordSample, takeSamples } from "./sample.ts";
import { findSingleValueField } from "./single-value-field.ts";
import { findTraits } from "./traits.ts";

/** Requests reserved for questions after the operators. */
const reserve = 20;

/** Maximum number of probes per integer, usually and if the target's time must be determined as well. */
const usualProbes = 14;
const patientProbes = 22;

const farAway = 60 * millisecondsOfDay;

/** Whether a probe is only useful for operators that depend on the clock. */
const looksAtTime = ({ counts, shape, column }: Probe): boolean =>
  counts === "days" || (shape === "none" && (column.type === "instant" || column.type === "date"));

/** The most recent time at which a sampled record was created or changed, in milliseconds. */
const latestChange = (samples: readonly RecordSample[]): number | undefined => {
  const moments = samples
    .flatMap(({ columns }) => columns)
    .filter(({ name, type }) => type === "instant" && /creat|modif|chang|updat/i.test(name))
    .flatMap(({ values }) => values.map((value) => Date.parse(String(value))))
    .filter((moment) => !Number.isNaN(moment));
  return moments.length === 0 ? undefined : moments.reduce((one, other) => Math.max(one, other));
};

/** Makes probes for a target time in milliseconds. */
type ProbesAt = (now: number) => readonly Probe[];

/**
 * The probes for the target's stated time. If that is far from all events, the clock may be wrong, so some are for the
 * time of the latest change.
 */
const firstProbes = (
  samples: readonly RecordSample[],
  there: number,
  probesAt: ProbesAt,
): readonly Probe[] => {
  const latest = latestChange(samples);
  const isFar = latest !== undefined && Math.abs(there - latest) > farAway;
  return [...probesAt(there), ...(isFar ? probesAt(latest + millisecondsOfDay).filter(looksAtTime) : [])];
};

/** Decides meanings with the time that the target states and, if that is inconsistent, with any other. */
function* decideAll(state: DiscoveryState, work: Experiment, probesAt: ProbesAt): Plan<boolean> {
  const isDone = yield* decideMeanings(work, reserve);
  if (!clockMayBeOff(work.observations)) return isDone;
  state.clockIsOff = true;
  work.observations.trustClock(anyTime);
  const patient = { ...work, mostProbes: patientProbes };
  yield* decideMeanings(patient, reserve);
  return yield* decideMeanings({ ...patient, probes: probesAt(timeThere(work)) }, reserve);
}

/** Trusts the stated time again if another one is not proven. */
const settleClock = (state: DiscoveryState, { ahead }: ProbeClient): void => {
  const { observations } = state;
  const stated = trustedOffsets(ahead);
  if (!state.clockIsOff || observations === undefined || clockIsOff(observations, stated)) return;
  state.clockIsOff = false;
  observations.trustClock(stated);
};

/** Determines by experiment on the sampled records what fields, operators and conjuncts mean. */
function* experiment(state: DiscoveryState, client: ProbeClient, options: DiscoveryOptions): Plan {
  const listed = [...state.options].map(([code, body]) => readOptions(body, code, options.mapping));
  const observations = new OperatorObservations(hintsOf(listed, state.listed));
  state.observations = observations;
  observations.trustClock(trustedOffsets(client.ahead));
  const measure = { predictions: observations.predictions, seed: options.seed };
  const allAt: ProbesAt = (now) => candidateProbes(state.samples, { ...measure, now });
  const probes = firstProbes(state.samples, options.now() + client.ahead, allAt);
  if (probes.length === 0) return;
  const field = yield* findSingleValueField(client, observations, probes, options.configuredField, (codes) =>
    codes.toSorted((one, other) => singleChance(observations, other) - singleChance(observations, one)),
  );
  state.field = field;
  const isUsable = ({ shape }: Probe): boolean =>
    field !== undefined || shape === "none" || shape === "several";
  const work: Experiment = {
    client,
    observations,
    probes: probes.filter(isUsable),
    singleValueField: field?.name ?? "",
    mostProbes: usualProbes,
    now: options.now,
  };
  const isDone = yield* decideAll(state, work, (now) => allAt(now).filter(isUsable));
  settleClock(state, client);
  state.conjunct = yield* findConjunct(client, observations, work.singleValueField);
  state.traits = yield* findTraits(work);
  if (client.left >= reserve + state.samples.length) yield* compareSamples(state, client, observations);
  if (!isDone && !(yield* decideMeanings(work, 0))) throw new BudgetSpent();
  if (client.left >= reserve) yield* confirmMeanings(work);
}

/** Probability that an integer compares with one value. */
const singleChance = (observations: OperatorObservations, code: number): number => {
  const { chances } = observations.posterior(code);
  return operatorNames
    .filter((name) => operators[name].arity === "one")
    .reduce((sum, name) => sum + (chances.get(name) ?? 0), 0);
};

/**
 * Determines what a target's query integers and names mean (U-12 to U-15, U-30), with reads only. The plan writes its
 * results into a state, and ends when nothing more can be learned or its budget is spent.
 * @throws UsageError for a mapping that does not fit the target's options.
 */
export function* discoveryPlan(state: DiscoveryState, options: DiscoveryOptions): Plan {
  const client = new ProbeClient(options);
  try {
    yield* learn(state, client, options);
  } catch (error) {
    if (error instanceof BudgetSpent) state.cutShort = { reason: "budget", message: error.message };
    else if (error instanceof Hopeless) state.cutShort = { reason: "hopeless", message: error.message };
    else throw error;
  }
  settleClock(state, client);
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
  const read = readReadable(state.types, state.options, options.mapping);
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
const readReadable = (
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
