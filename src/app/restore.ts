import { environmentOf } from "../inputs/app-options.ts";
import { restoreOptions, type RestoreOptions } from "./options.ts";
import { contract as builtin } from "../inputs/contract.ts";
import { openNamed } from "../inputs/named-target.ts";
import { isLeftChanged, type WriteSummary } from "../core/model/write-summary.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { assertNamesTarget, namesNoSandbox } from "../inputs/open-config.ts";
import { isLive, openTarget } from "../inputs/open-target.ts";
import { withCredentials } from "../inputs/client-credentials.ts";
import type { TargetWork } from "../core/run/create-run.ts";

/** Outcome of a restore. */
export interface RestoreResult {
  /** `findings`: a record is still changed. `stopped`: one could not be put back, or another run is writing. */
  readonly verdict: "conformant" | "findings" | "stopped";
  /** Outcome per record; undefined if nothing was done, because another run is writing. */
  readonly writes?: WriteSummary;
  /** Name of the record that was dropped from the journal. */
  readonly forgotten?: string;
}

const resultOf = (writes: WriteSummary | undefined): RestoreResult => {
  if (writes === undefined) return { verdict: "stopped" };
  const { records } = writes;
  if (records.some(({ state }) => state === "not put back")) return { verdict: "stopped", writes };
  return { verdict: records.some(isLeftChanged) ? "findings" : "conformant", writes };
};

/** Implements `restore`. @throws UsageError */
export const restoreTarget = async (
  options: RestoreOptions,
  ...[, signal, watch]: Parameters<TargetWork<never, RestoreResult>>
): Promise<RestoreResult> => {
  const environment = environmentOf(options, restoreOptions, signal);
  const opened = await openNamed(options, environment, { canWrite: true });
  assertNamesTarget(opened, namesNoSandbox);
  if (!isLive(opened?.config))
    throw new UsageError("there is no configuration with a live target", {
      option: "config",
      hint: "name the configuration of the run",
    });
  const { config = opened?.config } = await withCredentials(opened, environment);
  const { live } = await openTarget({
    contract: opened?.contract ?? builtin,
    config,
    clock: environment.clock,
    seed: 0,
    shared: options.stateFolder,
  });
  const journal = live?.journal;
  if (live === undefined || journal === undefined)
    throw new UsageError("names no folder", { option: "stateFolder", hint: "name that of the killed run" });
  watch(live);
  try {
    if (options.forget === undefined) return resultOf(await journal.recover());
    const known = journal.openChanges().find(({ id }) => id === options.forget);
    if (known === undefined || !journal.forget(known.id))
      throw new UsageError("no record in the journal has this id", {
        option: "forget",
        hint: "tripact restore lists the ids",
      });
    return { verdict: "conformant", forgotten: known.record };
  } finally {
    await live.close();
  }
};
