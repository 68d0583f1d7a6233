import { check } from "../../../app/verbs.ts";
import type { ShownEvent } from "../../../core/model/run-event.ts";
import { plural } from "../../../core/output/plural.ts";
import { safe, type SafeText } from "../../../core/output/safe-text.ts";
import { tool } from "../tool.ts";
import { checkOptions } from "../../../app/options.ts";
import { asks, inputs, targetOrSandbox, withState } from "./inputs.ts";
import { consoleFor, requestsPerNotice, runAnswer, runOutput } from "./run-answer.ts";

const { choice, config, document, faults, seed } = inputs;

const { writes, deep, minFacts, require, failOn } = checkOptions;

export const runCheckTool = tool({
  name: "run_check",
  title: "Check a target",
  description:
    "Checks a target of the built-in interfaces or of any OpenAPI document, or the embedded sandbox, against its facts, and reports the verdict (conformant, findings, inconclusive, stopped, interrupted), every problem with its fingerprint and the fewest requests that show it. Writes to a target only if its configuration has safety.writes, and then only to the scratch records that it names.",
  annotations: asks,
  input: {
    config,
    ...document,
    writes: { ...writes, help: "with openapi: create and change records of the run's own; default false" },
    ...choice,
    seed,
    deep,
    faults,
    minFacts: { ...minFacts, help: "inconclusive if fewer facts were judged" },
    require: { ...require, help: "inconclusive unless these facts were judged" },
    failOn: { ...failOn, help: "lowest severity that fails; default error" },
  },
  output: runOutput,
  async run({ config: named, writes: mayChange, ...options }, call) {
    const target = await targetOrSandbox(
      { ...options, ...(named === undefined ? {} : { config: named }) },
      options.faults,
      call,
    );
    const run = check({
      ...withState(call),
      ...options,
      ...(options.openapi === undefined && mayChange === undefined ? {} : { writes: mayChange === true }),
      ...(target === undefined ? {} : { config: target }),
    });
    const printed: SafeText[] = [];
    let print: ((event: ShownEvent) => SafeText) | undefined;
    for await (const event of run) {
      if (event.type === "target-opened")
        print = consoleFor({ embedded: event.embedded, ofDocuments: event.ofDocuments });
      else if (event.type !== "request-answered") printed.push(print?.(event) ?? safe``);
      else if (event.requests % requestsPerNotice === 0)
        await call.progress(plural(event.requests, "request"));
    }
    const result = await run.result;
    const { unrestored } = result;
    if (unrestored !== undefined)
      printed.push(
        safe`an earlier run did not restore the records it changed: ${unrestored.join(", ")}; nothing was sent (run tripact restore)\n`,
      );
    return runAnswer(result, printed, call);
  },
});
