import { chmodSync, closeSync, constants, existsSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../model/make-folder.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import { statOf } from "../model/stat-of.ts";
import { UsageError } from "../model/usage-error.ts";
import { openStore } from "../store/store.ts";
import { addressId, canonicalAddress } from "./address.ts";
import type { BudgetLedger, Rates } from "./budget-ledger.ts";
import type { JournalOptions } from "./journal.ts";
import { createJournalLog, type JournalLog, readJournal, openChangesIn } from "./journal-log.ts";
import { createLock } from "./lock.ts";
import { openSeal, type Seal, sealedFile, type SealedFile } from "./seal.ts";
import { createSharedLedger, type SharedLedgerOptions } from "./shared-ledger.ts";
import { messageOf } from "../model/error-code.ts";

/** What runs against live targets share: hourly budget, pace, locks, journals of writes and refresh tokens. */
export interface LiveState extends Pick<JournalOptions, "seal" | "credentialOf" | "lock" | "logOf"> {
  readonly ledger: BudgetLedger;
  /** File of the refresh token of an interface's account. */
  sessionFile(of: InterfaceName): SealedFile;
  close(): void;
}

const extension = ".ndjson";

const budgetOf = (folder: string): string => join(folder, "budget.sqlite");

/** Whether some journal of the folder still needs the key that sealed it. */
const hasOpenJournal = (folder: string): boolean =>
  readdirSync(folder)
    .filter((name) => name.endsWith(extension))
    .some((name) => {
      try {
        return openChangesIn(readJournal(join(folder, name)).lines).length > 0;
      } catch {
        return true;
      }
    });

/** Permission bits of group and others that are refused. */
interface Forbidden {
  readonly bits: number;
  readonly others: string;
  readonly fix: string;
}

const forbidden: Readonly<Record<"folder" | "key", Forbidden>> = {
  folder: { bits: 0o022, others: "other users can write to this folder", fix: "chmod 700" },
  key: { bits: 0o077, others: "other users can use this key", fix: "chmod 600" },
};

/** Refuses files that others could write or read; Windows has no such modes. @throws UsageError with the fix */
const assertPrivate = (path: string, { bits, others, fix }: Forbidden): void => {
  const mode = statOf(path)?.mode ?? 0;
  if (process.platform === "win32" || (mode & bits) === 0) return;
  throw new UsageError(`${others} (mode ${(mode & 0o777).toString(8)})`, {
    location: path,
    hint: `if nobody else has used it, run ${fix} on it; else remove it`,
  });
};

/** Restricts a file to its owner, creating it if needed, together with the files SQLite keeps beside it. */
const makePrivate = (path: string): void => {
  closeSync(openSync(path, constants.O_CREAT | constants.O_RDWR | constants.O_NONBLOCK, 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
};

const openFolder = (folder: string): Seal => {
  assertPrivate(folder, forbidden.folder);
  assertPrivate(join(folder, "key"), forbidden.key);
  try {
    makeFolder(folder, 0o700);
    makePrivate(budgetOf(folder));
    return openSeal(join(folder, "key"), () => hasOpenJournal(folder));
  } catch (error) {
    throw new UsageError(`the shared state of live runs cannot be stored: ${messageOf(error)}`, {
      location: folder,
      hint: "name a folder for it with XDG_STATE_HOME",
    });
  }
};

/** Creates the folder if it is missing. @throws UsageError if it is unusable or holds files of a newer tripact */
export const openLiveState = (
  options: Rates &
    Pick<SharedLedgerOptions, "now" | "monotonic"> & {
      /** The folder shared by all runs of this user and machine against live targets. */
      readonly folder: string;
      readonly interfaces: readonly InterfaceName[];
      readonly baseUrls: Readonly<Record<InterfaceName, string>>;
      /** The interface's main credential; empty if there is none. */
      credential(of: InterfaceName): string;
    },
): LiveState => {
  const { folder, baseUrls } = options;
  const seal = openFolder(folder);
  const configured = Object.keys(baseUrls);
  const urlOf = (of: InterfaceName): string => {
    const url = baseUrls[of];
    if (url === undefined) throw new Error(`${of} has no base address`);
    return url;
  };
  const account = (of: InterfaceName): string =>
    seal.fingerprint(`account ${canonicalAddress(urlOf(of))} ${options.credential(of)}`);
  const logs = new Map<string, JournalLog>();
  // Keyed by address alone: a run with another credential must not write while records of this one need restoring.
  const logOf = (of: InterfaceName): JournalLog => {
    const path = join(folder, `${addressId(urlOf(of))}${extension}`);
    const log = logs.get(path) ?? createJournalLog(path);
    logs.set(path, log);
    return log;
  };
  const store = openStore(budgetOf(folder), "another folder with XDG_STATE_HOME");
  const accounts = Object.fromEntries(configured.map((of) => [of, account(of)]));
  return {
    seal,
    credentialOf: account,
    logOf,
    lock: createLock(configured.map((of) => join(folder, `${addressId(urlOf(of))}.lock`))),
    ledger: createSharedLedger({ ...options, store, accounts }),
    sessionFile: (of) => sealedFile(join(folder, `${account(of)}.session`), seal),
    close: () => store.close(),
  };
};
