import { interfaceNames } from "../../builtin/interface-name.ts";
import type { RecorderOptions } from "../../traffic/recorder/recorder.ts";
import type { StartRecorderOptions } from "../../traffic/recorder/start-recorder.ts";
import { assertOptions, type Kind, kinds, type OptionUses, record } from "../../core/output/values.ts";

/** Options for recording one fetch function. */
export interface RecordFetchOptions extends RecorderOptions {
  /** The function to wrap; default: the global one at the time of each call. */
  readonly fetch?: typeof globalThis.fetch;
}

/** All options of the recorders, by the function that makes one. */
export const recorderUses: OptionUses<RecorderOptions> = {
  file: "needed",
  baseUrls: "target",
  onTrouble: "optional",
  now: "optional",
};
export const fetchUses: OptionUses<RecordFetchOptions> = { ...recorderUses, fetch: "target" };
export const startUses: OptionUses<StartRecorderOptions> = { ...recorderUses, isPart: "optional" };

const optionKinds: Readonly<Record<string, Kind>> = {
  file: kinds.text,
  baseUrls: record(Object.fromEntries(interfaceNames.map((name) => [name, kinds.text]))),
  onTrouble: kinds.function,
  now: kinds.function,
  fetch: kinds.function,
  isPart: kinds.truth,
};

/** The options, once they are checked. @throws UsageError */
export const checked = <Options extends RecorderOptions>(
  options: Options,
  uses: OptionUses<Options>,
): Options => {
  assertOptions(options, uses, optionKinds);
  return options;
};
