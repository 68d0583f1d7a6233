import { option } from "../../../core/output/options.ts";
import { init } from "../../../app/verbs.ts";
import { plural } from "../../../core/output/plural.ts";
import { assertFiles, tool } from "../tool.ts";
import { healthOutput, shownHealth } from "./doctor.ts";
import { nowText } from "../../../onboarding/doctor/print-health.ts";
import { initOptions } from "../../../onboarding/init/options.ts";
import { addressOptions } from "../../../inputs/address-options.ts";
import { kinds, oneOfWords } from "../../../core/output/values.ts";
import { asks, withState } from "./inputs.ts";

export const initTool = tool({
  name: "init",
  title: "Write a configuration",
  description:
    "Finds out what a target serves and which records it has, with at most 40 reads, and writes a configuration in the working directory, with every further key as a comment that says how many facts it adds. Credentials come from CRM_KEY, DONATION_TOKEN and VOLUNTEER_TOKEN in the environment of the server; the file only names them.",
  annotations: asks,
  input: {
    ...addressOptions(""),
    config: option.optional(kinds.text, {
      help: "file to write, in the working directory; default tripact.config.yaml",
    }),
    extend: { ...initOptions.extend, help: "extend an existing file, and keep its values" },
  },
  output: {
    verdict: option.needed(oneOfWords("complete", "inconclusive", "stopped", "declined", "interrupted")),
    files: option.needed(kinds.texts, { help: "files that were written" }),
    ...healthOutput,
  },
  async run({ config = "tripact.config.yaml", ...options }, call) {
    await assertFiles("config", [config], call);
    const written = await init({ ...withState(call), ...options, config });
    const { verdict, files, requests, budget, stopped, facts } = written;
    const health = shownHealth(written.interfaces);
    const made = files.length === 0 ? "nothing was written" : `wrote ${files.join(" and ")}`;
    const end = stopped === undefined ? "" : `\n${stopped}`;
    return {
      text: `verdict: ${verdict}\n\n${health.text}\n${made} · ${plural(requests, "request")} of ${budget} · ${nowText(facts)} of ${facts.total} facts can be judged now${end}`,
      data: { verdict, files, requests, facts, interfaces: health.interfaces },
    };
  },
});
