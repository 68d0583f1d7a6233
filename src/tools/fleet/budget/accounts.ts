import { createHmac } from "node:crypto";
import { openSeal } from "../../../harness/transports/seal.ts";
import type { FleetFile } from "../file/fleet-file.ts";
import type { Config } from "../../../harness/config/config.ts";
import { type Contract, describedAs } from "../../../harness/model/contract.ts";
import type { InterfaceName } from "../../../harness/model/interface-name.ts";
import { canonicalAddress } from "../../../harness/transports/address.ts";

/** What requests to an interface are made with: its main credential, else the name of its account. */
const credentialOf = (of: InterfaceName, config: Config, contract: Pick<Contract, "described">): string => {
  const { mainCredential, account } = describedAs(contract, of);
  const main = config.secret(mainCredential);
  return main ?? (account === undefined ? undefined : config.secret(`${account.credential}.username`)) ?? "";
};

/** What stands for a text: the same for everybody with the same key, and nothing that shows the text. */
export type Fingerprint = (text: string) => string;

/**
 * The fingerprint under the fleet's key. On SQLite without one a key file is made beside the database.
 * @param databasePath of SQLite
 * @throws Error with a system code when the key file can be neither read nor created
 */
export const fingerprintOf = (fleet: Pick<FleetFile, "key">, databasePath: string): Fingerprint => {
  const key = fleet.key();
  if (key === undefined) return openSeal(`${databasePath}.key`).fingerprint;
  return (text) => createHmac("sha256", key).update(text).digest("hex").slice(0, 32);
};

/**
 * The accounts that the requests of a run are counted under, one for each interface: the same for all spellings of an
 * address.
 */
export const accountsOf = (
  config: Config,
  contract: Pick<Contract, "described">,
  fingerprint: Fingerprint,
): readonly string[] =>
  config.interfaces.map((name) =>
    fingerprint(
      `account ${canonicalAddress(config.baseUrls[name] ?? "")} ${credentialOf(name, config, contract)}`,
    ),
  );
