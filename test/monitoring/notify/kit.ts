import { onTestFinished } from "vitest";
import { createHttpClient } from "../../../src/core/http/http-client.ts";
import type { Clock } from "../../../src/core/model/clock.ts";
import type { NotifySettings } from "../../../src/core/model/notify.ts";
import { deliver } from "../../../src/monitoring/notify/deliver.ts";
import { type Means, receiversOf, stateReceiversOf } from "../../../src/monitoring/notify/receivers.ts";
import type { TargetSubjects } from "../../../src/monitoring/notify/subjects.ts";
import { transactionIn } from "../../../src/core/store/sqlite-database.ts";
import { openStore, type Store } from "../../../src/core/store/store.ts";
import { outboxIn } from "./outbox-in.ts";

/** Waits pass in no time and are noted. */
export const createMeans = () => {
  const slept: number[] = [];
  let now = Date.UTC(2026, 0, 10, 2);
  const clock: Clock = {
    now: () => now,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
  };
  const client = createHttpClient({ timeoutMs: 30_000, maxBodyBytes: 1000, monotonic: () => 0 });
  onTestFinished(() => client.close());
  const means: Means = { client, clock, signal: new AbortController().signal };
  return { means, slept, advance: (ms: number) => void (now += ms) };
};

export const openedStore = (path = ":memory:"): Store => {
  const store = openStore(path);
  onTestFinished(() => store.close());
  return store;
};

/** What `tripact drift` does with a run. */
export const alertOf = async (
  settings: NotifySettings,
  run: TargetSubjects,
  means: Means,
  store: Store = openedStore(),
) => {
  const now = (): number => means.clock.now();
  const outbox = await outboxIn(store, now);
  const receivers = await receiversOf(settings, means);
  const plans = await store.transactionOf(() => outbox.add(transactionIn(store, now), [run], receivers));
  const state = {
    open: plans.flatMap(({ open }) => open),
    gone: plans.flatMap(({ alerts }) => alerts.filter(({ kind }) => kind === "gone")),
    succeeded: run.failure === undefined,
  };
  const delivery = await deliver(outbox, receivers, stateReceiversOf(settings, means), state, means);
  const waiting = await Promise.all(receivers.map(async ({ path }) => (await outbox.waiting(path)).length));
  return { ...delivery, waiting };
};
