import { deliver } from "../../../src/monitoring/notify/deliver.ts";
import { receiversOf, stateReceiversOf } from "../../../src/monitoring/notify/receivers.ts";
import { transactionIn } from "../../../src/core/store/sqlite-database.ts";
import { openStore } from "../../../src/core/store/store.ts";
import { liveMeans } from "./live-means.ts";
import { dayOf, runOnDay, settingsAt } from "./month-of-alerts.ts";
import { outboxIn } from "./outbox-in.ts";

/**
 * One run: alerts by a store the receivers at an address, of what a run shows on a day; each step is named as it is
 * reached.
 */
export const alertOnDay = async (
  path: string,
  origin: string,
  day: number,
  step: (name: string) => void,
): Promise<void> => {
  // A day is a day later, so that no lease of a killed run is left.
  const now = (): number => Date.parse(dayOf(day));
  const means = liveMeans(now);
  const store = openStore(path);
  const outbox = await outboxIn(store, now);
  const settings = settingsAt(origin);
  const receivers = await receiversOf(settings, means);
  step("begun");
  const plans = await store.transactionOf(() =>
    outbox.add(transactionIn(store, now), [runOnDay(day)], receivers),
  );
  step("planned");
  const state = { open: plans.flatMap(({ open }) => open), gone: [], succeeded: true };
  await deliver(outbox, receivers, stateReceiversOf(settings, means), state, means);
  step("done");
  await means.client.close();
  store.close();
};
