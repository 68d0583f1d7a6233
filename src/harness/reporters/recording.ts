import type { RecordingSummary } from "../model/report.ts";
import { grouped } from "../output/grouped.ts";
import type { Palette } from "../output/palette.ts";
import { plural } from "../output/plural.ts";
import { safe, type SafeText } from "../output/safe-text.ts";
import { recordingParts, requestName } from "./recording-words.ts";

const shownRequests = 10;
const mostShown = 5;

const filesText = ({ files }: RecordingSummary): string => {
  const [first] = files;
  if (first === undefined) return "nothing";
  const formats = [...new Set(files.map(({ format }) => format))].join(", ");
  return files.length === 1 ? `${first.file} (${formats})` : `${plural(files.length, "file")} (${formats})`;
};

/** Requests of one kind under their common part, most frequent first. */
const requestsText = (
  title: string,
  requests: RecordingSummary["unmatchedRequests"],
): readonly SafeText[] => {
  if (requests.length === 0) return [];
  const more = requests.length - shownRequests;
  return [
    safe`${title}`,
    ...requests
      .slice(0, shownRequests)
      .map((request) => safe`  ${grouped(request.exchanges).padStart(8)}  ${requestName(request)}`),
    ...(more > 0
      ? [safe`            and ${plural(more, "other kind")} of request (see the JSON report)`]
      : []),
  ];
};

/** Undocumented requests, as suggestions for the OpenAPI documents; and requests to unknown addresses. */
const unmatchedText = ({ unmatchedRequests }: RecordingSummary): readonly SafeText[] => {
  const [known, unknown] = [true, false].map((isKnown) =>
    unmatchedRequests.filter((request) => (request.interface !== undefined) === isKnown),
  );
  return [
    ...requestsText("match no documented operation, by method, path and types of ids", known ?? []),
    ...requestsText("at no known address (name the base address of each interface)", unknown ?? []),
  ];
};

/** Prints what recordings held, what matched nothing, and what was unreadable. */
export const recordingText = (summary: RecordingSummary, palette: Palette): SafeText => {
  const more = summary.troubles - Math.min(mostShown, summary.troublePlaces.length);
  const troubles = [
    ...summary.troublePlaces
      .slice(0, mostShown)
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
