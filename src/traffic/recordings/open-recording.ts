import { open, stat } from "node:fs/promises";
import { unreadableFile } from "../../core/model/unreadable-file.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { type Detection, detect, type RecordingForm, withoutMark } from "./detect.ts";
import { copyOf } from "./entry-splitter.ts";
import { BrokenPack, unpack } from "./unpack.ts";

/** A recording of known form, ready to be read once. */
export interface OpenedRecording {
  readonly file: string;
  readonly form: RecordingForm;
  readonly format: string;
  /** Uncompressed bytes; each chunk is valid until the next is requested. @throws BrokenPack */
  chunks(): AsyncIterable<Uint8Array>;
}

const chunkSize = 256 * 1024;

/** Reads one chunk ahead, alternating two buffers. */
async function* fileChunks(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    let [buffer, other] = [Buffer.allocUnsafe(chunkSize), Buffer.allocUnsafe(chunkSize)];
    let reading = file.read(buffer, 0, chunkSize, null);
    for (;;) {
      const { bytesRead } = await reading;
      if (bytesRead === 0) return;
      reading = file.read(other, 0, chunkSize, null);
      // If the consumer stops early, nobody awaits the pending read.
      reading.catch(() => undefined);
      yield buffer.subarray(0, bytesRead);
      [buffer, other] = [other, buffer];
    }
  } finally {
    await file.close();
  }
}

/** Reads as many first bytes as the form needs. @throws UsageError if it is no recording */
const readHead = async (
  chunks: AsyncIterator<Uint8Array>,
  file: string,
): Promise<{
  readonly head: Uint8Array;
  readonly detection: Extract<Detection, { form: RecordingForm }>;
}> => {
  let parts: Uint8Array[] = [];
  let size = 0;
  // Doubles each time, so that a long first line is not scanned again for every chunk.
  let wanted = 0;
  for (;;) {
    const next = await chunks.next();
    const isWhole = next.done === true;
    if (!isWhole) {
      parts.push(copyOf(next.value));
      size += next.value.length;
    }
    if (!isWhole && size < wanted) continue;
    const head = Buffer.concat(parts, size);
    parts = [head];
    const detection = detect(withoutMark(head), isWhole);
    if ("form" in detection) return { head, detection };
    if ("refusal" in detection) throw new UsageError(detection.refusal, { location: file });
    wanted = size * 2;
  }
};

const skipMark = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of chunks) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    head = head.length === 0 && chunk.length >= 3 ? chunk : Buffer.concat([head, chunk]);
    if (head.length < 3) continue;
    yield withoutMark(head);
    head = undefined;
  }
  if (head !== undefined) yield head;
};

/** @throws UsageError */
const detectFile = async (path: string, file: string) => {
  const chunks = unpack(fileChunks(path));
  try {
    if ((await stat(path)).isDirectory()) throw Object.assign(new Error("a folder"), { code: "EISDIR" });
    return (await readHead(chunks, file)).detection;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof BrokenPack)
      throw new UsageError(`not a recording: ${error.message}`, { location: file });
    throw unreadableFile(error, {
      location: file,
      folderHint: `name the files in it, for example '${file}/*.har'`,
    });
  } finally {
    await chunks.return(undefined);
  }
};

/** @throws UsageError if it cannot be read or is no recording */
export const openFile = async (path: string, file: string): Promise<OpenedRecording> => {
  const { form, name } = await detectFile(path, file);
  return { file, form, format: name, chunks: () => skipMark(unpack(fileChunks(path))) };
};

/** Opens a stream, such as standard input. @throws UsageError if it is no recording */
export const openStream = async (
  stream: AsyncIterable<Uint8Array>,
  file: string,
): Promise<OpenedRecording> => {
  const chunks = unpack(stream);
  const { head, detection } = await readHead(chunks, file).catch((error: unknown) => {
    throw error instanceof BrokenPack
      ? new UsageError(`not a recording: ${error.message}`, { location: file })
      : error;
  });
  const again = async function* (): AsyncGenerator<Uint8Array> {
    yield head;
    yield* chunks;
  };
  return { file, form: detection.form, format: detection.name, chunks: () => skipMark(again()) };
};
