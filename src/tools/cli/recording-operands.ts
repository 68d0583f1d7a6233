import type { RecordingSource } from "../../app/recordings/find-recordings.ts";
import { UsageError } from "../../harness/model/usage-error.ts";
import type { CliIo } from "./io.ts";

/** The recordings that operands name: files, patterns of files, and `-` for standard input. @throws UsageError */
export const recordingsOf = (operands: readonly string[], { stdin }: CliIo): readonly RecordingSource[] => {
  if (operands.filter((one) => one === "-").length > 1)
    throw new UsageError("standard input is named twice", { location: "-" });
  return operands.map((one) => (one === "-" ? { name: "standard input", bytes: stdin } : one));
};
