import { parentPort, workerData } from "node:worker_threads";
import { documentation } from "../../../contract/documents.ts";
import { openDatabase } from "../database/open-database.ts";
import { type FromKeeper, type KeeperSetting, plainError, type ToKeeper } from "./keeper-thread.ts";
import { createRunKeeper, type RunKeeper } from "./run-keeper.ts";

const port = parentPort;
if (port === null) throw new Error("this runs in a thread of tripact fleet");
const post = (message: FromKeeper): void => port.postMessage(message);

// What `startKeeperThread` gave.
const setting = workerData as KeeperSetting;

const open = openDatabase(
  setting.kind === "sqlite" ? setting : { ...setting, address: () => setting.url },
  () => Date.now(),
);

const keeper: Promise<RunKeeper> = open.then((database) => createRunKeeper(database, documentation));

const answer = async (message: Extract<ToKeeper, { readonly id: number }>): Promise<void> => {
  const { id, method, args } = message;
  try {
    // `startKeeperThread` passes what the method of that name takes.
    const call = (await keeper)[method] as (...args: readonly unknown[]) => Promise<unknown>;
    post({ id, value: await call(...args) });
  } catch (error) {
    post({ id, error: plainError(error) });
  }
};

port.on("message", (message: ToKeeper) => {
  if ("id" in message) return void answer(message);
  void open
    .then((database) => database.close())
    .catch(() => undefined)
    .finally(() => post({ closed: true }));
});
// Whoever calls hears of it.
keeper.catch(() => undefined);
