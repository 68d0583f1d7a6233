import type {
  Drift,
  DriftCounts,
  DriftHistory,
  DriftTarget,
  NightSummary,
  OperationNight,
} from "../model/drift.ts";
import { type Chronicle, type ChronicleState, createChronicle, type NightVerdict } from "./chronicle.ts";
import { describeLatencyClass } from "./latency-class.ts";
import type { Shapes } from "./shapes.ts";
import type { StoredAcceptance, StoredNight } from "./stored-night.ts";

const nothing: DriftCounts = { new: 0, standing: 0, back: 0, gone: 0, unsettled: 0, breaking: 0 };

/** One night gone through again. */
export interface ReplayedNight {
  readonly night: NightSummary;
  readonly verdict: NightVerdict | undefined;
  readonly operations: ReadonlyMap<string, OperationNight>;
}

/** A target's nights gone through again in their order, which gives all that is known of it. */
export interface Replay {
  readonly target: DriftTarget;
  readonly chronicle: Chronicle;
  readonly nights: readonly ReplayedNight[];
}

/** One operation in one night, in the making. */
interface Tally {
  answers: number;
  places: number;
  readonly statuses: Map<number, number>;
  readonly latencies: Map<number, number>;
}

const add = (into: Map<number, number>, key: number, count: number): void => {
  into.set(key, (into.get(key) ?? 0) + count);
};

const talliesOf = (shapes: Shapes): ReadonlyMap<string, Tally> => {
  const tallies = new Map<string, Tally>();
  for (const entry of shapes.entries()) {
    const tally = tallies.get(entry.operation) ?? {
      answers: 0,
      places: 0,
      statuses: new Map<number, number>(),
      latencies: new Map<number, number>(),
    };
    tallies.set(entry.operation, tally);
    if (entry.kind === "place") tally.places += 1;
    if (entry.kind !== "answer") continue;
    tally.answers += entry.answers;
    add(tally.statuses, entry.status, entry.answers);
    for (const [at, count] of entry.latencies) add(tally.latencies, at, count);
  }
  return tallies;
};

const medianOf = (latencies: ReadonlyMap<number, number>): string | undefined => {
  const sorted = [...latencies].toSorted(([a], [b]) => a - b);
  const half = sorted.reduce((sum, [, count]) => sum + count, 0) / 2;
  let sum = 0;
  for (const [at, count] of sorted) {
    sum += count;
    if (sum >= half) return describeLatencyClass(at);
  }
  return undefined;
};

const isMove = ({ state }: Drift): boolean => state === "new" || state === "back" || state === "gone";

const operationNights = (
  stored: StoredNight,
  shapes: Shapes,
  { drift }: NightVerdict,
): ReadonlyMap<string, OperationNight> => {
  const nights = [...talliesOf(shapes)].map(([operation, tally]): [string, OperationNight] => {
    const latency = medianOf(tally.latencies);
    const moves = drift.filter((one) => isMove(one) && one.operation === operation);
    return [
      operation,
      {
        night: stored.night,
        startedAt: stored.startedAt,
        answers: tally.answers,
        statuses: Object.fromEntries([...tally.statuses].map(([status, count]) => [String(status), count])),
        places: tally.places,
        ...(latency === undefined ? {} : { latency }),
        changes: moves.map(({ fingerprint }) => fingerprint),
      },
    ];
  });
  return new Map(nights);
};

const isGood = (statuses: OperationNight["statuses"]): boolean =>
  Object.keys(statuses).some((status) => status.startsWith("2"));

const summaryOf = (
  stored: StoredNight,
): Omit<NightSummary, "status" | "answers" | "operations" | "drift"> => ({
  night: stored.night,
  startedAt: stored.startedAt,
  seed: stored.seed,
  version: stored.version,
  ...(stored.reason === undefined ? {} : { reason: stored.reason }),
  requests: stored.requests,
  findings: stored.findings,
});

const failedNight = (stored: StoredNight): ReplayedNight => ({
  night: {
    ...summaryOf(stored),
    status: "failed",
    ...(stored.state === "running" ? { reason: "it was begun and has not ended" } : {}),
    answers: 0,
    operations: 0,
    drift: nothing,
  },
  verdict: undefined,
  operations: new Map(),
});

const sampledNight = (stored: StoredNight, shapes: Shapes, chronicle: Chronicle): ReplayedNight => {
  const verdict = chronicle.judge(shapes, { night: stored.night, startedAt: stored.startedAt });
  const operations = operationNights(stored, shapes, verdict);
  return {
    night: {
      ...summaryOf(stored),
      status: verdict.isBaseline ? "baseline" : "compared",
      answers: shapes.answers,
      operations: [...operations.values()].filter(({ statuses }) => isGood(statuses)).length,
      drift: verdict.counts,
    },
    verdict,
    operations,
  };
};

/** All that going through nights has come to, as plain values. */
export interface ReplayState {
  readonly chronicle: ChronicleState;
  readonly nights: readonly ReplayedNight[];
  readonly fields: ReadonlySet<string>;
  readonly place: number;
  readonly acceptance: number;
}

/** Goes through a target's nights one after another. */
export interface Replayer extends Replay {
  /** The place of the last night that was gone through; 0 before the first. */
  readonly place: number;
  /** Names that the documents do not list and the nights have shown to be fields (kept-names.ts). */
  readonly fields: ReadonlySet<string>;
  /** The number of the last acceptance that was heeded. */
  readonly acceptance: number;
  /** Goes on with what came later: nights by their places, acceptances by their numbers. */
  continue(nights: readonly StoredNight[], acceptances: readonly StoredAcceptance[]): void;
  /** What it holds, not a copy of it. */
  state(): ReplayState;
}

/** Begins with the first night, or goes on with what one like it held. */
export const createReplayer = (target: DriftTarget, earlier?: ReplayState): Replayer => {
  const chronicle = createChronicle(target, earlier?.chronicle);
  const nights: ReplayedNight[] = [...(earlier?.nights ?? [])];
  let fields: ReadonlySet<string> = earlier?.fields ?? new Set();
  let place = earlier?.place ?? 0;
  let acceptance = earlier?.acceptance ?? 0;

  const heed = (acceptances: readonly StoredAcceptance[], after: number): void => {
    for (const one of acceptances)
      if (one.after === after && one.id > acceptance) {
        chronicle.accept(one.fingerprint);
        acceptance = one.id;
      }
  };

  const goThrough = (stored: StoredNight): ReplayedNight => {
    if (stored.state !== "sampled") return failedNight(stored);
    const shapes = stored.shapes();
    // Earlier versions kept more of them.
    fields = shapes.hideNames(fields);
    return sampledNight(stored, shapes, chronicle);
  };

  return {
    target,
    chronicle,
    nights,
    get fields() {
      return fields;
    },
    get place() {
      return place;
    },
    get acceptance() {
      return acceptance;
    },
    continue(later, acceptances) {
      heed(acceptances, place);
      for (const stored of later) {
        nights.push(goThrough(stored));
        place = stored.night;
        heed(acceptances, place);
      }
    },
    state: () => ({ chronicle: chronicle.state, nights, fields, place, acceptance }),
  };
};

/** All nights of a target, operation by operation, and all that ever drifted. */
export const historyOf = (
  { target, chronicle, nights: ended }: Replay,
  running: readonly StoredNight[],
): DriftHistory => {
  const nights = [...ended, ...running.map(failedNight)];
  const operations = [...new Set(nights.flatMap((night) => [...night.operations.keys()]))].toSorted();
  return {
    target,
    nights: nights.map(({ night }) => night),
    operations: operations.map((operation) => ({
      operation,
      nights: nights.flatMap((night) => night.operations.get(operation) ?? []),
    })),
    drift: chronicle.drift(),
  };
};
