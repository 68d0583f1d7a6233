import { option, objectWith } from "../../../core/output/options.ts";
import { doctor, type Health } from "../../../app/doctor.ts";
import { count, kinds, listOfKind, oneOfWords, typed } from "../../../core/output/values.ts";
import type { InterfaceHealth } from "../../../onboarding/doctor/health.ts";
import { printHealth } from "../../../onboarding/doctor/print-health.ts";
import { createPalette } from "../../../core/output/palette.ts";
import { plural } from "../../../core/output/plural.ts";
import { tool } from "../tool.ts";
import { asksReading, inputs, onlyReads, targetOf, withState } from "./inputs.ts";

const { config, document } = inputs;

const facts = option.needed(
  typed<Health["facts"]>(
    objectWith({
      now: option.needed(count),
      isAtMost: option.optional(kinds.truth),
      total: option.needed(count),
    }),
  ),
  { help: "facts that can be judged now, at most if a document is among the interfaces, and all" },
);

/** What `doctor` and `init` say of interfaces. */
export const healthOutput = {
  requests: option.needed(count),
  facts,
  interfaces: option.needed(
    listOfKind(
      objectWith({
        interface: option.needed(kinds.text),
        baseUrl: option.needed(kinds.text),
        credential: option.needed(oneOfWords("accepted", "refused", "not given", "unclear")),
        facts: option.needed(count),
        problem: option.optional(kinds.text, { help: "why it cannot be judged" }),
      }),
    ),
  ),
};

/** In columns of a terminal. */
const columns = 100;

export const shownHealth = (interfaces: readonly InterfaceHealth[]) => ({
  text: interfaces.map((one) => String(printHealth(one, createPalette(false), columns))).join("\n"),
  interfaces: interfaces.map(({ interface: name, baseUrl, credential, facts: { now }, problem }) => ({
    interface: name,
    baseUrl,
    credential: credential.state,
    facts: now,
    ...(problem === undefined ? {} : { problem }),
  })),
});

export const doctorTool = tool({
  name: "doctor",
  title: "Examine a configuration",
  description:
    "Asks each interface of a configuration, with reads only, whether it is reachable, accepts its credentials, has the named records and which operations it serves; reports how many facts can be judged and what each missing key would add.",
  annotations: asksReading,
  input: { config, ...document },
  output: {
    verdict: option.needed(oneOfWords("sound", "wrong", "inconclusive", "stopped")),
    ...healthOutput,
  },
  async run({ config: named, ...options }, call) {
    const target = await targetOf(
      { ...options, ...(named === undefined ? {} : { config: named }) },
      call,
      onlyReads,
    );
    const health = await doctor({
      ...withState(call),
      ...options,
      ...(target === undefined ? {} : { config: target }),
    });
    const { verdict, requests, stopped, facts: count } = health;
    const { text, interfaces } = shownHealth(health.interfaces);
    const end = stopped === undefined ? "" : `\n${stopped}`;
    return {
      text: `verdict: ${verdict}\n\n${text}\n${count.now} of ${plural(count.total, "fact")} can be judged now${end}`,
      data: { verdict, requests, facts: count, interfaces },
    };
  },
});
