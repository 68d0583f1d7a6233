import { documentation } from "../../../src/builtin/documents.ts";
import { openHistory } from "../../../src/monitoring/history/sqlite.ts";
import { summaryOf } from "../../../src/monitoring/drift/run-outcome.ts";
import { createShapes } from "../../../src/core/shapes/shapes.ts";
import { deliver } from "../../../src/monitoring/notify/deliver.ts";
import { receiversOf } from "../../../src/monitoring/notify/receivers.ts";
import { subjectsOf } from "../../../src/monitoring/notify/subjects.ts";
import { transactionIn } from "../../../src/core/store/sqlite-database.ts";
import { openStore } from "../../../src/core/store/store.ts";
import { answered, json } from "../drift/support.ts";
import { liveMeans } from "./live-means.ts";
import { settingsAt } from "./month-of-alerts.ts";
import { outboxIn } from "./outbox-in.ts";

/**
 * Ends a drift run of two interfaces, of which one cannot be read where the outcome is `failed`, and alerts by a store the
 * receiver at an address; each step is named as it is reached.
 */
export const endRun = async (
  path: string,
  origin: string,
  outcome: string,
  step: (name: string) => void,
): Promise<void> => {
  const means = liveMeans(() => Date.now());
  const file = openStore(path);
  const runs = await openHistory(file, documentation);
  const outbox = await outboxIn(file, () => Date.now());
  const receivers = await receiversOf(settingsAt(origin), means);
  const order = { run: String(process.pid), startedAt: new Date().toISOString(), seed: 1, version: "0.0.0" };
  const targets = (["donation", "volunteer"] as const).map((name) => ({
    interface: name,
    address: `https://${name}.example.org`,
    organization: "default",
  }));
  const run = await runs.start({ ...order, organization: "default" }, targets);
  step("begun");
  const results = targets.map((target) => {
    const shapes = createShapes(documentation, { once: true });
    shapes.add(answered(json({ items: [{ id: 1, name: "x" }], total: 1 })));
    const isFailed = target.interface === "donation" && outcome === "failed";
    const seen = isFailed ? { shapes: undefined, reason: "no answer" } : { shapes: JSON.stringify(shapes) };
    return { target, ...seen, requests: 1, findings: { error: 0, warning: 0, info: 0 } };
  });
  await runs.end(run, { endedAt: order.startedAt, requests: 2 }, results, {
    async also({ targets: judged, problems }) {
      const shown = judged.map(({ target, run: own, outcome: of, verdict }) => ({
        target,
        night: summaryOf(own, of),
        drift: [],
        groups: verdict?.groups ?? [],
        notSampled: [],
      }));
      await outbox.add(
        transactionIn(file, () => Date.now()),
        subjectsOf({ results: shown, problems, run: order }),
        receivers,
      );
      step("judged");
    },
  });
  step("ended");
  await deliver(outbox, receivers, [], { open: [], gone: [], succeeded: true }, means);
  step("done");
  await means.client.close();
  file.close();
};
