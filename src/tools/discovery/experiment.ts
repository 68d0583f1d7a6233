import type { Plan } from "../../harness/model/check.ts";
import { readOptions } from "../../contract/queries/dialect/read-options.ts";
import { operatorNames, operators } from "../../contract/queries/operators.ts";
import { candidateProbes } from "./candidates.ts";
import { findConjunct } from "./conjunct.ts";
import { BudgetSpent, type ProbeClient } from "./probe-client.ts";
import { hintsOf } from "./hints.ts";
import { findTraits } from "./traits.ts";
import type { DiscoveryOptions, DiscoveryState } from "./discovery-state.ts";
import type { Probe } from "./probe.ts";
import type { Sample } from "./sample.ts";
import { compareSamples } from "./samples.ts";
import { findSingleValueField } from "./single-value-field.ts";
import { anyTime } from "./intervals.ts";
import {
  clockIsOff,
  confirmMeanings,
  decideMeanings,
  type Experiment,
  timeThere,
  OperatorObservations,
  trustedOffsets,
} from "./operator-observations.ts";

/** Requests reserved for questions after the operators. */
const reserve = 20;

/** Maximum number of probes per integer, usually and if the target's time must be determined as well. */
const usualProbes = 14;
const patientProbes = 22;

const day = 86_400_000;
const farAway = 60 * day;

/** Whether a probe is only useful for operators that depend on the clock. */
const looksAtTime = ({ counts, shape, column }: Probe): boolean =>
  counts === "days" || (shape === "none" && (column.type === "instant" || column.type === "date"));

/** The most recent time at which a sampled record was created or changed, in milliseconds. */
const latestChange = (samples: readonly Sample[]): number | undefined => {
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
const firstProbes = (samples: readonly Sample[], there: number, probesAt: ProbesAt): readonly Probe[] => {
  const latest = latestChange(samples);
  const isFar = latest !== undefined && Math.abs(there - latest) > farAway;
  return [...probesAt(there), ...(isFar ? probesAt(latest + day).filter(looksAtTime) : [])];
};

/** Decides meanings with the time that the target states and, if that is inconsistent, with any other. */
function* decideAll(state: DiscoveryState, work: Experiment, probesAt: ProbesAt): Plan<boolean> {
  const isDone = yield* decideMeanings(work, reserve);
  if (!clockIsOff(work.observations)) return isDone;
  state.clockIsOff = true;
  work.observations.trustClock(anyTime);
  const patient = { ...work, mostProbes: patientProbes };
  yield* decideMeanings(patient, reserve);
  return yield* decideMeanings({ ...patient, probes: probesAt(timeThere(work)) }, reserve);
}

/** Determines by experiment on the sampled records what fields, operators and conjuncts mean. */
export function* experiment(state: DiscoveryState, client: ProbeClient, options: DiscoveryOptions): Plan {
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
