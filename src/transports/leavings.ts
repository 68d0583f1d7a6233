import { join } from "node:path";
import type { InterfaceName } from "../model/interface-name.ts";
import { UsageError } from "../model/usage-error.ts";
import type { Store } from "../store/store.ts";
import type { BudgetLedger, Rates } from "./budget-ledger.ts";
import type { JournalPlace } from "./journal.ts";
import { createJournalFile } from "./journal-file.ts";
import { sealedFile, type SealedFile } from "./sealed-file.ts";
import { openSeal, type Seal } from "./seal.ts";
import { createSharedLedger } from "./shared-ledger.ts";

export interface LeavingsOptions extends Rates {
  readonly store: Store;
  readonly baseUrls: Readonly<Partial<Record<InterfaceName, string>>>;
  /** What an interface's requests are made with, its main credential; empty where there is none. */
  credential(of: InterfaceName): string;
}

/** What a run against live targets leaves beside and in the store. */
export interface Leavings {
  readonly ledger: BudgetLedger;
  readonly place: JournalPlace;
  /** Where the refresh token of the CRM account is kept. */
  sessionFile(): SealedFile;
}

/** The folder beside a store for what only its owner may read. */
const folderBeside = (store: Store): string => `${store.path}.journal`;

const sealIn = (store: Store, folder: string): Seal => {
  if (store.path === ":memory:") throw new UsageError("a store in memory keeps no journal of writes");
  try {
    return openSeal(join(folder, "key"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`the journal of writes cannot be kept: ${reason}`, {
      place: folder,
      hint: "name another file with --store",
    });
  }
};

/**
 * The shared budget and the journals of a store.
 * @throws UsageError when the folder beside the store cannot be used, or a newer tripact has written the store.
 */
export const openLeavings = (options: LeavingsOptions): Leavings => {
  const { store, baseUrls } = options;
  const folder = folderBeside(store);
  const seal = sealIn(store, folder);
  const urlOf = (of: InterfaceName): string => baseUrls[of] ?? "";
  const account = (of: InterfaceName): string =>
    seal.fingerprint(`account ${urlOf(of)} ${options.credential(of)}`);
  const accounts = Object.fromEntries(
    // Object.keys widens the names of the record to text.
    (Object.keys(baseUrls) as InterfaceName[]).map((of) => [of, account(of)]),
  );
  return {
    sessionFile: () => sealedFile(join(folder, `${account("crm")}.session`), seal),
    ledger: createSharedLedger({ store, accounts, perSecond: options.perSecond, perHour: options.perHour }),
    place: {
      seal,
      // By the address alone: a run with another credential must not write while this one's records are in disorder.
      fileOf: (of) => createJournalFile(join(folder, seal.fingerprint(`journal ${urlOf(of)}`))),
      credentialOf: account,
    },
  };
};
