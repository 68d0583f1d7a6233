import { interfaceNames } from "../../builtin/interface-name.ts";
import type { RecorderOptions } from "../../traffic/recorder/recorder.ts";
import type { StartRecorderOptions } from "../../traffic/recorder/start-recorder.ts";
import { assertOptions, type Kind, kinds, type OptionUses, objectOfKinds } from "../../core/output/values.ts";

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

const optionKindsOf = (names: readonly string[]): Readonly<Record<string, Kind>> => ({
  file: kinds.text,
  baseUrls: objectOfKinds(Object.fromEntries(names.map((name) => [name, kinds.text]))),
  onTrouble: kinds.function,
  now: kinds.function,
  fetch: kinds.function,
  isPart: kinds.truth,
});

/** A document whose interface is recorded. */
export interface RecordedDocumentOptions {
  /** The OpenAPI document: a file or an address. */
  readonly openapi: string;
  /** Base address of the server; default: the document's first server. Without either, paths alone identify requests. */
  readonly url?: string;
  /** Name of the interface; default: from the document's title. */
  readonly name?: string;
}

const documentUses: OptionUses<RecordedDocumentOptions> = {
  openapi: "needed",
  url: "optional",
  name: "optional",
};

/** The options, once they are checked. @throws UsageError */
export const checkedDocument = (options: RecordedDocumentOptions): RecordedDocumentOptions => {
  assertOptions(options, documentUses, { openapi: kinds.text, url: kinds.text, name: kinds.text });
  return options;
};

/** The options, once they are checked. @throws UsageError */
export const checked = <Options extends RecorderOptions>(
  options: Options,
  uses: OptionUses<Options>,
  names: readonly string[] = interfaceNames,
): Options => {
  assertOptions(options, uses, optionKindsOf(names));
  return options;
};
