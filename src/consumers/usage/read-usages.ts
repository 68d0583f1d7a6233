import type { UsageFileOptions } from "./usage-options.ts";
import { resolve } from "node:path";
import { UsageError } from "../../core/model/usage-error.ts";
import { printable } from "../../core/output/escape.ts";
import type { Usage } from "./usage-file.ts";
import { ofOption } from "../../core/model/of-option.ts";
import { readTextFile } from "../../core/source/read-file.ts";
import type { Environment } from "../../core/model/environment.ts";

/**
 * The usage of each consumer; empty without the option.
 * @throws UsageError for an invalid file, for two files of one consumer, and for `onlyUsed` alone.
 */
export const readUsages = async (
  { usages = [], onlyUsed }: UsageFileOptions,
  { cwd, signal }: Environment,
): Promise<readonly Usage[]> => {
  if (onlyUsed === true && usages.length === 0)
    throw new UsageError("needs the usage file of a consumer", {
      option: "onlyUsed",
      hint: "add `usages` FILE",
    });
  const { parseUsage } = await import("./usage-file.ts");
  const names = new Map<string, string>();
  const read: Usage[] = [];
  for (const [index, given] of usages.entries()) {
    const location = typeof given === "string" ? printable(given) : `[${index}]`;
    const place = { option: "usages", location };
    const text =
      typeof given === "string"
        ? await readTextFile(resolve(cwd, given), { ...place, signal })
        : JSON.stringify(given);
    const usage = ofOption("usages", () => parseUsage(text, location));
    const other = names.get(usage.consumer);
    if (other !== undefined)
      throw new UsageError(`is of the same consumer as \`usages\` ${other}: ${printable(usage.consumer)}`, {
        ...place,
        hint: "write one of them anew with tripact usage --name",
      });
    names.set(usage.consumer, location);
    read.push(usage);
  }
  return read;
};
