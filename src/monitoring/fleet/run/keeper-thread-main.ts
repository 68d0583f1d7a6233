import { parentPort, workerData } from "node:worker_threads";
import { documentation } from "../../../builtin/documents.ts";
import { defaultEnvironment } from "../../../inputs/app-options.ts";
import { meaningOf } from "../../../inputs/meaning.ts";
import type { Database } from "../../../core/store/database.ts";
import { openDatabase } from "../database/open-database.ts";
import { type FromKeeper, type KeeperSetting, plainError, type ToKeeper } from "./keeper-thread.ts";
import { createRunKeeper, type RunKeeper } from "./run-keeper.ts";

const port = parentPort;
if (port === null) throw new Error("this runs in a thread of tripact fleet");
const post = (message: FromKeeper): void => port.postMessage(message);

// `startKeeperThread` passed this.
const setting = workerData as KeeperSetting;

const location = setting.kind === "sqlite" ? setting : { ...setting, address: () => setting.url };

interface Opened {
  readonly database: Database;
  readonly keeper: RunKeeper;
}

/** What the fleet's interfaces promise. */
const documentationOf = async ({ template }: KeeperSetting) => {
  if (template === undefined) return documentation;
  const { fleetContract } = await import("./fleet-contract.ts");
  return meaningOf(await fleetContract(template, defaultEnvironment({ cwd: template.cwd }))).documentation;
};

const openKeeper = async (): Promise<Opened> => {
  const database = await openDatabase(location, { now: () => Date.now(), mayCreate: true });
  return { database, keeper: createRunKeeper(database, await documentationOf(setting)) };
};

let opened: Promise<Opened> | undefined;

/** After an outage, the next call opens the database again. */
const open = (): Promise<Opened> => {
  opened ??= openKeeper().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
};

const answer = async (message: Extract<ToKeeper, { readonly id: number }>): Promise<void> => {
  const { id, method, args } = message;
  try {
    // `startKeeperThread` passes the arguments of the method of that name.
    const call = (await open()).keeper[method] as (...args: readonly unknown[]) => Promise<unknown>;
    post({ id, value: await call(...args) });
  } catch (error) {
    post({ id, error: plainError(error) });
  }
};

port.on("message", (message: ToKeeper) => {
  if ("id" in message) return void answer(message);
  void Promise.resolve(opened)
    .then((one) => one?.database.close())
    .catch(() => undefined)
    .finally(() => post({ closed: true }));
});
