import { onTestFinished } from "vitest";
import type { BuiltinInterface } from "../../src/builtin/interface-name.ts";
import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import type { SandboxOptions } from "../../src/sandbox/options.ts";
import { ask, type Received, type Sent } from "./ask.ts";

export type { Received } from "./ask.ts";

export interface Bench {
  readonly sandbox: Sandbox;
  /** Asks a path below the sandbox's origin, for example `/volunteer/v1/users`. */
  ask(path: string, sent?: Sent): Promise<Received>;
  /** A credential of the configuration, for example `credential("crm", "apiKey")`. */
  credential(interfaceName: BuiltinInterface, name: string): string;
  /**
   * A value below an interface of the configuration, for example `setting("volunteer", "scratch",
   * "groupId")`.
   */
  setting(interfaceName: BuiltinInterface, section: string, key: string): unknown;
}

/** Donors: enough for every relation, and made in a third of the time that the default takes. */
const fewDonors = 60;

/** Takes what is to be done at the end of a test, or of all in a suite. */
export type AtEnd = (close: () => Promise<void>) => void;

/** A sandbox that is closed after the test, or at another end, and fails it when a handler threw. */
export const bench = (options: SandboxOptions = {}, atEnd: AtEnd = onTestFinished): Bench => {
  const bugs: unknown[] = [];
  const sandbox = createSandbox({ scale: fewDonors, onBug: (bug) => bugs.push(bug), ...options });
  atEnd(async () => {
    await sandbox.close();
    if (bugs.length > 0) throw bugs[0];
  });
  const config = sandbox.config();
  return {
    sandbox,
    ask: (path, sent = {}) => ask(sandbox, path, sent),
    credential: (interfaceName, name) => String(config.interfaces[interfaceName].credentials[name]),
    setting: (interfaceName, section, key) =>
      // Sections are objects; a missing one fails the test here.
      (config.interfaces[interfaceName][section] as Record<string, unknown>)[key],
  };
};

/** Whether a body is an error of the interface's family, with its default assumptions. */
export const isFamilyError = (interfaceName: BuiltinInterface, { at, status }: Received): boolean => {
  switch (interfaceName) {
    case "crm":
      return (
        /^[A-Z]+(_[A-Z]+)*$/.test(String(at("/error/code"))) &&
        typeof at("/error/message") === "string" &&
        Array.isArray(at("/error/details"))
      );
    case "donation":
      return (
        typeof at("/title") === "string" && at("/status") === status && typeof at("/detail") === "string"
      );
    case "volunteer":
      return typeof at("/message") === "string";
  }
};
