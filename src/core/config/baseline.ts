import type { Report } from "../model/report.ts";
import { assertFollows, is, keys, aList, optional, aText } from "../source/rules.ts";
import { readSource } from "../source/source-document.ts";

/** Fingerprints of known findings, with their check and note if given. */
export interface Baseline extends ReadonlySet<string> {
  readonly checks: ReadonlyMap<string, string>;
  readonly notes: ReadonlyMap<string, string>;
}

const writer = "tripact check --write-baseline FILE writes a baseline";

const entry = keys("a map with fingerprint, check, note", {
  fingerprint: is(
    "12 hex digits in quotes",
    (value) => typeof value === "string" && /^[0-9a-f]{12}$/.test(value),
    "copy it from a report",
  ),
  check: optional(aText),
  note: optional(aText),
});

const rule = keys("a map with findings", { findings: aList(entry, "a list", writer) }, writer);

/**
 * Reads fingerprints of known findings from `{ "findings": [{ "fingerprint": "12 hex", "check": "its id", "note": "why"
 * }] }`; check and note are optional.
 * @throws UsageError with the location of everything that is invalid.
 */
export const loadBaseline = (text: string, options: { readonly file: string }): Baseline => {
  const source = readSource(text, options.file);
  assertFollows(source, rule);
  // Every rule was just checked.
  const { findings: entries } = source.value as {
    readonly findings: readonly {
      readonly fingerprint: string;
      readonly check?: string;
      readonly note?: string;
    }[];
  };
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

/** A baseline of a run's findings and of known ones that it did not judge again. Existing notes stay. */
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
