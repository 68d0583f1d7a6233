import { createHttpClient } from "../../harness/http/http-client.ts";
import type { DriftReport } from "../../harness/model/drift.ts";
import type { NotifySettings } from "../../harness/model/notify.ts";
import { deliver } from "../../harness/notify/deliver.ts";
import { loadMailer } from "../../harness/notify/email.ts";
import { openOutbox } from "../../harness/notify/outbox.ts";
import { type Means, receiversOf, stateReceiversOf } from "../../harness/notify/receivers.ts";
import { subjectsOf } from "../../harness/notify/subjects.ts";
import { safe } from "../../harness/output/safe-text.ts";
import { exitCodes } from "../../harness/runner/exit-code.ts";
import type { Store } from "../../harness/store/store.ts";
import type { CliIo } from "./io.ts";

const timeoutMs = 10_000;
const maxBodyBytes = 65_536;

const hasReceivers = (settings: NotifySettings): boolean =>
  Object.values(settings).some((receivers) => receivers.length > 0);

/**
 * Throws before anything is sent to a target where alerts could not be sent afterwards.
 * @throws UsageError where a package is missing
 */
export const assertCanAlert = async ({ email = [] }: NotifySettings): Promise<void> => {
  if (email.length > 0) await loadMailer();
};

const send = async (
  report: DriftReport,
  settings: NotifySettings,
  store: Store,
  means: Means,
): ReturnType<typeof deliver> => {
  const outbox = openOutbox(store, () => means.clock.now());
  const receivers = await receiversOf(settings, means);
  const plans = outbox.add(subjectsOf(report), receivers);
  const state = {
    open: plans.flatMap(({ open }) => open),
    gone: plans.flatMap(({ alerts }) => alerts.filter(({ kind }) => kind === "gone")),
    succeeded: report.results.every(({ night }) => night.status !== "failed"),
  };
  return deliver(outbox, receivers, stateReceiversOf(settings, means), state, means);
};

/**
 * Alerts those whom the configuration names of what a run has shown. A run that was interrupted alerts nobody.
 * Returns an exit code: 3 where somebody could not be alerted.
 */
export const sendAlerts = async (
  report: DriftReport,
  settings: NotifySettings,
  store: Store,
  { clock, signal, stderr }: CliIo,
): Promise<number> => {
  if (!hasReceivers(settings) || report.exitCode === exitCodes.interrupted) return exitCodes.conformant;
  const client = createHttpClient({ timeoutMs, maxBodyBytes, monotonic: () => performance.now() });
  try {
    const { problems } = await send(report, settings, store, { client, clock, signal });
    for (const problem of problems) stderr.write(safe`tripact: ${problem}\n`);
    return problems.length === 0 ? exitCodes.conformant : exitCodes.notJudged;
  } finally {
    await client.close();
  }
};
