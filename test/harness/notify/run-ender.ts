/**
 * A drift run in a process of its own, to be killed: ends a run of two interfaces, of which one cannot be read where the
 * third argument says `failed`, and alerts by the store of the first argument the receiver at the second. Stops at the
 * step that the fourth names and waits there for its end.
 */
import { createHttpClient } from "../../../src/harness/http/http-client.ts";
import { documentation } from "../../../src/contract/documents.ts";
import { openDriftStore } from "../../../src/harness/drift/drift-store.ts";
import { createShapes } from "../../../src/harness/drift/shapes.ts";
import { waitFor } from "../../../src/harness/model/wait.ts";
import { deliver } from "../../../src/harness/notify/deliver.ts";
import { openOutbox } from "../../../src/harness/notify/outbox.ts";
import { type Means, receiversOf } from "../../../src/harness/notify/receivers.ts";
import { subjectsOf } from "../../../src/harness/notify/subjects.ts";
import { openStore } from "../../../src/harness/store/store.ts";
import { answered, json } from "../drift/support.ts";
import { settingsAt } from "./month-of-alerts.ts";
import { stepsUpTo } from "./steps.ts";

const [path = "", origin = "", outcome = "", stopAt = ""] = process.argv.slice(2);

const step = stepsUpTo(stopAt);

const means: Means = {
  client: createHttpClient({ timeoutMs: 5000, maxBodyBytes: 1000, monotonic: () => performance.now() }),
  clock: { now: () => Date.now(), sleep: async () => waitFor(1) },
  signal: new AbortController().signal,
};
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
store.endAll(ends, (judged) => {
  const results = judged.map(({ target, night, verdict }) => ({
    target,
    night,
    drift: [],
    groups: verdict?.groups ?? [],
    notSampled: [],
  }));
  outbox.add(subjectsOf({ results }), receivers);
  step("judged");
});
step("ended");
await deliver(outbox, receivers, [], { open: [], gone: [], succeeded: true }, means);
step("done");
await means.client.close();
file.close();
