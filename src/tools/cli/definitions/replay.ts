import { defineCommand, type OptionsOf } from "../definition.ts";
import { configOption, storeOption } from "./shared-options.ts";

export const replayCommand = defineCommand({
  name: "replay",
  summary: "ask for one finding or change of a report again",
  description:
    "Sends the requests of one finding again, through the guard, the journal and the budget of the configuration, and " +
    "says whether it is still there. Of a change that drift has reported, it reads the operation again and compares the answers with the history in the store. Ids that the run had learnt are learnt again. Exit code 1 when the finding is " +
    "still there, 0 when it is gone, 3 when nothing could be judged.",
  operands: [
    { name: "<fingerprint>", text: "fingerprint of a finding, or of a change in what drift --json prints" },
  ],
  options: [
    {
      flags: "--report <file>",
      text: "JSON report with the finding, written by check or drift --report json=FILE, or drift --json",
    },
    configOption(),
    storeOption("store with the history, for a change that drift has reported"),
    {
      flags: "--fault <ids>",
      text: "plant these faults in the embedded sandbox; tripact faults lists them",
      many: true,
    },
  ],
});

export type ReplayOptions = OptionsOf<typeof replayCommand>;
