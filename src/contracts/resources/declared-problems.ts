import type { FileProblem } from "../../core/model/file-rules.ts";
import type { JsonObject } from "../../core/model/json-object.ts";
import { printable } from "../../core/output/escape.ts";
import { suggestionHint } from "../../core/output/suggest.ts";
import type { Path } from "../../core/source/path.ts";
import type { ApiOperation } from "../../documents/document.ts";

/** What is wrong with a value of a declaration. @param path below `interfaces` */
export const problem = (path: Path, message: string, hint?: string): FileProblem => ({
  path,
  part: "value",
  message: `${path.slice(2).join(".")}: ${message}`,
  ...(hint === undefined ? {} : { hint }),
});

export const unknownKeys = (
  value: JsonObject,
  known: readonly string[],
  path: Path,
): readonly FileProblem[] =>
  Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => ({
      path: [...path, key],
      part: "key" as const,
      message: `${path.slice(2).join(".")}: unknown key ${printable(key)}`,
      hint: suggestionHint(key, known) ?? `known: ${known.join(", ")}`,
    }));

/** A word that is not known there. */
export const unknownWord = (path: Path, word: unknown, known: readonly string[], what: string): FileProblem =>
  problem(
    path,
    `${printable(String(word))} is no ${what}`,
    (typeof word === "string" ? suggestionHint(word, known) : undefined) ??
      `known: ${known.slice(0, 12).map(printable).join(", ")}`,
  );

/** How a configuration names an operation. */
export const statedName = ({ statedId, id }: Pick<ApiOperation, "statedId" | "id">): string => statedId ?? id;
