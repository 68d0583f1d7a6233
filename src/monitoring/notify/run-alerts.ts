import type { DriftReport } from "../../core/model/drift.ts";
import { isFailing } from "../../core/model/verdict.ts";
import type { NotifySettings } from "../../core/model/notify.ts";
import { deliver } from "./deliver.ts";
import { withMeans } from "./means.ts";
import { createOutbox } from "./outbox.ts";
import { hasReceivers, type Means, receiversOf, type RunState, stateReceiversOf } from "./receivers.ts";
import { subjectsOf } from "./subjects.ts";
import { exitCodes } from "../../core/run/exit-code.ts";
import { databaseIn, transactionIn } from "../../core/store/sqlite-database.ts";
import type { Store } from "../../core/store/store.ts";
import type { Environment } from "../../core/model/environment.ts";

/** Alerts of a run. */
export interface RunAlerts {
  /** Stores the alerts of the run. Call it in the transaction that ends the run. */
  keep(report: DriftReport): Promise<void>;
  /** Sends the stored messages until a moment of the clock. Returns who could not be alerted, and why. */
  send(until: number): Promise<readonly string[]>;
}

/** Whether a run completed, judged everything required, and found no unknown error. */
const isFine = ({ run, findings }: DriftReport): boolean =>
  run.complete && !findings.some((finding) => isFailing(finding));

const nobody: RunAlerts = { keep: async () => undefined, send: async () => [] };

const alertsOf = async (settings: NotifySettings, store: Store, means: Means) => {
  const now = (): number => means.clock.now();
  const outbox = createOutbox(databaseIn(store, now));
  const receivers = await receiversOf(settings, means);
  let state: RunState | undefined;
  const alerts: RunAlerts = {
    async keep(report) {
      if (report.exitCode === exitCodes.interrupted) return;
      const plans = await outbox.add(transactionIn(store, now), subjectsOf(report), receivers);
      state = {
        open: plans.flatMap(({ open }) => open),
        gone: plans.flatMap((plan) => plan.alerts.filter(({ kind }) => kind === "gone")),
        succeeded: isFine(report),
      };
    },
    async send(until) {
      if (state === undefined) return [];
      const states = stateReceiversOf(settings, means);
      return (await deliver(outbox, receivers, states, state, means, until)).problems;
    },
  };
  return alerts;
};

/**
 * Runs work with alerts to the configured receivers. An interrupted run alerts nobody.
 * @param store with the tables of its history
 * @throws UsageError if a package is missing
 */
export const withAlerts = async <Result>(
  settings: NotifySettings,
  store: Store,
  environment: Environment,
  work: (alerts: RunAlerts) => Promise<Result>,
): Promise<Result> => {
  if (!hasReceivers(settings)) return work(nobody);
  return withMeans(environment, async (means) => work(await alertsOf(settings, store, means)));
};
