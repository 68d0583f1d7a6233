import type { Contract } from "../../core/model/contract.ts";
import type { Documentation } from "../../core/shapes/documentation.ts";
import { meaningOf } from "../../inputs/meaning.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import type { Exchange, ExchangeRequest } from "../../core/model/exchange.ts";
import type { Finding } from "../../core/model/finding.ts";
import type { Tally } from "../../core/model/tally.ts";
import { createShapes, type Shapes, shapesFromJson } from "../../core/shapes/shapes.ts";
import type { ShapesJson } from "../../core/shapes/shapes-json.ts";
import { createFindOperation } from "../recordings/find-operation.ts";
import { addReadCounts, type ReadCounts, type ReadProblem } from "../recordings/read-counts.ts";
import type { Recorded } from "../recordings/recorded.ts";
import { createRecordingReader, type EntryLocation } from "../recordings/recording-reader.ts";
import { shownRequest } from "../../core/privacy/shown-request.ts";
import { createRecordingRun } from "../../core/run/recording-run.ts";
import { loadJudgingParts } from "../../inputs/judging-parts.ts";

/** Settings of a judge, as plain values that can be sent to another thread. */
export interface JudgeSetting {
  readonly baseUrls: Readonly<Record<InterfaceName, string>>;
  /** Interfaces whose paths alone identify their requests, whatever the host; by default all. */
  readonly byPath?: readonly InterfaceName[];
  readonly interfaces: readonly InterfaceName[];
  /** Ids of the checks. */
  readonly checks: readonly string[];
  /** Fingerprints of known findings. */
  readonly baseline: readonly string[];
  /** Whether to collect the shapes of judged answers. */
  readonly shapes: boolean;
}

/** The results of a judge, as plain values; those of several judges can be merged. */
export interface JudgeState {
  readonly counts: ReadCounts;
  readonly tally: Tally;
  readonly shapes: readonly (readonly [name: InterfaceName, shapes: ShapesJson])[];
}

/** Reads and judges entries of recordings without keeping them. */
export type RecordingJudge = Awaited<ReturnType<typeof createRecordingJudge>>;

/** Called with each judged exchange and its request as output may show it. */
type OnJudged = (exchange: Exchange, number: number) => void;

/** The shapes of answers, by interface. */
const createShapesByInterface = (documentation: Documentation) => {
  const shapes = new Map<InterfaceName, Shapes>();
  const of = (name: InterfaceName): Shapes => {
    const known = shapes.get(name) ?? createShapes(documentation);
    shapes.set(name, known);
    return known;
  };
  return {
    shapes,
    add: (exchange: Exchange): void => of(exchange.interface).add(exchange),
    state: (): JudgeState["shapes"] => [...shapes].map(([name, seen]) => [name, seen.toJSON()]),
    merge: (states: JudgeState["shapes"]): void => {
      for (const [name, seen] of states) of(name).merge(shapesFromJson(seen, documentation));
    },
  };
};

/** Looks up the operation of a request again, so that nothing is kept for requests that no report shows. */
const showing =
  (
    find: ReturnType<typeof createFindOperation>,
    { fieldNames: { isField } }: Contract,
    pathWords: ReadonlySet<string>,
  ) =>
  ({ interface: name, request }: Exchange): ExchangeRequest =>
    shownRequest(request, find(request.method, request.url, name), { isField, pathWords });

export const createRecordingJudge = async (
  contract: Contract,
  setting: JudgeSetting,
  onJudged?: OnJudged,
) => {
  const { matcher, pathWords, documentation } = meaningOf(contract);
  const { observers = [], validation } = await loadJudgingParts(contract);
  const wanted = new Set(setting.checks);
  const find = createFindOperation(matcher, setting.baseUrls, setting.byPath);
  const show = showing(find, contract, pathWords);
  const recordingRun = createRecordingRun({
    contract,
    baseline: new Set(setting.baseline),
    chosen: contract.checks.filter(({ id }) => wanted.has(id)),
    observers,
    validation,
    show,
  });
  let watching = false;
  /** Findings of the current entry. */
  let found: Finding[] = [];
  const shapes = createShapesByInterface(documentation);
  const reader = createRecordingReader({
    find,
    pathWords,
    interfaces: setting.interfaces,
    onExchange: (exchange, number) => {
      if (watching) recordingRun.watch(exchange, number);
      onJudged?.({ ...exchange, request: show(exchange) }, number);
      // Parts of a recording are judged in any order, so new findings are reported at the end, sorted.
      for (const event of recordingRun.judge(exchange, number))
        if (event.type === "finding") found.push(event.finding);
      if (setting.shapes) shapes.add(exchange);
    },
  });
  const others: ReadCounts[] = [];
  return {
    /** @param isWatched whether the observers see it, too */
    entry(bytes: Uint8Array, location: EntryLocation, isWatched: boolean) {
      [watching, found] = [isWatched, []];
      reader.entry(bytes, location);
    },
    /** Judges live traffic. Returns the findings that occurred for the first time. */
    recorded(recorded: Recorded, number: number, isWatched: boolean) {
      [watching, found] = [isWatched, []];
      reader.recorded(recorded, number);
      return found;
    },
    problem: (problem: ReadProblem) => reader.problem(problem),
    counts: () => addReadCounts([reader.counts(), ...others]),
    run: recordingRun,
    shapes: shapes.shapes,
    state: (): JudgeState => ({
      counts: reader.counts(),
      tally: recordingRun.tally(),
      shapes: shapes.state(),
    }),
    add(state: JudgeState) {
      others.push(state.counts);
      recordingRun.add(state.tally);
      shapes.merge(state.shapes);
    },
  };
};
