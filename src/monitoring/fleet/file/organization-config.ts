import { variablesIn } from "../../../core/config/interpolate.ts";
import type { ValidConfig } from "../../../core/config/config.ts";
import { type ConfigContract, loadConfig } from "../../../core/config/load-config.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import { readSource } from "../../../core/source/source-document.ts";
import type { Organization, Texts } from "./fleet-file.ts";
import type { FleetInputs } from "./read-organizations.ts";

export interface ConfigOptions {
  readonly contract: ConfigContract;
  /** Replaces secrets if they are not resolved. */
  readonly standIn?: string;
}

/** @throws UsageError for an organization without any of its variables: one problem instead of one per variable */
const assertAnySet = (
  { name, location }: Organization,
  wanted: readonly string[],
  isSet: (variable: string) => boolean,
  called: (variable: string) => string,
): void => {
  if (wanted.length === 0 || wanted.some(isSet)) return;
  throw new UsageError(`no variable of ${name} is set`, {
    location,
    hint: `set ${wanted.map(called).join(", ")}`,
  });
};

/**
 * The configuration of an organization: its template with its variables, secrets and limits, and with writes off.
 * @throws UsageError if it is invalid or names no target; the message contains no value.
 */
export const organizationConfig = async (
  organization: Organization,
  secrets: Texts,
  { readText }: Pick<FleetInputs, "readText">,
  { contract, standIn }: ConfigOptions,
): Promise<ValidConfig> => {
  const { name, variables, safety, prefix } = organization;
  const { path, location } = organization.config;
  const text = await readText(path, location);
  const given = { ORGANIZATION: name, ...variables };
  const called = (variable: string): string =>
    Object.hasOwn(given, variable) ? variable : `${prefix}${variable}`;
  if (standIn === undefined) {
    const wanted = variablesIn(readSource(text, path).value).filter((one) => !Object.hasOwn(given, one));
    assertAnySet(organization, wanted, (variable) => Object.hasOwn(secrets, variable), called);
  }
  const config = loadConfig(text, {
    contract,
    file: path,
    env: { ...given, ...secrets },
    called,
    ...(standIn === undefined ? {} : { standIn }),
  });
  if (config.interfaces.length === 0)
    throw new UsageError("names no target", { location: path, hint: "add interfaces with a baseUrl" });
  return { ...config, safety: { ...config.safety, ...safety, writes: false } };
};
