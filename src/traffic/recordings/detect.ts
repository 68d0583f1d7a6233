import { parseJson } from "../../core/model/json-object.ts";
import { hasFewValues } from "./entry-values.ts";
import { createJsonEntrySplitter } from "./json-entry-splitter.ts";
import { isEntry } from "./read-entry.ts";

export type RecordingForm = "json" | "lines" | "yaml";

/** What the first bytes of a recording show: its form, that more bytes are needed, or why it is not a recording. */
export type Detection =
  | { readonly form: RecordingForm; readonly name: string }
  | { readonly more: true }
  | { readonly refusal: string };

/** Bytes examined before giving up. */
const longestHead = 16 * 1024 * 1024;
const longestTextHead = 256 * 1024;

const decoder = new TextDecoder();

const firstByte = (head: Uint8Array): number | undefined =>
  head.find((byte) => byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09);

export const withoutMark = (head: Uint8Array): Uint8Array =>
  head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? head.subarray(3) : head;

const known = "HAR 1.2, a VCR cassette (YAML or JSON) or NDJSON of exchanges";

const refuse = (what: string): Detection => ({ refusal: `not a recording: ${what}; supported are ${known}` });

/** Files often named by mistake, by their first bytes. */
const otherKinds: readonly (readonly [magic: readonly number[], what: string])[] = [
  [[0xff, 0xfe], "text in UTF-16, where UTF-8 is needed"],
  [[0xfe, 0xff], "text in UTF-16, where UTF-8 is needed"],
  [[0x50, 0x4b, 0x03, 0x04], "a zip archive, which must be unpacked"],
  [[0x42, 0x5a, 0x68], "compressed with bzip2, where gzip or zstd can be read"],
  [[0xfd, 0x37, 0x7a, 0x58], "compressed with xz, where gzip or zstd can be read"],
  [[0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], "a database"],
];

/** Other files with lists of requests, by how they begin. */
const otherLists: readonly (readonly [begins: RegExp, what: string])[] = [
  [/^\s*\{\s*"(?:consumer|provider)"\s*:/, "a pact, which tripact pact verify reads"],
  [/^\s*\[\s*\{\s*"scope"\s*:/, "a fixture of nock, where tripact/recorder records the same requests"],
];

const listName = (head: Uint8Array): string => {
  const text = decoder.decode(head.subarray(0, 64 * 1024));
  if (/"log"\s*:/.test(text)) return "HAR";
  return /"(?:http_)?interactions"\s*:/.test(text) ? "cassette (JSON)" : "JSON list";
};

/** Separates documents with a list (HAR, cassettes) from JSON lines, whose first document ends without one. */
const detectJson = (head: Uint8Array, isWhole: boolean): Detection => {
  const probe = createJsonEntrySplitter({ entry: () => undefined, problem: () => undefined }, 0);
  for (let at = 0; at < head.length;) at = probe.read(head, at);
  const progress = probe.progress();
  if (progress === "found") {
    const begin = decoder.decode(head.subarray(0, 1024));
    const other = otherLists.find(([begins]) => begins.test(begin));
    return other === undefined ? { form: "json", name: listName(head) } : refuse(other[1]);
  }
  if (progress === "none") return detectLine(head);
  if (!isWhole && head.length < longestHead) return { more: true };
  // A HAR that is cut off before its entries is still a recording.
  if (/^\s*\{\s*"log"\s*:\s*\{/.test(decoder.decode(head.subarray(0, 1024))))
    return { form: "json", name: "HAR" };
  return refuse(isWhole ? "truncated JSON" : "JSON without a list of entries");
};

const detectLine = (head: Uint8Array): Detection => {
  const end = head.indexOf(0x0a);
  const line = decoder.decode(end < 0 ? head : head.subarray(0, end));
  const first = hasFewValues(line) ? parseJson(line) : undefined;
  if (first === undefined) return refuse("JSON that is neither a list of entries nor one entry a line");
  return isEntry(first)
    ? { form: "lines", name: "NDJSON" }
    : refuse("JSON without a request in its first line, and without a list of entries");
};

export const detect = (head: Uint8Array, isWhole: boolean): Detection => {
  const first = firstByte(head);
  if (first === undefined)
    return isWhole || head.length > longestTextHead
      ? { refusal: "not a recording: it is empty" }
      : { more: true };
  const other = otherKinds.find(([magic]) => magic.every((byte, index) => head[index] === byte));
  if (other !== undefined) return refuse(other[1]);
  if (first === 0x7b || first === 0x5b) {
    // Skips leading blank lines, so that `detectLine` gets the first entry.
    const start = head.indexOf(first);
    return detectJson(head.subarray(start), isWhole);
  }
  const text = decoder.decode(head.subarray(0, longestTextHead));
  if (/^(?:http_interactions|interactions):/m.test(text)) return { form: "yaml", name: "cassette (YAML)" };
  if (!isWhole && head.length < longestTextHead) return { more: true };
  return refuse("neither JSON nor a cassette in YAML");
};
