import { z } from "zod";
import { discover } from "../../../app/discover.ts";
import { orSandbox } from "../../../inputs/config-reading.ts";
import { createPalette } from "../../../core/output/palette.ts";
import { printDialectFile, printDiscovery } from "../../../onboarding/discovery/print-discovery.ts";
import { assertFiles, tool } from "../tool.ts";
import { asksReading, inputs, withState } from "./inputs.ts";

const { assumptions, config, seed, text } = inputs;

export const discoverDialectTool = tool({
  name: "discover_dialect",
  title: "Discover what query integers mean",
  description:
    "Finds out by experiment what the integers and names of a target's queries mean, and gives a dialect for the query builder as a resource. Only reads; what it cannot prove is undecided.",
  annotations: asksReading,
  input: {
    config,
    budget: z.int().describe("maximum number of requests, 1 to 100000; default 300").exactOptional(),
    seed,
    optionsMapping: text(
      "path of a file that maps a Query/options response of another shape",
    ).exactOptional(),
    assumptions,
    scale: z.int().max(10_000).describe("donors of the embedded sandbox").exactOptional(),
  },
  output: {
    verdict: z.string(),
    requests: z.int(),
    answers: z.array(
      z.object({ unknown: z.string(), status: z.string(), answer: z.string().exactOptional() }),
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
