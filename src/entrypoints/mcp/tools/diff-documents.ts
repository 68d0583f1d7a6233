import { mapOfKind } from "../kinds.ts";
import { option } from "../../../core/output/options.ts";
import { diff } from "../../../app/diff.ts";
import { diffText } from "../../../consumers/usage/verdict/diff-text.ts";
import { createPalette } from "../../../core/output/palette.ts";
import { safeJson } from "../../../core/output/safe-text.ts";
import { assertFiles, tool } from "../tool.ts";
import { diffOptions } from "../../../app/options.ts";
import { count, kinds } from "../../../core/output/values.ts";
import { looksUp, withoutState } from "./inputs.ts";

export const diffDocumentsTool = tool({
  name: "diff_documents",
  title: "Compare OpenAPI documents",
  description:
    "Compares two versions of an OpenAPI document, or two folders of them: what changed, whom each change breaks, and with usage files which consumer and where.",
  annotations: looksUp,
  input: {
    old: { ...diffOptions.old, help: "path of the older document, or of a folder" },
    new: { ...diffOptions.new, help: "path of the newer one" },
    for: { ...diffOptions.for, help: "whom a change must not break; default consumers" },
    usages: option.optional(kinds.texts, { help: "usage files of consumers, as tripact usage writes them" }),
    onlyUsed: { ...diffOptions.onlyUsed, help: "count nothing that no consumer uses" },
  },
  output: { breaks: option.needed(kinds.truth), summary: option.needed(mapOfKind(count)) },
  async run(options, call) {
    await assertFiles("old", [options.old], call);
    await assertFiles("new", [options.new], call);
    await assertFiles("usages", options.usages ?? [], call);
    const found = await diff({ ...withoutState(call), ...options });
    return {
      text: String(diffText(found, createPalette(false))),
      data: { breaks: !(found.safe ?? found.summary.breaking === 0), summary: found.summary },
      resource: call.resources.keep("diff", {
        name: "changes",
        mimeType: "application/json",
        text: String(safeJson(found, 2)),
      }),
    };
  },
});
