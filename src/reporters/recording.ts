import type { RecordingSummary } from "../model/report.ts";
import { escapeText } from "./escape.ts";
import type { Palette } from "./palette.ts";
import { counted, recordingParts } from "./recording-words.ts";

const shownRequests = 10;
const shownPlaces = 5;

const count = (number: number): string => number.toLocaleString("en-US");

const filesText = ({ files }: RecordingSummary): string => {
  const [first] = files;
  if (first === undefined) return "nothing";
  const formats = [...new Set(files.map(({ format }) => format))].join(", ");
  return files.length === 1 ? `${first.file} (${formats})` : `${counted(files.length, "file")} (${formats})`;
};

const unmatchedText = ({ unmatchedRequests }: RecordingSummary): readonly string[] => {
  if (unmatchedRequests.length === 0) return [];
  const more = unmatchedRequests.length - shownRequests;
  return [
    "unmatched",
    ...unmatchedRequests
      .slice(0, shownRequests)
      .map(
        ({ method, path, exchanges }) => `  ${count(exchanges).padStart(8)}  ${method} ${escapeText(path)}`,
      ),
    ...(more > 0 ? [`            and ${counted(more, "other kind")} of request (see the JSON report)`] : []),
  ];
};

/** Tells a person what a recording held, what matched nothing, and what could not be read. */
export const recordingText = (summary: RecordingSummary, palette: Palette): string => {
  const more = summary.troubles - Math.min(shownPlaces, summary.troublePlaces.length);
  const troubles = [
    ...summary.troublePlaces
      .slice(0, shownPlaces)
      .map(({ place, message }) => `${palette.warn("!")} ${escapeText(place)}: ${message}\n`),
    ...(more > 0
      ? [`${palette.warn("!")} and ${counted(more, "other place")} that could not be read\n`]
      : []),
  ];
  const split = recordingParts(summary).join(" · ");
  const lines = [
    `recorded   ${escapeText(filesText(summary))}: ${counted(summary.entries, "entry", "entries")}`,
    ...(split === "" ? [] : [`           ${split}`]),
    ...unmatchedText(summary),
  ];
  return `${lines.map((line) => `${palette.dim(line)}\n`).join("")}${troubles.join("")}\n`;
};
