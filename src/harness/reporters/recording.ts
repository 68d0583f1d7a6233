import type { RecordingSummary } from "../model/report.ts";
import type { Palette } from "../output/palette.ts";
import { plural } from "../output/plural.ts";
import { safe, type SafeText } from "../output/safe-text.ts";
import { recordingParts } from "./recording-words.ts";

const shownRequests = 10;
const shownPlaces = 5;

const count = (number: number): string => number.toLocaleString("en-US");

const filesText = ({ files }: RecordingSummary): string => {
  const [first] = files;
  if (first === undefined) return "nothing";
  const formats = [...new Set(files.map(({ format }) => format))].join(", ");
  return files.length === 1 ? `${first.file} (${formats})` : `${plural(files.length, "file")} (${formats})`;
};

const unmatchedText = ({ unmatchedRequests }: RecordingSummary): readonly SafeText[] => {
  if (unmatchedRequests.length === 0) return [];
  const more = unmatchedRequests.length - shownRequests;
  return [
    safe`unmatched`,
    ...unmatchedRequests
      .slice(0, shownRequests)
      .map(({ method, path, exchanges }) => safe`  ${count(exchanges).padStart(8)}  ${method} ${path}`),
    ...(more > 0
      ? [safe`            and ${plural(more, "other kind")} of request (see the JSON report)`]
      : []),
  ];
};

/** Prints what a recording held, what matched nothing, and what could not be read. */
export const recordingText = (summary: RecordingSummary, palette: Palette): SafeText => {
  const more = summary.troubles - Math.min(shownPlaces, summary.troublePlaces.length);
  const troubles = [
    ...summary.troublePlaces
      .slice(0, shownPlaces)
      .map(({ place, message }) => safe`${palette.warn("!")} ${place}: ${message}\n`),
    ...(more > 0
      ? [safe`${palette.warn("!")} and ${plural(more, "other place")} that could not be read\n`]
      : []),
  ];
  const split = recordingParts(summary).join(" · ");
  const lines = [
    safe`recorded   ${filesText(summary)}: ${plural(summary.entries, "entry", "entries")}`,
    ...(split === "" ? [] : [safe`           ${split}`]),
    ...unmatchedText(summary),
  ];
  return safe`${lines.map((line) => safe`${palette.dim(line)}\n`)}${troubles}\n`;
};
