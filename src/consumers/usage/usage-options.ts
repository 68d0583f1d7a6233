import { option, type OptionsOf } from "../../core/output/options.ts";
import { kinds, listOfKind, typed } from "../../core/output/values.ts";
import type { Usage } from "./usage-file.ts";

export const usageFileOptions = {
  /** What consumers use: files that `usage` wrote, or its results. */
  usages: option.optional(listOfKind(typed<string | Usage>(kinds.textOrObject)), {
    help: "judge by what a consumer uses: a file that tripact usage wrote; repeat it for more consumers",
    flag: "usage",
  }),
  /** Whether to ignore what no consumer uses. */
  onlyUsed: option.optional(kinds.truth, { help: "with --usage: fail on nothing that no consumer uses" }),
};

/** Consumers whose use decides how changes and findings are judged. */
export interface UsageFileOptions extends OptionsOf<typeof usageFileOptions> {}
