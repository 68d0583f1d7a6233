import type { RecordingSummary, Report } from "../core/model/report.ts";
import { grouped } from "../core/output/grouped.ts";
import type { Palette } from "../core/output/palette.ts";
import { plural } from "../core/output/plural.ts";
import { safe, type SafeText } from "../core/output/safe-text.ts";

type Request = RecordingSummary["unmatchedRequests"][number];

/** A phrase per nonempty group of entries, such as `3 without an answer`. */
const partsOf = (summary: RecordingSummary): readonly string[] => {
  const match = summary.unmatched === 1 ? "matches" : "match";
  const groups: readonly (readonly [number, string])[] = [
    [summary.unmatched, `${match} no documented operation`],
    [summary.unanswered, "without an answer"],
    [summary.leftOut, "of other interfaces"],
    [summary.withoutBody, "whose body was not recorded or cannot be read"],
  ];
  return [
    ...Object.entries(summary.interfaces).map(([name, exchanges]) => `${name} ${grouped(exchanges)}`),
    ...groups.flatMap(([number, words]) => (number === 0 ? [] : [`${grouped(number)} ${words}`])),
  ];
};

/** `traffic.har: entry 71`: the entry of a file with this number; undefined if there is none, as behind a proxy. */
export const entryName = ({ files }: RecordingSummary, number: number): string | undefined => {
  let before = 0;
  for (const { file, format, entries } of files) {
    if (number <= before + entries)
      return format === "HTTP" ? undefined : `${file}: entry ${number - before}`;
    before += entries;
  }
  return undefined;
};

/** `shop GET /api/{…}`: a kind of undocumented request. */
export const requestName = ({ interface: name, method, path }: Request): string =>
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
const mostUnread = 5;

const some = <Item>(all: readonly Item[], most: number, total = all.length) => {
  const shown = all.slice(0, most);
  return { shown, more: total - shown.length };
};

const unreadOf = ({ troublePlaces, troubles }: RecordingSummary) => some(troublePlaces, mostUnread, troubles);

/** What a report says about its recordings, not escaped; undefined for a run without recordings. */
export const recordingWords = ({ recording, run }: Report) =>
  recording && {
    line: [
      `${plural(recording.entries, "entry", "entries")} in ${plural(recording.files.length, "file")}`,
      ...partsOf(recording),
      stateOf(recording, run),
    ].join(" · "),
    files: some(recording.files, mostFiles),
    unmatched: some(recording.unmatchedRequests, mostRequests),
    troubles: unreadOf(recording),
  };

const filesText = ({ files }: RecordingSummary): string => {
  const [first] = files;
  if (first === undefined) return "nothing";
  const formats = [...new Set(files.map(({ format }) => format))].join(", ");
  return files.length === 1 ? `${first.file} (${formats})` : `${plural(files.length, "file")} (${formats})`;
};

/** Requests of one kind under their common part, most frequent first. */
const requestsText = (title: string, requests: readonly Request[]): readonly SafeText[] => {
  if (requests.length === 0) return [];
  const { shown, more } = some(requests, mostRequests);
  return [
    safe`${title}`,
    ...shown.map((request) => safe`  ${grouped(request.exchanges).padStart(8)}  ${requestName(request)}`),
    ...(more > 0
      ? [safe`            and ${plural(more, "other kind")} of request (see the JSON report)`]
      : []),
  ];
};

/** Prints what recordings held, what matched nothing, and what was unreadable. */
export const recordingText = (summary: RecordingSummary, palette: Palette): SafeText => {
  const [unknown = [], known = []] = [true, false].map((isUnknown) =>
    summary.unmatchedRequests.filter((request) => (request.interface === undefined) === isUnknown),
  );
  const { shown, more } = unreadOf(summary);
  const split = partsOf(summary).join(" · ");
  const lines = [
    safe`recorded   ${filesText(summary)}: ${plural(summary.entries, "entry", "entries")}`,
    ...(split === "" ? [] : [safe`           ${split}`]),
    ...requestsText("match no documented operation, by method, path and types of ids", known),
    ...requestsText("at no known address (name the base address of each interface)", unknown),
  ];
  const unread = [
    ...shown.map(({ place, message }) => `${place}: ${message}`),
    ...(more > 0 ? [`and ${plural(more, "other place")} that could not be read`] : []),
  ];
  return safe`${lines.map((line) => safe`${palette.dim(line)}\n`)}${unread.map((text) => safe`${palette.warn("!")} ${text}\n`)}\n`;
};
