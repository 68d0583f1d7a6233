import { mapOfKind } from "../kinds.ts";
import { option, objectWith } from "../../../core/output/options.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import type { RunningSandbox, Sandboxes } from "../sandboxes.ts";
import { type Tool, tool } from "../tool.ts";
import { serveOptions } from "../../../sandbox/options.ts";
import { kinds, listOfKind, oneOfWords } from "../../../core/output/values.ts";
import { inputs } from "./inputs.ts";

const { assumptions, scale, seed } = inputs;

const aboutSandbox = ({ uri, served, faults: on }: RunningSandbox) => ({
  sandbox: uri,
  baseUrls: served.baseUrls,
  faults: on,
});

const sandboxAnswer = (running: readonly RunningSandbox[]) => {
  const lines = running.map(({ uri, served, faults: on }) =>
    [
      uri,
      ...Object.entries(served.baseUrls).map(([name, url]) => `  ${name.padEnd(9)} ${url}`),
      `  faults    ${on.join(", ") || "none"}`,
    ].join("\n"),
  );
  const hint = "Read the URI for credentials, or name it as config of run_check.";
  return {
    text: lines.length === 0 ? "no sandbox is running" : `${lines.join("\n")}\n${hint}`,
    data: { sandboxes: running.map(aboutSandbox) },
    ...(running.length === 1 && running[0] !== undefined ? { resource: running[0].uri } : {}),
  };
};

const needed = <Value>(option: string, value: Value | undefined): Value => {
  if (value !== undefined) return value;
  throw new UsageError("is missing", { option, hint: "this action needs it" });
};

export const manageSandboxTool = (sandboxes: Sandboxes): Tool =>
  tool({
    name: "manage_sandbox",
    title: "Manage sandboxes",
    description:
      "Starts and stops sandboxes on this machine: stateful implementations of the three interfaces with credentials. set_faults turns the named faults on and all others off while a sandbox is serving; an empty list turns all off.",
    annotations: { readOnlyHint: false, openWorldHint: false },
    input: {
      action: option.needed(oneOfWords("start", "stop", "set_faults", "list"), {
        help: "what to do; set_faults replaces those of a running sandbox",
      }),
      sandbox: option.optional(kinds.text, { help: "URI of a sandbox, for stop and set_faults" }),
      faults: option.optional(
        { ...kinds.texts, schema: { ...kinds.texts.schema, minItems: 0 } },
        { help: "for start and set_faults: ids of faults; list_facts lists them" },
      ),
      seed,
      port: { ...serveOptions.port, help: "for start; default: a free one" },
      scale: { ...scale, help: "for start: number of donors" },
      assumptions,
    },
    output: {
      sandboxes: option.needed(
        listOfKind(
          objectWith({
            sandbox: option.needed(kinds.text, { help: "its URI, which other tools take as config" }),
            baseUrls: option.needed(mapOfKind(kinds.text)),
            faults: option.needed(kinds.texts),
          }),
        ),
      ),
    },
    async run({ action, sandbox, faults: wanted, ...options }) {
      switch (action) {
        case "start":
          return sandboxAnswer([await sandboxes.start(options, wanted)]);
        case "stop":
          await sandboxes.stop(needed("sandbox", sandbox));
          return sandboxAnswer(sandboxes.list());
        case "set_faults":
          return sandboxAnswer([await sandboxes.plant(needed("sandbox", sandbox), needed("faults", wanted))]);
        case "list":
          return sandboxAnswer(sandboxes.list());
      }
    },
  });
