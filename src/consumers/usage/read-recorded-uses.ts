import { operationMatcher, pathWords } from "../../builtin/documents.ts";
import { interfaceNames } from "../../builtin/interface-name.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { createFindOperation } from "../../traffic/recordings/find-operation.ts";
import type { OpenedRecording } from "../../traffic/recordings/open-recording.ts";
import { createRecordingReader } from "../../traffic/recordings/recording-reader.ts";
import { splitRecording } from "../../traffic/recordings/split-recording.ts";
import { createRecordedUses } from "./recorded-uses.ts";
import type { Use } from "./use.ts";

/**
 * The calls and sent fields in recordings, besides the uses that code shows.
 * @throws UsageError for an unreadable entry, since its uses would be missing.
 */
export const readRecordedUses = async (
  recordings: readonly OpenedRecording[],
  shown: readonly Use[],
  signal: AbortSignal,
): Promise<readonly Use[]> => {
  const uses = createRecordedUses();
  const reader = createRecordingReader({
    find: createFindOperation(operationMatcher),
    pathWords,
    interfaces: interfaceNames,
    onExchange: uses.see,
  });
  for (const [recording, { file, form, chunks }] of recordings.entries()) {
    let number = 0;
    for await (const { entries, problems, unit } of splitRecording({ form, chunks })) {
      for (const { bytes, ...place } of entries)
        reader.entry(bytes, { ...place, recording, form, number: (number += 1) });
      for (const { position, message } of problems) reader.problem({ recording, position, message });
      const [problem] = reader.counts().problemLocations;
      if (problem !== undefined)
        throw new UsageError(`cannot be read: ${problem.message}`, {
          location: unit === "line" ? `${file}:${problem.position}` : `${file}: byte ${problem.position}`,
        });
      signal.throwIfAborted();
    }
  }
  return uses.beside(shown);
};
