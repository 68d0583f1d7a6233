import type { Config } from "../../../harness/config/config.ts";
import { type ConfigContract, loadConfig } from "../../../harness/config/load-config.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import type { Organization, Texts } from "./fleet-file.ts";
import type { FleetInputs } from "./read-organizations.ts";

export interface ConfigOptions {
  readonly contract: ConfigContract;
  /** Put in place of secrets by whoever resolves none. */
  readonly standIn?: string;
}

/**
 * The configuration of an organization: its template with its variables and secrets, its limits, and writes off.
 * @throws UsageError when it is not valid or names no target; never with a value.
 */
export const organizationConfig = async (
  organization: Organization,
  secrets: Texts,
  { readText }: Pick<FleetInputs, "readText">,
  { contract, standIn }: ConfigOptions,
): Promise<Config> => {
  const { name, variables, safety } = organization;
  const { path, location } = organization.config;
  const config = loadConfig(await readText(path, location), {
    contract,
    file: path,
    env: { ORGANIZATION: name, ...variables, ...secrets },
    ...(standIn === undefined ? {} : { standIn }),
  });
  if (config.interfaces.length === 0)
    throw new UsageError("names no target", { location: path, hint: "add interfaces with a baseUrl" });
  return { ...config, safety: { ...config.safety, ...safety, writes: false } };
};
