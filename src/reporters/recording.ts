import type { RecordingSummary } from "../model/report.ts";
import { escapeText } from "./escape.ts";
import type { Palette } from "./palette.ts";

const shownRequests = 10;
const shownPlaces = 5;

const count = (number: number): string => number.toLocaleString("en-US");

const plural = (number: number, noun: string): string => `${count(number)} ${noun}${number === 1 ? "" : "s"}`;

const filesText = ({ files }: RecordingSummary): string => {
  const [first] = files;
  if (first === undefined) return "nothing";
  const formats = [...new Set(files.map(({ format }) => format))].join(", ");
  return files.length === 1 ? `${first.file} (${formats})` : `${plural(files.length, "file")} (${formats})`;
};

const splitText = (summary: RecordingSummary): string =>
  [
    ...Object.entries(summary.interfaces).map(([name, exchanges]) => `${name} ${count(exchanges)}`),
    summary.unmatched > 0 ? `${count(summary.unmatched)} match no documented operation` : "",
    summary.unanswered > 0 ? `${count(summary.unanswered)} without an answer` : "",
    summary.leftOut > 0 ? `${count(summary.leftOut)} of other interfaces` : "",
    summary.withoutBody > 0 ? `${count(summary.withoutBody)} whose body was not recorded` : "",
  ]
    .filter((part) => part !== "")
    .join(" · ");

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
    ...(more > 0 ? [`            and ${plural(more, "other kind")} of request (see the JSON report)`] : []),
  ];
};

/** Tells a person what a recording held, what matched nothing, and what could not be read. */
export const recordingText = (summary: RecordingSummary, palette: Palette): string => {
  const more = summary.troubles - Math.min(shownPlaces, summary.troublePlaces.length);
  const troubles = [
    ...summary.troublePlaces
      .slice(0, shownPlaces)
      .map(({ place, message }) => `${palette.warn("!")} ${escapeText(place)}: ${message}\n`),
    ...(more > 0 ? [`${palette.warn("!")} and ${plural(more, "other place")} that could not be read\n`] : []),
  ];
  const split = splitText(summary);
  const lines = [
    `recorded   ${escapeText(filesText(summary))}: ${plural(summary.entries, "entry").replace("entrys", "entries")}`,
    ...(split === "" ? [] : [`           ${split}`]),
    ...unmatchedText(summary),
  ];
  return `${lines.map((line) => `${palette.dim(line)}\n`).join("")}${troubles.join("")}\n`;
};
