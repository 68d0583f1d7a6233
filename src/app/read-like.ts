import { type AppOptions, appOptions, environmentOf } from "../inputs/app-options.ts";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import type { ShapeFile } from "../core/shapes/shape-file.ts";
import { isObject, parseJson } from "../core/model/json-object.ts";
import { statOf } from "../core/model/stat-of.ts";
import { createLikeness, type Likeness } from "../sandbox/likeness/likeness.ts";
import { readShapeFile, shapeOfReport } from "../sandbox/likeness/read-likeness.ts";
import { shapeOfStore } from "./export-shape.ts";
import { openNamedStore } from "../core/store/kept-store.ts";
import { readTextFile } from "../core/source/read-file.ts";
import { readReport } from "../inputs/read-report.ts";
import type { Environment } from "../core/model/environment.ts";

const storeMark = "SQLite format 3\0";

const isStore = async (path: string): Promise<boolean> => {
  // The reader of text handles folders and pipes.
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

const shapeAt = async (file: string, around: Environment): Promise<ShapeFile> => {
  const store = openNamedStore(file, around);
  try {
    return await shapeOfStore(store);
  } finally {
    store.close();
  }
};

const readShape = async (file: string, around: Environment): Promise<ShapeFile> => {
  const path = resolve(around.cwd, file);
  if (await isStore(path)) return shapeAt(file, around);
  const text = await readTextFile(path, {
    location: file,
    hint: "write one with tripact drift --export-shape FILE",
    signal: around.signal,
  });
  const value = parseJson(text);
  if (isObject(value) && Object.hasOwn(value, "unknowns"))
    return shapeOfReport(await readReport(file, around));
  return readShapeFile(text, file);
};

/**
 * Reads a target from a shape file, a store of `drift` or a report of `check`.
 * @param only ids of the deviations to reproduce, or `documented` for none
 * @throws UsageError for any other file.
 */
export const readLike = async (
  file: string,
  only: readonly string[] | undefined,
  options: AppOptions,
): Promise<Likeness> => {
  const shape = await readShape(file, environmentOf(options, appOptions));
  if (only === undefined) return createLikeness({ shape });
  return createLikeness({ shape, only: only.includes("documented") ? "documented" : only });
};
