import type { TrafficOptions } from "./common-options.ts";
import type { Environment } from "../core/model/environment.ts";
import { unset } from "./config-reading.ts";
import { openNamed } from "./named-target.ts";
import type { Config, OpenedConfig } from "./open-config.ts";

const { host: unsetHost } = new URL(unset);

/** Base addresses without those that depend on a variable that is not set, and those that no document names. */
export const knownAddresses = (
  baseUrls: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(baseUrls).filter(([, url]) => URL.parse(url)?.host !== unsetHost));

/**
 * The interfaces whose traffic is judged.
 * @param needsCredentials whether variables for credentials must be set
 * @throws UsageError for a document, a configuration or an option that cannot be used
 */
export const openTraffic = (
  { openapi, url, name, auth, config }: TrafficOptions & { readonly config?: Config },
  environment: Environment,
  { needsCredentials = false } = {},
): Promise<OpenedConfig | undefined> =>
  openNamed(
    {
      ...(openapi === undefined ? {} : { openapi }),
      ...(url === undefined ? {} : { url }),
      ...(name === undefined ? {} : { name }),
      ...(auth === undefined ? {} : { auth }),
      ...(config === undefined ? {} : { config }),
    },
    environment,
    { ...(needsCredentials ? {} : { standIn: unset }), canWrite: true, address: unset },
  );
