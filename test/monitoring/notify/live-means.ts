import { createHttpClient } from "../../../src/core/http/http-client.ts";
import { waitFor } from "../../../src/core/model/wait.ts";
import type { Means } from "../../../src/monitoring/notify/receivers.ts";

/** What a run alerts with that may be killed in a process of its own: it waits for a moment, whatever it is asked for. */
export const liveMeans = (now: () => number): Means => ({
  client: createHttpClient({ timeoutMs: 5000, maxBodyBytes: 1000, monotonic: () => performance.now() }),
  clock: { now, sleep: async () => waitFor(1) },
  signal: new AbortController().signal,
});
