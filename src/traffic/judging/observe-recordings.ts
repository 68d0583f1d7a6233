import type { Contract } from "../../core/model/contract.ts";
import type { Shapes } from "../../core/shapes/shapes.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import type { RecordingSummary } from "../../core/model/report.ts";
import { splitRecording, type Piece } from "../recordings/split-recording.ts";
import type { RecordingForm } from "../recordings/detect.ts";
import type { ReadCounts, ReadProblem } from "../recordings/read-counts.ts";
import type { EntryLocation } from "../recordings/recording-reader.ts";
import type { OpenedRecording } from "../recordings/open-recording.ts";
import type { Observed } from "../../core/run/observe.ts";
import { type EntryBatch, type JudgingThread, startJudgingThread } from "./judging-thread.ts";
import { createRecordingJudge, type JudgeSetting, type RecordingJudge } from "./recording-judge.ts";
import { createWatchedShare } from "../recordings/watched-share.ts";
import { byText } from "../../core/model/texts.ts";

export interface ObserveRecordingsOptions {
  readonly contract: Contract;
  readonly recordings: readonly OpenedRecording[];
  readonly setting: JudgeSetting;
  readonly signal: AbortSignal;
  /** Bytes of entries, from the first, that observers see in full; of later entries they see a sample. */
  readonly watchedBytes: number;
  /** Whether another thread judges entries that are not watched, by the built-in contract. */
  readonly help: boolean;
}

/** All observations, with the shapes if requested. */
export interface ObservedRecordings extends Observed {
  readonly shapes: ReadonlyMap<InterfaceName, Shapes>;
  /** Number of batches that another thread judged. */
  readonly helped: number;
}

export interface FileCount {
  readonly file: string;
  readonly format: string;
  readonly unit: "byte" | "line";
  readonly entries: number;
}

const mostShown = 100;

const locationOf = ({ recording, position }: ReadProblem, files: readonly FileCount[]): string => {
  const file = files[recording];
  if (file === undefined) throw new Error("a problem without its recording");
  return file.unit === "line" ? `${file.file}:${position}` : `${file.file}: byte ${position}`;
};

const requestsOf = ({ unmatchedRequests }: ReadCounts): RecordingSummary["unmatchedRequests"] =>
  unmatchedRequests
    .toSorted(([left, many], [right, more]) => more - many || byText(left, right))
    .slice(0, mostShown)
    .map(([request, exchanges]) => {
      const [name = "", method = "", ...path] = request.split(" ");
      return { ...(name === "-" ? {} : { interface: name }), method, path: path.join(" "), exchanges };
    });

export const recordingSummary = (counts: ReadCounts, files: readonly FileCount[]): RecordingSummary => ({
  files: files.map(({ file, format, entries }) => ({ file, format, entries })),
  entries: files.reduce((sum, { entries }) => sum + entries, 0),
  judged: counts.judged,
  interfaces: counts.interfaces,
  unanswered: counts.unanswered,
  withoutBody: counts.withoutBody,
  leftOut: counts.leftOut,
  unmatched: counts.unmatched,
  unmatchedRequests: requestsOf(counts),
  troubles: counts.problems,
  troublePlaces: counts.problemLocations.map((problem) => ({
    place: locationOf(problem, files),
    message: problem.message,
  })),
});

const mostBases = 3;

/** Base addresses by interface; of many, the first ones. */
export const recordedTargets = ({ bases }: ReadCounts): Readonly<Record<InterfaceName, string>> => {
  const urls = Map.groupBy(bases.toSorted(), (base) => base.slice(0, base.indexOf(" ")));
  return Object.fromEntries(
    [...urls].map(([name, all]) => {
      const shown = all.slice(0, mostBases).map((base) => base.slice(name.length + 1));
      const more = all.length > mostBases ? [`${all.length - mostBases} more`] : [];
      return [name, [...shown, ...more].join(", ")];
    }),
  );
};

const batchOf = (
  entries: Piece["entries"],
  location: Pick<EntryLocation, "recording" | "form" | "number">,
): EntryBatch => {
  const bytes = new Uint8Array(entries.reduce((sum, entry) => sum + entry.bytes.length, 0));
  const ends: number[] = [];
  let end = 0;
  for (const entry of entries) {
    bytes.set(entry.bytes, end);
    end += entry.bytes.length;
    ends.push(end);
  }
  return { ...location, bytes, ends, positions: entries.map(({ position }) => position) };
};

/** Judges pieces of recordings in this thread or in the other one, whichever is free. */
const createPanel = (judge: RecordingJudge, { setting, watchedBytes, help }: ObserveRecordingsOptions) => {
  let thread: JudgingThread | undefined;
  let helped = 0;
  const share = createWatchedShare(watchedBytes);
  /** The last recording of which an entry was read. */
  let begun: number | undefined;

  const runsOf = function* (
    entries: Piece["entries"],
    recording: number,
  ): Generator<{
    readonly entries: Piece["entries"];
    /** Index of the first one in its piece. */
    readonly from: number;
    readonly watched: boolean;
  }> {
    let from = 0;
    let watched = true;
    for (const [at, { bytes }] of entries.entries()) {
      const isWatched = share(bytes.length, begun !== recording);
      begun = recording;
      if (isWatched !== watched && at > from) {
        yield { entries: entries.slice(from, at), from, watched };
        from = at;
      }
      watched = isWatched;
    }
    if (entries.length > 0) yield { entries: entries.slice(from), from, watched };
  };

  const helper = (form: RecordingForm): JudgingThread | undefined => {
    // An interaction in YAML may refer to an earlier one, which another thread has not seen.
    if (!help || form === "yaml") return undefined;
    thread ??= startJudgingThread(setting);
    return thread.isFree() ? thread : undefined;
  };

  return {
    take(piece: Piece, location: Pick<EntryLocation, "recording" | "form" | "number">): void {
      for (const { entries, from, watched } of runsOf(piece.entries, location.recording)) {
        const first = location.number + from;
        const free = watched ? undefined : helper(location.form);
        if (free !== undefined) {
          helped += 1;
          free.judge(batchOf(entries, { ...location, number: first }));
        } else
          for (const [index, { bytes, ...place }] of entries.entries())
            judge.entry(bytes, { ...location, ...place, number: first + index }, watched);
      }
      for (const { position, message } of piece.problems)
        judge.problem({ recording: location.recording, position, message });
    },
    async end(): Promise<void> {
      if (thread !== undefined) judge.add(await thread.end());
    },
    helped: () => helped,
    stop: async (): Promise<void> => thread?.stop(),
  };
};

/**
 * Reads recordings and judges them. Memory grows neither with their size nor with the number of findings. The result
 * does not depend on which thread judged what.
 */
export const observeRecordings = async (options: ObserveRecordingsOptions): Promise<ObservedRecordings> => {
  const { contract, recordings, setting, signal } = options;
  const judge = await createRecordingJudge(contract, setting);
  const panel = createPanel(judge, options);
  const files: FileCount[] = [];
  let entries = 0;
  try {
    for (const [recording, { file, format, form, chunks }] of recordings.entries()) {
      const before = entries;
      let unit: FileCount["unit"] = "byte";
      for await (const piece of splitRecording({ form, chunks })) {
        unit = piece.unit;
        panel.take(piece, { recording, form, number: entries + 1 });
        entries += piece.entries.length;
        if (signal.aborted) break;
      }
      files.push({ file, format, unit, entries: entries - before });
      if (signal.aborted) break;
    }
    await panel.end();
  } finally {
    await panel.stop();
  }
  const counts = judge.counts();
  return {
    run: judge.run,
    recording: recordingSummary(counts, files),
    targets: recordedTargets(counts),
    interrupted: signal.aborted,
    shapes: judge.shapes,
    helped: panel.helped(),
  };
};
