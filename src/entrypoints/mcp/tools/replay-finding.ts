import { option } from "../../../core/output/options.ts";
import { replay } from "../../../app/verbs.ts";
import type { Report } from "../../../core/model/report.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import { plural } from "../../../core/output/plural.ts";
import { isResource } from "../resources.ts";
import { assertFiles, type ToolCall, tool } from "../tool.ts";
import { replayOptions } from "../../../app/options.ts";
import { count, kinds, oneOfWords } from "../../../core/output/values.ts";
import { asks, inputs, targetOrSandbox, withState } from "./inputs.ts";
import { verdictOutput } from "./run-answer.ts";

const { config, document, faults } = inputs;

const reportOf = async (named: string, call: ToolCall): Promise<string | Report> => {
  if (!isResource(named)) {
    await assertFiles("report", [named], call);
    return named;
  }
  const { report } = call.resources.read(named);
  if (report !== undefined) return report;
  throw new UsageError("is no report", { option: "report", location: named, hint: "run_check links one" });
};

export const replayFindingTool = tool({
  name: "replay_finding",
  title: "Ask for a finding again",
  description:
    "Sends the requests of one finding of a report again, and reports whether it is still there, gone or could not be judged.",
  annotations: asks,
  input: {
    fingerprint: {
      ...replayOptions.fingerprint,
      help: "of the finding or problem, 12 hexadecimal digits",
    },
    report: option.needed(kinds.text, {
      help: "URI of a report that run_check has linked, or path of one in JSON",
    }),
    config,
    ...document,
    faults,
  },
  output: {
    verdict: verdictOutput,
    state: option.needed(oneOfWords("gone", "still there", "not judged")),
    fingerprint: option.needed(kinds.text),
    requests: option.needed(count),
    fact: option.optional(kinds.text),
  },
  async run({ config: named, report, ...options }, call) {
    const target = await targetOrSandbox(
      { ...options, ...(named === undefined ? {} : { config: named }) },
      options.faults,
      call,
    );
    const run = replay({
      ...withState(call),
      ...options,
      report: await reportOf(report, call),
      ...(target === undefined ? {} : { config: target }),
    });
    const { verdict, state, reason, fingerprint, fact, message, location, address, requests, unrestored } =
      await run.result;
    const why = reason === undefined ? "" : `: ${reason}`;
    const left = unrestored === undefined ? "" : ` (${unrestored.join(", ")}; run tripact restore)`;
    return {
      text: `${state}${why}${left}\n\n${fact ?? "drift"} ${message}\nat ${location} → ${address ?? "the embedded sandbox"}\n${plural(requests, "request")}`,
      data: { verdict, state, fingerprint, requests, ...(fact === undefined ? {} : { fact }) },
    };
  },
});
