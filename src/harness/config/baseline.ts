import type { Report } from "../model/report.ts";
import { UsageError } from "../model/usage-error.ts";
import { printable } from "../output/escape.ts";
import type { Path } from "../source/path.ts";
import { named, readSource, type SourceDocument } from "../source/source-document.ts";
import { suggestionHint } from "../output/suggest.ts";

const refuse = (source: SourceDocument, path: Path, message: string, hint?: string): never => {
  throw new UsageError(message, {
    location: source.location(path, "key"),
    hint,
  });
};

const writer = "tripact check --write-baseline FILE writes a baseline";

const keysOf = (
  source: SourceDocument,
  value: unknown,
  path: Path,
  known: readonly string[],
): Map<string, unknown> => {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return refuse(source, path, `${named(path)} must be a map with ${known.join(", ")}`, writer);
  for (const key of Object.keys(value))
    if (!known.includes(key))
      refuse(source, [...path, key], `unknown key ${printable(key)}`, suggestionHint(key, known));
  return new Map(Object.entries(value));
};

/** Fingerprints of known findings, with their check and note if given. */
export interface Baseline extends ReadonlySet<string> {
  readonly checks: ReadonlyMap<string, string>;
  readonly notes: ReadonlyMap<string, string>;
}

interface Entry {
  readonly fingerprint: string;
  readonly check?: string;
  readonly note?: string;
}

const entryOf = (source: SourceDocument, entry: unknown, path: Path): Entry => {
  const keys = keysOf(source, entry, path, ["fingerprint", "check", "note"]);
  const fingerprint = keys.get("fingerprint");
  if (typeof fingerprint !== "string" || !/^[0-9a-f]{12}$/.test(fingerprint))
    return refuse(
      source,
      path,
      `${named(path)} needs a fingerprint of 12 hex digits`,
      "copy it from a report, in quotes",
    );
  const textOf = (name: "check" | "note"): Partial<Entry> => {
    const text = keys.get(name);
    if (text === undefined) return {};
    return typeof text === "string"
      ? { [name]: text }
      : refuse(source, path, `${named(path)}.${name} must be text`);
  };
  return { fingerprint, ...textOf("check"), ...textOf("note") };
};

/**
 * Reads fingerprints of known findings from `{ "findings": [{ "fingerprint": "12 hex", "check": "its id", "note": "why"
 * }] }`; check and note are optional.
 * @throws UsageError with the location of what is invalid.
 */
export const loadBaseline = (text: string, options: { readonly file: string }): Baseline => {
  const source = readSource(text, options.file);
  const findings = keysOf(source, source.value, [], ["findings"]).get("findings");
  if (!Array.isArray(findings)) return refuse(source, ["findings"], "findings must be a list", writer);
  const entries = findings.map((entry, index) => entryOf(source, entry, ["findings", String(index)]));
  const by = (name: "check" | "note"): ReadonlyMap<string, string> =>
    new Map(
      entries.flatMap((entry) => {
        const text = entry[name];
        return text === undefined ? [] : [[entry.fingerprint, text] as const];
      }),
    );
  return Object.assign(new Set(entries.map(({ fingerprint }) => fingerprint)), {
    checks: by("check"),
    notes: by("note"),
  });
};

export const emptyBaseline = (): Baseline =>
  Object.assign(new Set<string>(), { checks: new Map<string, string>(), notes: new Map<string, string>() });

/**
 * A baseline of a run's findings plus the known ones that the run did not judge again, by check and fingerprint.
 * Existing notes stay; new entries are noted with what was found.
 */
export const baselineText = (
  { findings, resolved }: Pick<Report, "findings" | "resolved">,
  known: Baseline,
): string => {
  const done = new Set([...resolved, ...findings.map(({ fingerprint }) => fingerprint)]);
  const left = [...known]
    .filter((fingerprint) => !done.has(fingerprint))
    .map((fingerprint) => ({
      fingerprint,
      check: known.checks.get(fingerprint),
      note: known.notes.get(fingerprint),
    }));
  const present = findings.map(({ fingerprint, check, fact, operation, message }) => ({
    fingerprint,
    check,
    note: known.notes.get(fingerprint) ?? `${fact} ${operation}: ${message}`,
  }));
  const entries = [...present, ...left].toSorted(
    (one, other) =>
      (one.check ?? "").localeCompare(other.check ?? "", "en") ||
      one.fingerprint.localeCompare(other.fingerprint, "en"),
  );
  return `${JSON.stringify({ findings: entries }, null, 2)}\n`;
};
