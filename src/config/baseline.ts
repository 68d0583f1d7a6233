import { UsageError } from "../model/usage-error.ts";
import { type Path, printable } from "./path.ts";
import { named, readSource, type SourceDocument } from "./source-document.ts";
import { suggestionHint } from "./suggest.ts";

const refuse = (source: SourceDocument, path: Path, message: string, hint?: string): never => {
  throw new UsageError(message, {
    place: source.place(path, "key"),
    ...(hint === undefined ? {} : { hint }),
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

const fingerprintOf = (source: SourceDocument, entry: unknown, path: Path): string => {
  const keys = keysOf(source, entry, path, ["fingerprint", "note"]);
  const fingerprint = keys.get("fingerprint");
  if (typeof fingerprint !== "string" || !/^[0-9a-f]{12}$/.test(fingerprint))
    return refuse(
      source,
      path,
      `${named(path)} needs a fingerprint of 12 hex digits`,
      "copy it from a report, in quotes",
    );
  const note = keys.get("note");
  if (note !== undefined && typeof note !== "string")
    return refuse(source, path, `${named(path)}.note must be text`);
  return fingerprint;
};

/**
 * Fingerprints of known findings from `{ "findings": [{ "fingerprint": "12 hex", "note": "why" }] }`.
 * @throws UsageError with the place of what does not belong there.
 */
export const loadBaseline = (text: string, options: { readonly file: string }): ReadonlySet<string> => {
  const source = readSource(text, options.file);
  const findings = keysOf(source, source.value, [], ["findings"]).get("findings");
  if (!Array.isArray(findings)) return refuse(source, ["findings"], "findings must be a list");
  return new Set(findings.map((entry, index) => fingerprintOf(source, entry, ["findings", String(index)])));
};
