import { interfaceNames } from "../builtin/interface-name.ts";
import { type AppOptions, defaultEnvironment, type Environment } from "../core/model/environment.ts";
import { failingSeverities } from "../core/model/verdict.ts";
import {
  assertOptions,
  type Kind,
  kinds,
  listOfKind,
  oneOfWords,
  type OptionUses,
  port,
  objectOfKinds,
  seed,
  shard,
  textOrKind,
  wholeNumber,
  withFunctions,
} from "../core/output/values.ts";
import { sandboxKinds } from "../sandbox/option-kinds.ts";

const named = (names: string, kind: Kind): Readonly<Record<string, Kind>> =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, kind]),
  );

/** The kind of each option of the library's functions, which share their names. */
export const optionKinds: Readonly<Record<string, Kind>> = {
  ...named(
    `cwd stateFolder store writeBaseline fingerprint intoDocuments until note by old new optionsMapping metrics
    reportUrl issues api file out importFrom since operation field project name earlier forget broker publish
    branch host record fleet date as reason publicHost token openapi url resources interface ${interfaceNames.join(" ")}`,
    kinds.text,
  ),
  ...named(
    "interfaces facts checks require faults fingerprints files auth headers exclude include",
    kinds.texts,
  ),
  usages: listOfKind(kinds.textOrObject),
  recordings: listOfKind(kinds.recording),
  ...named(
    `deep resume exchanges onlyUsed withHistory driftedFields check extend sandbox ports inject readOnly resolve now
    everywhere drain noWait writes`,
    kinds.truth,
  ),
  ...named("env providers ask", kinds.object),
  clock: withFunctions("now", "sleep"),
  ...named("config report", kinds.textOrObject),
  latency: sandboxKinds.latency,
  statuses: listOfKind(objectOfKinds({ status: wholeNumber(100, 599), rate: kinds.share })),
  organization: textOrKind(objectOfKinds({ noteTypes: kinds.texts, fieldOptions: kinds.truth })),
  ...named("nonce onCredential", kinds.function),
  signal: kinds.signal,
  failOn: oneOfWords(...failingSeverities),
  for: oneOfWords("consumers", "providers", "both"),
  faultRate: kinds.share,
  seed,
  shard,
  port,
  budget: wholeNumber(1, 100_000),
  maxRequests: wholeNumber(1, 1_000_000),
  keep: wholeNumber(1, 9999),
  slots: wholeNumber(1, 256),
  assumptions: sandboxKinds.assumptions,
  scale: sandboxKinds.scale,
};

/** The options that all functions share. */
export const appUses: OptionUses<AppOptions> = {
  env: "optional",
  cwd: "optional",
  signal: "optional",
  clock: "optional",
  nonce: "optional",
};

/**
 * The environment of a function of the library, after its options were checked: callers without types may pass
 * anything.
 * @param uses all options of the function
 * @param signal the run's signal, if there is a run
 * @param own kinds of options that others have under the same name
 * @throws UsageError that names every unknown, missing and undefined option, and every one of another kind
 */
export const environmentOf = <Options extends AppOptions>(
  options: Options,
  uses: OptionUses<Options>,
  signal?: AbortSignal,
  own: Readonly<Record<string, Kind>> = {},
): Environment => {
  assertOptions(options, uses, { ...optionKinds, ...own });
  return defaultEnvironment(options, signal);
};
