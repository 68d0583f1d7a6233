import { createHttpClient } from "../../core/http/http-client.ts";
import type { NotifySettings } from "../../core/model/notify.ts";
import { loadMailer } from "./email.ts";
import type { Means } from "./receivers.ts";

const timeoutMs = 10_000;
const maxBodyBytes = 65_536;

/**
 * Fails before anything is sent to a target if alerts could not be sent afterwards.
 * @throws UsageError if a package is missing
 */
export const assertCanAlert = async ({ email = [] }: NotifySettings): Promise<void> => {
  if (email.length > 0) await loadMailer();
};

/** Provides the means to reach receivers. */
export const withMeans = async <Result>(
  { clock, signal }: Pick<Means, "clock" | "signal">,
  work: (means: Means) => Promise<Result>,
): Promise<Result> => {
  const client = createHttpClient({ timeoutMs, maxBodyBytes, monotonic: () => performance.now() });
  try {
    return await work({ client, clock, signal });
  } finally {
    await client.close();
  }
};
