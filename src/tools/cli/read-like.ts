import { open } from "node:fs/promises";
import { resolve } from "node:path";
import type { ShapeFile } from "../../harness/drift/shape-file.ts";
import { isObject, parseJson } from "../../harness/model/json-object.ts";
import { statOf } from "../../harness/model/stat-of.ts";
import { createLikeness, type Likeness } from "../../sandbox/likeness/likeness.ts";
import { readShapeFile } from "../../sandbox/likeness/read-shape-file.ts";
import { shapeOfReport } from "../../sandbox/likeness/report-shape.ts";
import type { SandboxCommandOptions } from "./definitions/sandbox.ts";
import type { CliIo } from "./io.ts";
import { readTextFile } from "../../app/read-file.ts";
import { readReport } from "../../app/read-report.ts";
import { openRunStore } from "./run-store.ts";
import { shapeOfStore } from "../../app/drift/export-shape.ts";

const storeMark = "SQLite format 3\0";

const isStore = async (path: string): Promise<boolean> => {
  // A folder and a pipe are left to whoever reads text.
  if (statOf(path)?.isFile() !== true) return false;
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return false;
  try {
    const { buffer } = await file.read(Buffer.alloc(storeMark.length), 0, storeMark.length, 0);
    return buffer.toString("latin1") === storeMark;
  } finally {
    await file.close();
  }
};

const shapeAt = (file: string, io: CliIo): ShapeFile => {
  const store = openRunStore(file, io);
  try {
    return shapeOfStore(store);
  } finally {
    store.close();
  }
};

const readShape = async (file: string, io: CliIo): Promise<ShapeFile> => {
  const path = resolve(io.cwd, file);
  if (await isStore(path)) return shapeAt(file, io);
  const text = await readTextFile(path, {
    location: file,
    hint: "write one with tripact drift --export-shape FILE",
    signal: io.signal,
  });
  const value = parseJson(text);
  if (isObject(value) && Object.hasOwn(value, "unknowns")) return shapeOfReport(await readReport(file, io));
  return readShapeFile(text, file);
};

/**
 * The target that `--like` names, by a shape file, a store or a report of `tripact check`.
 * @throws UsageError for a file that is none of them.
 */
export const readLike = async (
  { like, likeOnly }: Pick<SandboxCommandOptions, "like" | "likeOnly">,
  io: CliIo,
): Promise<Likeness | undefined> => {
  if (like === undefined) return undefined;
  const shape = await readShape(like, io);
  if (likeOnly === undefined) return createLikeness({ shape });
  return createLikeness({ shape, only: likeOnly.includes("documented") ? "documented" : likeOnly });
};
