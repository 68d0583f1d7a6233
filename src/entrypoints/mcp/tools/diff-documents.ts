import { z } from "zod";
import { diff } from "../../../app/diff.ts";
import { diffText } from "../../../consumers/usage/verdict/diff-text.ts";
import { createPalette } from "../../../core/output/palette.ts";
import { safeJson } from "../../../core/output/safe-text.ts";
import { assertFiles, tool } from "../tool.ts";
import { inputs, looksUp, withoutState } from "./inputs.ts";

const { text, texts } = inputs;

export const diffDocumentsTool = tool({
  name: "diff_documents",
  title: "Compare OpenAPI documents",
  description:
    "Compares two versions of an OpenAPI document, or two folders of them: what changed, whom each change breaks, and with usage files which consumer and where.",
  annotations: looksUp,
  input: {
    old: text("path of the older document, or of a folder"),
    new: text("path of the newer one"),
    for: z
      .enum(["consumers", "providers", "both"])
      .describe("whom a change must not break; default consumers")
      .exactOptional(),
    usages: texts("usage files of consumers, as tripact usage writes them"),
    onlyUsed: z.boolean().describe("count nothing that no consumer uses").exactOptional(),
  },
  output: { breaks: z.boolean(), summary: z.record(z.string(), z.int()) },
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
