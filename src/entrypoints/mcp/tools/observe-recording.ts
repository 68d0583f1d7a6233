import { option } from "../../../core/output/options.ts";
import { observe } from "../../../app/verbs.ts";
import { unset } from "../../../inputs/config-reading.ts";
import { createPalette } from "../../../core/output/palette.ts";
import type { SafeText } from "../../../core/output/safe-text.ts";
import { recordingText } from "../../../report/recording.ts";
import { assertFiles, tool } from "../tool.ts";
import { addressOptions } from "../../../inputs/address-options.ts";
import { kinds } from "../../../core/output/values.ts";
import { inputs, looksUp, mayWrite, targetOf, withoutState } from "./inputs.ts";
import { consoleFor, runAnswer, runOutput } from "./run-answer.ts";

const { choice, config, document } = inputs;

export const observeRecordingTool = tool({
  name: "observe_recording",
  title: "Judge recorded traffic",
  description:
    "Judges recorded traffic (HAR, VCR cassettes, NDJSON of exchanges) by every fact that a single exchange shows. Asks no target, and shows no value of a record.",
  annotations: looksUp,
  input: {
    recordings: option.needed(kinds.texts, { help: "paths or patterns of recordings" }),
    config,
    openapi: document.openapi,
    url: document.url,
    name: document.name,
    ...addressOptions(" in the recordings"),
    ...choice,
  },
  output: runOutput,
  async run({ config: named, ...options }, call) {
    await assertFiles("recordings", options.recordings, call);
    const target = await targetOf({ ...options, ...(named === undefined ? {} : { config: named }) }, call, {
      ...mayWrite,
      standIn: unset,
    });
    const run = observe({
      ...withoutState(call),
      ...options,
      ...(target === undefined ? {} : { config: target }),
    });
    const print = consoleFor({ embedded: false, recorded: true });
    const printed: SafeText[] = [];
    for await (const event of run) {
      const recording = event.type === "run-ended" ? event.report.recording : undefined;
      if (recording !== undefined) printed.push(recordingText(recording, createPalette(false)));
      printed.push(print(event));
    }
    return runAnswer(await run.result, printed, call);
  },
});
