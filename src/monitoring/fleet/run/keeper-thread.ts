import { codeOf } from "../../../core/model/error-code.ts";
import { startOwnThread } from "../../../core/model/own-thread.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import type { FleetTemplate } from "./fleet-contract.ts";
import type { RunKeeper } from "./run-keeper.ts";

/** The database for a thread; a server's address may contain a password and stays in memory. */
export type KeeperSetting = (
  | { readonly kind: "sqlite"; readonly path: string }
  | { readonly kind: "postgres"; readonly schema: string; readonly url: string }
) & {
  /** The template whose documents say what answers mean; without it, the built-in contract does. */
  readonly template?: FleetTemplate & { readonly cwd: string };
};

export type KeeperMethod = keyof RunKeeper;

/** A message to the thread: a call, or the request to close the database. */
export type ToKeeper =
  | { readonly id: number; readonly method: KeeperMethod; readonly args: readonly unknown[] }
  | { readonly close: true };

/** An error as sent between threads, which lose class and code. */
export interface PlainError {
  readonly message: string;
  readonly code: string;
  /** Of a UsageError. */
  readonly usage?: { readonly location: string | undefined; readonly hint: string | undefined };
}

/** A message from the thread. */
export type FromKeeper =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: PlainError }
  | { readonly closed: true };

export const plainError = (error: unknown): PlainError => {
  const message = error instanceof Error ? error.message : String(error);
  const plain = { message, code: codeOf(error) };
  return error instanceof UsageError
    ? { ...plain, usage: { location: error.location, hint: error.hint } }
    : plain;
};

const errorOf = ({ message, code, usage }: PlainError): Error =>
  Object.assign(
    usage === undefined ? new Error(message) : new UsageError(message, usage),
    code === "" ? {} : { code },
  );

/** A keeper in another thread, because judging takes long enough to distort the latency of answers. */
export interface KeeperThread {
  readonly keeper: RunKeeper;
  close(): Promise<void>;
}

// Built files have other names than the sources.
const program = import.meta.url.endsWith(".ts") ? "./keeper-thread-main.ts" : "./keeper-thread-main.js";

export const startKeeperThread = (setting: KeeperSetting): KeeperThread => {
  const worker = startOwnThread("keeper-thread.js", new URL(program, import.meta.url), {
    workerData: setting,
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const closed = Promise.withResolvers<void>();
  let last = 0;

  const fail = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    closed.resolve();
  };
  worker.on("message", (message: FromKeeper) => {
    if ("closed" in message) return closed.resolve();
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if ("error" in message) call?.reject(errorOf(message.error));
    else call?.resolve(message.value);
  });
  worker.once("error", fail);
  worker.once("exit", () => fail(new Error("the thread that keeps runs has ended")));

  const call = <Method extends KeeperMethod>(
    method: Method,
    ...args: Parameters<RunKeeper[Method]>
  ): ReturnType<RunKeeper[Method]> => {
    last += 1;
    const made = Promise.withResolvers<unknown>();
    waiting.set(last, made);
    worker.postMessage({ id: last, method, args } satisfies ToKeeper);
    // The thread answers with the result of the method of that name.
    return made.promise as ReturnType<RunKeeper[Method]>;
  };

  return {
    keeper: {
      begin: (order) => call("begin", order),
      tried: (by) => call("tried", by),
      outlooks: (run, targets) => call("outlooks", run, targets),
      preview: (run, target, shapes) => call("preview", run, target, shapes),
      end: (run, end, results) => call("end", run, end, results),
      takeGrant: (order) => call("takeGrant", order),
      renewGrant: (grant) => call("renewGrant", grant),
      endGrant: (grant, sent) => call("endGrant", grant, sent),
    },
    async close() {
      worker.postMessage({ close: true } satisfies ToKeeper);
      await closed.promise;
      await worker.terminate();
    },
  };
};
