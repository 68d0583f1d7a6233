import type { InterfaceName } from "../../core/model/interface-name.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import type { FindOperation } from "../../traffic/recordings/find-operation.ts";
import type { OpenedRecording } from "../../traffic/recordings/open-recording.ts";
import { createRecordingReader } from "../../traffic/recordings/recording-reader.ts";
import { splitRecording } from "../../traffic/recordings/split-recording.ts";
import type { InterfaceDocuments } from "./interface-document.ts";
import { createRecordedUses } from "./recorded-uses.ts";
import type { Use } from "./use.ts";

/** The interfaces whose traffic is read. */
export interface RecordedInterfaces {
  readonly documents: InterfaceDocuments;
  readonly find: FindOperation;
  /** Words in URLs that are not personal data. */
  readonly pathWords: ReadonlySet<string>;
  readonly interfaces: readonly InterfaceName[];
}

/**
 * The calls and sent fields in recordings, besides the uses that code shows.
 * @throws UsageError for an unreadable entry, since its uses would be missing.
 */
export const readRecordedUses = async (
  recordings: readonly OpenedRecording[],
  { documents, ...reading }: RecordedInterfaces,
  shown: readonly Use[],
  signal: AbortSignal,
): Promise<readonly Use[]> => {
  const uses = createRecordedUses(documents);
  const reader = createRecordingReader({ ...reading, onExchange: uses.see });
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
