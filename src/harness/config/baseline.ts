import { UsageError } from "../model/usage-error.ts";
import { printable } from "../output/escape.ts";
import type { Path } from "../source/path.ts";
import { named, readSource, type SourceDocument } from "../source/source-document.ts";
import { suggestionHint } from "../output/suggest.ts";

const refuse = (source: SourceDocument, path: Path, message: string, hint?: string): never => {
  throw new UsageError(message, {
    place: source.place(path, "key"),
    hint,
  });
};

const keysOf = (
  source: SourceDocument,
  value: unknown,
  path: Path,
  known: readonly string[],
): Map<string, unknown> => {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return refuse(source, path, `${named(path)} must be a map with ${known.join(", ")}`);
  for (const key of Object.keys(value))
    if (!known.includes(key))
      refuse(source, [...path, key], `unknown key ${printable(key)}`, suggestionHint(key, known));
  return new Map(Object.entries(value));
};

const entryOf = (
  source: SourceDocument,
  entry: unknown,
  path: Path,
): readonly [fingerprint: string, check: string | undefined] => {
  const keys = keysOf(source, entry, path, ["fingerprint", "check", "note"]);
  const fingerprint = keys.get("fingerprint");
  if (typeof fingerprint !== "string" || !/^[0-9a-f]{12}$/.test(fingerprint))
    return refuse(
      source,
      path,
      `${named(path)} needs a fingerprint of 12 hex digits`,
      "copy it from a report, in quotes",
    );
  for (const name of ["check", "note"]) {
    const text = keys.get(name);
    if (text !== undefined && typeof text !== "string")
      return refuse(source, path, `${named(path)}.${name} must be text`);
  }
  const check = keys.get("check");
  return [fingerprint, typeof check === "string" ? check : undefined];
};

/** Fingerprints of known findings, and of those that name it the check they are of. */
export interface Baseline extends ReadonlySet<string> {
  readonly checks: ReadonlyMap<string, string>;
}

/**
 * Fingerprints of known findings from `{ "findings": [{ "fingerprint": "12 hex", "check": "its id", "note": "why" }] }`;
 * check and note may be left out.
 * @throws UsageError with the place of what does not belong there.
 */
export const loadBaseline = (text: string, options: { readonly file: string }): Baseline => {
  const source = readSource(text, options.file);
  const findings = keysOf(source, source.value, [], ["findings"]).get("findings");
  if (!Array.isArray(findings)) return refuse(source, ["findings"], "findings must be a list");
  const entries = findings.map((entry, index) => entryOf(source, entry, ["findings", String(index)]));
  const checks = new Map(
    entries.flatMap(([one, check]) => (check === undefined ? [] : [[one, check] as const])),
  );
  return Object.assign(new Set(entries.map(([fingerprint]) => fingerprint)), { checks });
};
