import { fileURLToPath } from "node:url";
import { documentation } from "../../builtin/documents.ts";
import { loadFileRules } from "../../builtin/file-rules.ts";
import { readCheckedFile } from "../../core/config/read-checked-file.ts";
import type { ShapeFile } from "../../core/shapes/shape-file.ts";
import type { FileProblem } from "../../core/model/file-rules.ts";
import { isObject } from "../../core/model/json-object.ts";
import type { Report } from "../../core/model/report.ts";
import { withSettings } from "../../core/model/settings.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { readTextFileSync } from "../../core/source/read-file.ts";
import { assertOptions, option } from "../../core/output/options.ts";
import { kinds, kindThat } from "../../core/output/values.ts";
import { printable } from "../../core/output/escape.ts";
import { createLikeness, type Likeness, type LikeOptions } from "./likeness.ts";

const operationProblems = (value: unknown): readonly FileProblem[] => {
  const answers: unknown = isObject(value) ? value["answers"] : undefined;
  if (!Array.isArray(answers)) return [];
  return answers.flatMap((answer: unknown, index): readonly FileProblem[] => {
    const id: unknown = isObject(answer) ? answer["operation"] : undefined;
    if (typeof id !== "string" || documentation.operation(id) !== undefined) return [];
    return [
      {
        path: ["answers", String(index), "operation"],
        part: "value",
        message: `there is no operation ${printable(id)}`,
        hint: "export the file again with this version of tripact",
      },
    ];
  });
};

/** A month of two hundred organizations has fewer. */
const maxValues = 2_000_000;

/**
 * Reads a file written by `tripact drift --export-shape`.
 * @throws UsageError with every problem, each with `file:line:column`.
 */
export const readShapeFile = (text: string, file: string): ShapeFile =>
  // The result fits the schema, which describes this type.
  readCheckedFile(text, loadFileRules("shape-file", operationProblems), { file, limits: { maxValues } })
    .value as ShapeFile;

const likeOptions = {
  /** Which deviations and statuses are reproduced: none, or those with these ids; default: all. */
  only: option.optional(
    kindThat<"documented" | readonly string[]>(
      "documented, or a list of texts",
      (value) => value === "documented" || kinds.texts.mistake(value, "only") === undefined,
    ),
  ),
};

/**
 * Reads a shape file for `createSandbox({ like })`.
 * @example
 * ```ts
 * import { createSandbox, readLikeness } from "tripact";
 *
 * const like = readLikeness("production.shape.json", { only: "documented" });
 * const sandbox = createSandbox({ like });
 * await sandbox.close();
 * ```
 * @throws UsageError for a file that cannot be read or is no shape file, with `file:line:column`, and for an id in
 * `only` that no deviation has.
 */
export const readLikeness = (file: string | URL, options: Omit<LikeOptions, "shape"> = {}): Likeness => {
  assertOptions(options, likeOptions);
  if (typeof file !== "string" && !(file instanceof URL && file.protocol === "file:"))
    throw new UsageError("must be a path or a URL of a file", { option: "file" });
  const path = file instanceof URL ? fileURLToPath(file) : file;
  const hint = "write one with tripact drift --export-shape FILE";
  const text = readTextFileSync(path, { location: printable(path), hint });
  return createLikeness({ shape: readShapeFile(text, printable(path)), ...options });
};

/** The shape in a report of `tripact check`: a target's answers to open questions, without bodies. */
export const shapeOfReport = ({ tool, unknowns }: Report): ShapeFile => ({
  form: 1,
  tripact: tool.version,
  settings: withSettings(...unknowns.map(({ settings }) => settings)).settings ?? {},
  answers: [],
});
