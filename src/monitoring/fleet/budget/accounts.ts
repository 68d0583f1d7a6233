import { createHmac } from "node:crypto";
import { openSeal } from "../../../core/transports/seal.ts";
import type { FleetFile } from "../file/fleet-file.ts";
import type { ValidConfig } from "../../../core/config/config.ts";
import { type Contract, describedAs } from "../../../core/model/contract.ts";
import type { SchemeCredential } from "../../../core/model/exchange.ts";
import type { InterfaceName } from "../../../core/model/interface-name.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import { canonicalAddress } from "../../../core/transports/address.ts";

/** What security schemes get. */
const ofSchemes = (parts: readonly SchemeCredential[], config: ValidConfig): string => {
  const texts = parts.map(({ value }) =>
    typeof value === "string" ? value : (config.secret(value.name) ?? ""),
  );
  return [...new Set(texts)].filter((text) => text !== "").join(" ");
};

/** The credential of requests to an interface: its main one, else the user name of its account. */
const credentialOf = (
  of: InterfaceName,
  config: ValidConfig,
  contract: Pick<Contract, "described" | "operations">,
): string => {
  const { mainCredential, account, credentialsOf } = describedAs(contract, of);
  if (credentialsOf !== undefined) {
    const own = Object.values(contract.operations).filter((one) => one.interface === of);
    return ofSchemes(
      own.flatMap(({ id }) => credentialsOf(id)),
      config,
    );
  }
  const main = config.secret(mainCredential);
  return main ?? (account === undefined ? undefined : config.secret(`${account.credential}.username`)) ?? "";
};

/** A keyed digest of a text: equal for equal keys, and does not reveal the text. */
export type Fingerprint = (text: string) => string;

/**
 * The fingerprint under the fleet's key. On SQLite without a key, creates a key file beside the database.
 * @param databasePath of SQLite
 * @throws Error with a system code if the key file can be neither read nor created
 */
export const fingerprintOf = (fleet: Pick<FleetFile, "key">, databasePath: string): Fingerprint => {
  const key = fleet.key();
  if (key === undefined) return openSeal(`${databasePath}.key`).fingerprint;
  return (text) => createHmac("sha256", key).update(text).digest("hex").slice(0, 32);
};

/** The account to which requests to an interface are charged. */
export interface Account {
  readonly interface: InterfaceName;
  /** Equal for all spellings of an address. */
  readonly id: string;
  /** Whether the configuration has a credential for it. */
  readonly hasCredential: boolean;
}

/** The accounts of a run's requests, one per interface. */
export const accountsOf = (
  config: ValidConfig,
  contract: Pick<Contract, "described" | "operations">,
  fingerprint: Fingerprint,
): readonly Account[] =>
  config.interfaces.map((name) => {
    const credential = credentialOf(name, config, contract);
    const id = fingerprint(`account ${canonicalAddress(config.baseUrls[name] ?? "")} ${credential}`);
    return { interface: name, id, hasCredential: credential !== "" };
  });

/** The holder of an account: an organization, and the account that the fleet file allows it to share. */
export interface AccountHolder {
  readonly organization: string;
  readonly shared?: string | undefined;
}

/** Whether the fleet file allows two organizations to share a credential at one address. */
export const mayShare = (one: AccountHolder, other: AccountHolder): boolean =>
  one.organization === other.organization || (one.shared !== undefined && one.shared === other.shared);

/** Two organizations have the same credential; tripact cannot know which one owns it. */
export const sharedCredential = (of: InterfaceName, one: string, other: string): UsageError =>
  new UsageError(`${one} and ${other} have the same credential for ${of} at the same address`, {
    hint: "give each its own; if they share it on purpose, name one account for both in the list of organizations, as in account: shared",
  });
