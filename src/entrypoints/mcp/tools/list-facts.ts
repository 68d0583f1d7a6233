import { option } from "../../../core/output/options.ts";
import { listFacts } from "../../../app/explain.ts";
import type { Suite } from "../../../inputs/suite.ts";
import { printable } from "../../../core/output/escape.ts";
import { faults } from "../../../builtin/faults/generated/faults.ts";
import { count, kinds, oneOfWords } from "../../../core/output/values.ts";
import { tool } from "../tool.ts";
import { contractAt, inputs, looksUp } from "./inputs.ts";

const { config, document } = inputs;

/** The lists of `list_facts`, one entry per line. */
const lists: Readonly<
  Record<"facts" | "questions" | "faults", (suite: Suite) => readonly (readonly [string, string])[]>
> = {
  facts: (suite) => listFacts(suite).map(({ id, see, statement }) => [id, `${see}  ${statement}`]),
  questions: (suite) => suite.unknowns.map(({ id, question }) => [id, question]),
  faults: () => faults.map(({ id, fact, title }) => [id, `${fact}  ${title}`]),
};

export const listFactsTool = tool({
  name: "list_facts",
  title: "List facts",
  description:
    "Lists the facts that a target must satisfy, the questions that the specification leaves open, or the faults that a sandbox can be given.",
  annotations: looksUp,
  input: {
    kind: option.usual("facts", oneOfWords("facts", "questions", "faults"), {
      help: "what is listed; default facts",
    }),
    containing: option.optional(kinds.text, {
      help: "only lines that contain this text, for example DON-03",
    }),
    config,
    openapi: document.openapi,
    name: document.name,
  },
  output: { count: option.needed(count), ids: option.needed(kinds.texts, { help: "at most 200" }) },
  run: async ({ kind = "facts", containing = "", ...named }, call) => {
    const { resources } = call;
    const suite = await contractAt(named, call);
    const wanted = containing.toLowerCase();
    const lines = lists[kind](suite).filter((row) => row.join("  ").toLowerCase().includes(wanted));
    const whole = lines.map((row) => row.join("  ")).join("\n");
    const ids = lines.map(([id]) => id);
    return {
      text: whole === "" ? `none of the ${kind} contains ${printable(containing)}` : whole,
      data: { count: ids.length, ids: ids.slice(0, 200) },
      ...(whole.length > 16_000
        ? { resource: resources.keep("list", { name: kind, mimeType: "text/plain", text: whole }) }
        : {}),
    };
  },
});
