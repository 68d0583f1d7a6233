import { option } from "../../../core/output/options.ts";
import { drift } from "../../../app/verbs.ts";
import { plural } from "../../../core/output/plural.ts";
import { driftText } from "../../../monitoring/report/drift-console.ts";
import { assertFiles, tool } from "../tool.ts";
import { driftOptions } from "../../../app/options.ts";
import { count, kinds } from "../../../core/output/values.ts";
import { asks, inputs, onlyReads, targetOf, withState } from "./inputs.ts";
import { problemsOutput, requestsPerNotice, shownProblems, verdictOutput } from "./run-answer.ts";

const { config, document, seed } = inputs;

export const driftTool = tool({
  name: "drift",
  title: "Compare a target with its past",
  description:
    "Reads a live target, without ever writing to it, judges its answers and compares them with the OpenAPI documents and with the earlier runs in a store. The first run is what later ones are compared with.",
  annotations: asks,
  input: {
    config,
    ...document,
    store: option.optional(kinds.text, {
      help: "file with the history, in the working directory; default drift.sqlite",
    }),
    organization: driftOptions.organization,
    seed,
  },
  output: { verdict: verdictOutput, requests: option.needed(count), problems: problemsOutput },
  async run({ config: named, store = "drift.sqlite", ...options }, call) {
    await assertFiles("store", [store], call);
    const target = await targetOf(
      { ...options, ...(named === undefined ? {} : { config: named }) },
      call,
      onlyReads,
    );
    const run = drift({
      ...withState(call),
      ...options,
      store,
      ...(target === undefined ? {} : { config: target }),
    });
    for await (const event of run)
      if (event.type === "request-answered" && event.requests % requestsPerNotice === 0)
        await call.progress(plural(event.requests, "request"));
    const { verdict, report, unrestored = [] } = await run.result;
    const requests = report?.run.requests ?? 0;
    const printed =
      report === undefined
        ? `an earlier run did not restore the records it changed: ${unrestored.join(", ")}; nothing was sent (run tripact restore)`
        : String(
            driftText(report, {
              color: false,
              quiet: false,
              lineWidth: Infinity,
              acceptOptions: ` --store ${store}`,
            }),
          );
    return {
      text: `verdict: ${verdict}\n\n${printed}`,
      data: { verdict, requests, problems: shownProblems(report?.problems) },
    };
  },
});
