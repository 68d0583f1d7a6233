import { documentation } from "../../../src/contract/documents.ts";
import { openDriftStore } from "../../../src/harness/drift/drift-store.ts";
import { createShapes } from "../../../src/harness/drift/shapes.ts";
import { deliver } from "../../../src/harness/notify/deliver.ts";
import { openOutbox } from "../../../src/harness/notify/outbox.ts";
import { receiversOf } from "../../../src/harness/notify/receivers.ts";
import { problemsOf } from "../../../src/harness/problems/problems-of.ts";
import { subjectsOf } from "../../../src/harness/notify/subjects.ts";
import { transactionIn } from "../../../src/harness/store/sqlite-database.ts";
import { openStore } from "../../../src/harness/store/store.ts";
import { answered, json } from "../drift/support.ts";
import { liveMeans } from "./live-means.ts";
import { settingsAt } from "./month-of-alerts.ts";

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
  const store = openDriftStore(file, documentation);
  const outbox = openOutbox(file, () => Date.now());
  const receivers = await receiversOf(settingsAt(origin), means);
  const run = { run: String(process.pid), startedAt: new Date().toISOString(), seed: 1, version: "0.0.0" };
  const ends = (["donation", "volunteer"] as const).map((name) => {
    const target = { interface: name, address: `https://${name}.example.org`, organization: "default" };
    const isFailed = name === "donation" && outcome === "failed";
    const shapes = createShapes(documentation, { once: true });
    shapes.add(answered(json({ items: [{ id: 1, name: "x" }], total: 1 })));
    const result = { requests: 1, findings: { error: 0, warning: 0, info: 0 } };
    return {
      open: store.begin(target, run),
      result: isFailed ? { ...result, shapes: undefined, reason: "no answer" } : { ...result, shapes },
    };
  });
  step("begun");
  await store.endAll(ends, async (judged) => {
    const results = judged.map(({ target, night, verdict }) => ({
      target,
      night,
      drift: [],
      groups: verdict?.groups ?? [],
      notSampled: [],
    }));
    const seen = results.map((result) =>
      result.night.status === "failed" ? { ...result, failure: "no answer" } : result,
    );
    await outbox.add(
      transactionIn(file, () => Date.now()),
      subjectsOf({ results, problems: problemsOf({ findings: [], results: seen }), run }),
      receivers,
    );
    step("judged");
  });
  step("ended");
  await deliver(outbox, receivers, [], { open: [], gone: [], succeeded: true }, means);
  step("done");
  await means.client.close();
  file.close();
};
