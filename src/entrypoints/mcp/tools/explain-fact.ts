import { z } from "zod";
import { explain, subjectOf } from "../../../app/explain.ts";
import { safeJson } from "../../../core/output/safe-text.ts";
import { tool } from "../tool.ts";
import { contractAt, inputs, looksUp } from "./inputs.ts";

const { config, document, text } = inputs;

export const explainFactTool = tool({
  name: "explain_fact",
  title: "Explain a fact",
  description:
    "Explains a fact, an open question of the specification or a check by its id: what it states, where, and what judges it.",
  annotations: looksUp,
  input: {
    id: text("for example DON-03, U-14, page-total-is-stable or shop/createOrder/body"),
    config,
    openapi: document.openapi,
    name: document.name,
  },
  output: { id: z.string() },
  run: async ({ id, ...named }, call) => {
    const suite = await contractAt(named, call);
    const explained = explain(subjectOf(id, suite), suite);
    return { text: String(safeJson(explained, 2)), data: { id, ...explained } };
  },
});
