import { BrokenPack } from "./unpack.ts";
import type { Cutter, CutSink } from "./cutter.ts";
import { createJsonCutter } from "./json-cutter.ts";
import { createLineCutter } from "./line-cutter.ts";
import type { OpenedRecording } from "./open-recording.ts";
import { createYamlCutter } from "./yaml-cutter.ts";

/** What was cut out of one chunk of a recording. The bytes are lent until the next piece is asked for. */
export interface Piece {
  readonly unit: Cutter["unit"];
  readonly entries: readonly { readonly bytes: Uint8Array; readonly position: number }[];
  readonly troubles: readonly { readonly position: number; readonly message: string }[];
}

const cutters = { json: createJsonCutter, lines: createLineCutter, yaml: createYamlCutter } as const;

/** What ended the reading too early; a bug is thrown again. */
const reasonOf = (error: unknown): string => {
  if (error instanceof BrokenPack) return error.message;
  // Errors of the system have a code.
  if (error instanceof Error && "code" in error)
    return `it cannot be read any further (${String(error.code)})`;
  throw error;
};

/** Cuts a recording into its entries as it is read, in memory that does not grow with it. */
export async function* cutRecording(
  recording: Pick<OpenedRecording, "form" | "chunks">,
  limit?: number,
): AsyncGenerator<Piece, void> {
  let entries: { bytes: Uint8Array; position: number }[] = [];
  let troubles: { position: number; message: string }[] = [];
  const sink: CutSink = {
    entry: (bytes, position) => void entries.push({ bytes, position }),
    trouble: (position, message) => void troubles.push({ position, message }),
  };
  const cutter = cutters[recording.form](sink, limit);
  const { unit } = cutter;
  const piece = (): Piece => {
    const done = { unit, entries, troubles };
    [entries, troubles] = [[], []];
    return done;
  };
  let read = 0;
  try {
    for await (const chunk of recording.chunks()) {
      cutter.push(chunk);
      read += chunk.length;
      yield piece();
    }
    cutter.end();
  } catch (error) {
    sink.trouble(read, `${reasonOf(error)} after byte ${read} of what it holds`);
  }
  yield piece();
}
