import type { RecordingSummary, Report } from "../model/report.ts";
import { grouped } from "../output/grouped.ts";
import { plural } from "../output/plural.ts";

/** A phrase per nonempty group of entries, such as `3 without an answer`. */
export const recordingParts = (summary: RecordingSummary): readonly string[] => {
  const match = summary.unmatched === 1 ? "matches" : "match";
  const groups: readonly (readonly [number, string])[] = [
    [summary.unmatched, `${match} no documented operation`],
    [summary.unanswered, "without an answer"],
    [summary.leftOut, "of other interfaces"],
    [summary.withoutBody, "whose body was not recorded"],
  ];
  return [
    ...Object.entries(summary.interfaces).map(([name, exchanges]) => `${name} ${grouped(exchanges)}`),
    ...groups.flatMap(([number, words]) => (number === 0 ? [] : [`${grouped(number)} ${words}`])),
  ];
};

/** `traffic.har: entry 71`: the entry of a recording with this number; undefined if there is none. */
export const entryName = ({ files }: RecordingSummary, number: number): string | undefined => {
  let before = 0;
  for (const { file, entries } of files) {
    if (number <= before + entries) return `${file}: entry ${number - before}`;
    before += entries;
  }
  return undefined;
};

/** `shop GET /api/{…}`: a kind of undocumented request. */
export const requestName = ({
  interface: name,
  method,
  path,
}: RecordingSummary["unmatchedRequests"][number]): string =>
  `${name === undefined ? "" : `${name} `}${method} ${path}`;

/** Whether the recordings were read completely. */
const stateOf = (summary: RecordingSummary, { complete, stopped }: Report["run"]): string => {
  if (!complete && stopped === "interrupted") return "interrupted before the end";
  return summary.troubles === 0
    ? "read to the end"
    : `${plural(summary.troubles, "place")} could not be read`;
};

const mostFiles = 20;
const mostRequests = 10;
const mostShown = 5;

interface Some<Item> {
  readonly shown: readonly Item[];
  readonly more: number;
}

const some = <Item>(all: readonly Item[], most: number, total = all.length): Some<Item> => {
  const shown = all.slice(0, most);
  return { shown, more: total - shown.length };
};

/** What a report says about its recordings; its texts are not escaped. */
export interface RecordingWords {
  /** One line: number of entries, what was judged, and whether all was read. */
  readonly line: string;
  readonly files: Some<RecordingSummary["files"][number]>;
  readonly unmatched: Some<RecordingSummary["unmatchedRequests"][number]>;
  readonly troubles: Some<RecordingSummary["troublePlaces"][number]>;
}

/** Undefined for the report of a run without recordings. */
export const recordingWords = ({ recording, run }: Report): RecordingWords | undefined =>
  recording && {
    line: [
      `${plural(recording.entries, "entry", "entries")} in ${plural(recording.files.length, "file")}`,
      ...recordingParts(recording),
      stateOf(recording, run),
    ].join(" · "),
    files: some(recording.files, mostFiles),
    unmatched: some(recording.unmatchedRequests, mostRequests),
    troubles: some(recording.troublePlaces, mostShown, recording.troubles),
  };
