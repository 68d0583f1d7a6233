import { option } from "../../../core/output/options.ts";
import { explain, subjectOf } from "../../../app/explain.ts";
import { safeJson } from "../../../core/output/safe-text.ts";
import { kinds } from "../../../core/output/values.ts";
import { tool } from "../tool.ts";
import { contractAt, inputs, looksUp } from "./inputs.ts";

const { config, document } = inputs;

export const explainFactTool = tool({
  name: "explain_fact",
  title: "Explain a fact",
  description:
    "Explains a fact, an open question of the specification or a check by its id: what it states, where, and what judges it.",
  annotations: looksUp,
  input: {
    id: option.needed(kinds.text, {
      help: "for example DON-03, U-14, page-total-is-stable or shop/createOrder/body",
    }),
    config,
    openapi: document.openapi,
    name: document.name,
  },
  output: { id: option.needed(kinds.text) },
  run: async ({ id, ...named }, call) => {
    const suite = await contractAt(named, call);
    const explained = explain(subjectOf(id, suite), suite);
    return { text: String(safeJson(explained, 2)), data: { id, ...explained } };
  },
});
