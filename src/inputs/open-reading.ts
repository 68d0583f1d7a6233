import type { ReadingTargetOptions } from "./common-options.ts";
import type { Environment } from "../core/model/environment.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { withCredentials } from "./client-credentials.ts";
import { openNamed } from "./named-target.ts";
import { assertNamesTarget, type Config, namesNoSandbox, type OpenedConfig } from "./open-config.ts";
import { isLive } from "./open-target.ts";

/**
 * A live target with writes off, whatever its configuration says.
 * @throws UsageError if it is invalid; the given error if it names no live target
 */
export const openForReading = async (
  options: ReadingTargetOptions & { readonly config?: Config },
  environment: Environment,
  { message, ...otherwise }: { readonly message: string; readonly option?: string; readonly hint: string },
): Promise<Pick<OpenedConfig, "config" | "contract" | "places">> => {
  const opened = await openNamed(
    options.openapi === undefined ? options : { ...options, writes: false },
    environment,
    { canWrite: false },
  );
  assertNamesTarget(opened, namesNoSandbox);
  if (!isLive(opened?.config)) throw new UsageError(message, otherwise);
  const { config = opened.config } = await withCredentials(opened, environment);
  const { contract, places } = opened;
  return { config: { ...config, safety: { ...config.safety, writes: false } }, contract, places };
};
