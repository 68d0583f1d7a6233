import { documentation } from "../../contract/documents.ts";
import { loadFileRules } from "../../contract/file-rules.ts";
import { readCheckedFile } from "../../harness/config/read-checked-file.ts";
import type { ShapeFile } from "../../harness/drift/shape-file.ts";
import type { FileProblem } from "../../harness/model/file-rules.ts";
import { isObject } from "../../harness/model/json-object.ts";
import { printable } from "../../harness/output/escape.ts";

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
