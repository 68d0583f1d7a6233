import { createRequire } from "node:module";
import { documentation } from "../../contract/documents.ts";
import { readCheckedFile } from "../../harness/config/read-checked-file.ts";
import type { ShapeFile } from "../../harness/drift/shape-file.ts";
import type { ConfigProblem, ConfigRules } from "../../harness/model/config-rules.ts";
import { isObject } from "../../harness/model/json-object.ts";
import { printable } from "../../harness/output/escape.ts";

const requireHere = createRequire(import.meta.url);

const operationProblems = (value: unknown): readonly ConfigProblem[] => {
  const answers: unknown = isObject(value) ? value["answers"] : undefined;
  if (!Array.isArray(answers)) return [];
  return answers.flatMap((answer: unknown, index): readonly ConfigProblem[] => {
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

const loadRules = (): ConfigRules => ({
  schema: requireHere("../../contract/generated/shape-file/shape-file.schema.json") as ConfigRules["schema"],
  validate: (
    requireHere("../../contract/generated/shape-file/shape-file-validator.js") as Pick<
      ConfigRules,
      "validate"
    >
  ).validate,
  problems: operationProblems,
});

/** A month of two hundred organizations has fewer. */
const maxValues = 2_000_000;

/**
 * Reads what `tripact drift --export-shape` has written.
 * @throws UsageError that holds everything that is wrong, each with `file:line:column`.
 */
export const readShapeFile = (text: string, file: string): ShapeFile =>
  // What it returns fits the schema, which describes this type.
  readCheckedFile(text, { file, rules: loadRules(), limits: { maxValues } }) as ShapeFile;
