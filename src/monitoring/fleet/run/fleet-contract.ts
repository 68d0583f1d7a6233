import { resolve } from "node:path";
import { configSource } from "../../../core/config/load-config.ts";
import type { Contract } from "../../../core/model/contract.ts";
import type { Environment } from "../../../core/model/environment.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import { readTextFile } from "../../../core/source/read-file.ts";
import { contract as builtin } from "../../../inputs/contract.ts";
import { contractFor } from "../../../inputs/document-contract.ts";
import type { FleetFile } from "../file/fleet-file.ts";

/** The template that organizations have by default. */
export type FleetTemplate = FleetFile["defaults"]["config"];

/**
 * What the interfaces of a fleet promise: its default template may name documents. Without a template that can be read,
 * the built-in contract; each organization then says what is wrong.
 * @throws UsageError for a document that cannot be used
 */
export const fleetContract = async (
  { path, location }: FleetTemplate,
  around: Environment,
): Promise<Contract> => {
  const read = async () => {
    try {
      const { cwd, signal } = around;
      return configSource(await readTextFile(resolve(cwd, path), { location, signal }), path);
    } catch (error) {
      if (error instanceof UsageError) return undefined;
      throw error;
    }
  };
  const source = await read();
  return source === undefined ? builtin : contractFor({ canWrite: false })(source, around, path);
};
