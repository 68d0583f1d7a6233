/**
 * One run in a process of its own, to be killed: alerts by the store of its first argument the receivers at its second,
 * of what a run shows on the day that its third says. Prints each step, and stops at the one that the fourth names.
 */
import { createHttpClient } from "../../../src/harness/http/http-client.ts";
import { waitFor } from "../../../src/harness/model/wait.ts";
import { deliver } from "../../../src/harness/notify/deliver.ts";
import { openOutbox } from "../../../src/harness/notify/outbox.ts";
import { type Means, receiversOf, stateReceiversOf } from "../../../src/harness/notify/receivers.ts";
import { openStore } from "../../../src/harness/store/store.ts";
import { dayOf, runOnDay, settingsAt } from "./month-of-alerts.ts";
import { stepsUpTo } from "./steps.ts";

const [path = "", origin = "", day = "1", stopAt = ""] = process.argv.slice(2);
const step = stepsUpTo(stopAt);
const { signal } = new AbortController();
// A day is a day later, so that no lease of a killed run is left.
const now = (): number => Date.parse(dayOf(Number(day)));
const means: Means = {
  client: createHttpClient({ timeoutMs: 5000, maxBodyBytes: 1000, monotonic: () => performance.now() }),
  clock: { now, sleep: async () => waitFor(1) },
  signal,
};
const store = openStore(path);
const outbox = openOutbox(store, now);
const settings = settingsAt(origin);
const receivers = await receiversOf(settings, means);
step("begun");
const plans = store.transaction(() => outbox.add([runOnDay(Number(day))], receivers));
step("planned");
const state = { open: plans.flatMap(({ open }) => open), gone: [], succeeded: true };
await deliver(outbox, receivers, stateReceiversOf(settings, means), state, means);
step("done");
await means.client.close();
store.close();
