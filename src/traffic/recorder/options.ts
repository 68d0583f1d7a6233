import type { InterfaceName } from "../../core/model/interface-name.ts";
import {
  assertOptions,
  objectWith,
  option,
  type OptionsOf,
  type OptionTable,
} from "../../core/output/options.ts";
import { kinds, typed } from "../../core/output/values.ts";

export const recordedRunOptions = {
  /** Exchanges are appended here, one per line, or as HAR if the name ends in `.har`; created on first use. */
  file: option.needed(kinds.text),
  /** Called once when something could not be recorded; emits a process warning by default. */
  onTrouble: option.optional(typed<(message: string) => void>(kinds.function)),
};

/** The file of a run that several processes record. */
export interface RecordedRunOptions extends OptionsOf<typeof recordedRunOptions> {}

/** The options of each recorder of these interfaces. */
export const recorderOptionsOf = (names: readonly InterfaceName[]) => {
  const recorder = {
    ...recordedRunOptions,
    /** Base addresses that identify requests; an interface without one is recognized by its documented paths. */
    baseUrls: option.target(
      typed<Readonly<Record<InterfaceName, string>>>(
        objectWith(Object.fromEntries(names.map((name) => [name, option.optional(kinds.text)]))),
      ),
    ),
    /** Milliseconds since the epoch, for timestamps in a HAR; the machine's clock by default. */
    now: option.optional(typed<() => number>(kinds.function)),
  };
  return {
    recorder,
    fetch: {
      ...recorder,
      /** The function to wrap; default: the global one at the time of each call. */
      fetch: option.target(typed<typeof globalThis.fetch>(kinds.function)),
    },
    process: {
      ...recorder,
      /**
       * Whether this process is one of several that record a run together, so that it may record nothing; default false.
       * `recordedRun` then warns if the whole run has recorded nothing.
       */
      isPart: option.optional(kinds.truth),
    },
  };
};

type Tables = ReturnType<typeof recorderOptionsOf>;

/** Where a recording goes, and how its requests are recognized. */
export interface RecorderOptions extends OptionsOf<Tables["recorder"]> {}

/** Options for recording one fetch function. */
export interface RecordFetchOptions extends OptionsOf<Tables["fetch"]> {}

/** Options for recording a whole process. */
export interface StartRecorderOptions extends OptionsOf<Tables["process"]> {}

/** The options, once they are checked. @throws UsageError */
export const checked = <Options extends object>(options: Options, table: OptionTable): Options => {
  assertOptions(options, table);
  return options;
};
