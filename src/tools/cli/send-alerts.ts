import type { DriftReport } from "../../harness/model/drift.ts";
import { isFailing } from "../../harness/model/verdict.ts";
import type { NotifySettings } from "../../harness/model/notify.ts";
import { deliver } from "../../harness/notify/deliver.ts";
import { withMeans } from "../../harness/notify/means.ts";
import { openOutbox } from "../../harness/notify/outbox.ts";
import {
  hasReceivers,
  type Means,
  receiversOf,
  type RunState,
  stateReceiversOf,
} from "../../harness/notify/receivers.ts";
import { subjectsOf } from "../../harness/notify/subjects.ts";
import { safe } from "../../harness/output/safe-text.ts";
import { exitCodes } from "../../harness/runner/exit-code.ts";
import type { Store } from "../../harness/store/store.ts";
import type { CliIo } from "./io.ts";

/** What is alerted of a run. */
export interface RunAlerts {
  /** Puts into the store what the run gives cause for. Call it in the transaction that ends the run. */
  keep(report: DriftReport): void;
  /** Sends what waits in the store. Returns an exit code: 3 where somebody could not be alerted. */
  send(): Promise<number>;
}

/** Whether a run was completed, could judge what it should, and found no error that is not known. */
const isFine = ({ run, findings }: DriftReport): boolean =>
  run.complete && !findings.some((finding) => isFailing(finding));

const nobody: RunAlerts = { keep: () => undefined, send: async () => exitCodes.conformant };

const alertsOf = async (settings: NotifySettings, store: Store, means: Means, { stderr }: CliIo) => {
  const outbox = openOutbox(store, () => means.clock.now());
  const receivers = await receiversOf(settings, means);
  let state: RunState | undefined;
  const alerts: RunAlerts = {
    keep(report) {
      if (report.exitCode === exitCodes.interrupted) return;
      const plans = outbox.add(subjectsOf(report), receivers);
      state = {
        open: plans.flatMap(({ open }) => open),
        gone: plans.flatMap((plan) => plan.alerts.filter(({ kind }) => kind === "gone")),
        succeeded: isFine(report),
      };
    },
    async send() {
      if (state === undefined) return exitCodes.conformant;
      const { problems } = await deliver(outbox, receivers, stateReceiversOf(settings, means), state, means);
      for (const problem of problems) stderr.write(safe`tripact: ${problem}\n`);
      return problems.length === 0 ? exitCodes.conformant : exitCodes.notJudged;
    },
  };
  return alerts;
};

/**
 * Works with alerts for those whom the configuration names. A run that was interrupted alerts nobody.
 * @throws UsageError where a package is missing
 */
export const withAlerts = async <Result>(
  settings: NotifySettings,
  store: Store,
  io: CliIo,
  work: (alerts: RunAlerts) => Promise<Result>,
): Promise<Result> => {
  if (!hasReceivers(settings)) return work(nobody);
  return withMeans(io, async (means) => work(await alertsOf(settings, store, means, io)));
};
