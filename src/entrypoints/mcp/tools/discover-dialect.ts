import { option, objectWith } from "../../../core/output/options.ts";
import { discover } from "../../../app/discover.ts";
import { orSandbox } from "../../../inputs/config-reading.ts";
import { createPalette } from "../../../core/output/palette.ts";
import { printDialectFile, printDiscovery } from "../../../onboarding/discovery/print-discovery.ts";
import { assertFiles, tool } from "../tool.ts";
import { discoverOptions } from "../../../app/options.ts";
import { count, kinds, listOfKind } from "../../../core/output/values.ts";
import { asksReading, inputs, withState } from "./inputs.ts";

const { scale, assumptions, config, seed } = inputs;

export const discoverDialectTool = tool({
  name: "discover_dialect",
  title: "Discover what query integers mean",
  description:
    "Finds out by experiment what the integers and names of a target's queries mean, and gives a dialect for the query builder as a resource. Only reads; what it cannot prove is undecided.",
  annotations: asksReading,
  input: {
    config,
    budget: { ...discoverOptions.budget, help: "maximum number of requests, 1 to 100000; default 300" },
    seed,
    optionsMapping: {
      ...discoverOptions.optionsMapping,
      help: "path of a file that maps a Query/options response of another shape",
    },
    assumptions,
    scale,
  },
  output: {
    verdict: option.needed(kinds.text),
    requests: option.needed(count),
    answers: option.needed(
      listOfKind(
        objectWith({
          unknown: option.needed(kinds.text),
          status: option.needed(kinds.text),
          answer: option.optional(kinds.text),
        }),
      ),
    ),
  },
  async run({ config: named, ...options }, call) {
    if (options.optionsMapping !== undefined)
      await assertFiles("optionsMapping", [options.optionsMapping], call);
    const target = await call.configOf(named, { ...orSandbox, isPlain: true });
    const found = await discover({
      ...withState(call),
      ...options,
      ...(target === undefined ? {} : { config: target }),
    });
    const { verdict, trouble, requests, budget, answers } = found;
    const isOfUse = answers.some(({ status }) => status !== "undecided");
    const end = trouble === undefined ? "" : `\n${trouble}`;
    return {
      text: `verdict: ${verdict}\n\n${String(printDiscovery(found, createPalette(false)))}${requests} of ${budget} requests${end}`,
      data: {
        verdict,
        requests,
        answers: answers.map(({ unknown, status, answer }) => ({ unknown, status, answer })),
      },
      ...(isOfUse
        ? {
            resource: call.resources.keep("dialect", {
              name: "dialect",
              mimeType: "application/yaml",
              text: printDialectFile(found),
            }),
          }
        : {}),
    };
  },
});
