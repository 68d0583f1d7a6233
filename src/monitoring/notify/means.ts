import { createHttpClient } from "../../core/http/http-client.ts";
import type { NotifySettings } from "../../core/model/notify.ts";
import { proxiesOf } from "../../core/model/proxy.ts";
import type { Environment } from "../../core/model/environment.ts";
import { loadMailer } from "./email.ts";
import type { Means } from "./receivers.ts";

const timeoutMs = 10_000;
const maxBodyBytes = 65_536;

/**
 * Fails before anything is sent to a target if alerts could not be sent afterwards.
 * @throws UsageError if a package is missing or a proxy is unusable
 */
export const assertCanAlert = async (
  { email = [], slack = [], webhook = [], alertmanager = [], heartbeat = [] }: NotifySettings,
  { env }: Pick<Environment, "env">,
): Promise<void> => {
  for (const { url } of [...slack, ...webhook, ...alertmanager, ...heartbeat]) proxiesOf(env)(url);
  if (email.length > 0) await loadMailer();
};

/** Provides the means to reach receivers. */
export const withMeans = async <Result>(
  { clock, signal, env }: Pick<Environment, "clock" | "signal" | "env">,
  work: (means: Means) => Promise<Result>,
): Promise<Result> => {
  const client = createHttpClient({
    timeoutMs,
    maxBodyBytes,
    monotonic: () => performance.now(),
    proxyFor: proxiesOf(env),
  });
  try {
    return await work({ client, clock, signal });
  } finally {
    await client.close();
  }
};
