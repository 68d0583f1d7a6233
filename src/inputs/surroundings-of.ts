import { interfaceNames } from "../contract/interface-name.ts";
import { type AppOptions, defaultSurroundings, type Surroundings } from "../harness/model/surroundings.ts";
import { UsageError } from "../harness/model/usage-error.ts";
import { failingSeverities } from "../harness/model/verdict.ts";
import { assertKinds, type Kind, kinds, oneOf, port, seed, shard, whole } from "../harness/output/values.ts";
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
    branch host record fleet date as reason publicHost token ${interfaceNames.join(" ")}`,
    kinds.text,
  ),
  ...named("interfaces facts checks require faults fingerprints files", kinds.texts),
  ...named("usages recordings statuses", kinds.list),
  ...named(
    `deep resume exchanges onlyUsed withHistory driftedFields check extend sandbox ports inject readOnly resolve now
    everywhere drain`,
    kinds.truth,
  ),
  ...named("env clock providers latency ask", kinds.object),
  ...named("config report organization", kinds.textOrObject),
  nonce: kinds.function,
  signal: kinds.signal,
  failOn: oneOf(...failingSeverities),
  for: oneOf("consumers", "providers", "both"),
  faultRate: kinds.share,
  seed,
  shard,
  port,
  budget: whole(1, 100_000),
  keep: whole(1, 9999),
  slots: whole(1, 256),
  assumptions: sandboxKinds.assumptions,
  scale: sandboxKinds.scale,
};

/**
 * The surroundings of a function of the library, after its options were checked: callers without types may pass
 * anything.
 * @param signal the run's signal, if there is a run
 * @param needed names of options that must be given
 * @throws UsageError that names every option of another kind, or a missing one
 */
export const surroundingsOf = (
  options: AppOptions & { readonly files?: unknown },
  signal?: AbortSignal,
  ...needed: readonly string[]
): Surroundings => {
  assertKinds(options, optionKinds);
  const missing = needed.find((name) => Reflect.get(options, name) === undefined);
  if (missing !== undefined) throw new UsageError("is missing", { option: missing });
  return defaultSurroundings(options, signal);
};
