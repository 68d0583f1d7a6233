import type { InterfaceHealth } from "../tools/onboarding/health.ts";
import type { AppOptions } from "./surroundings.ts";

/** Asks a person. Answers are undefined when the person stops. */
export interface Questions {
  /** A line of text; empty when nothing is entered. */
  text(question: string): Promise<string | undefined>;
  /** A credential, which nobody else may see; `variable` is the environment variable that is to hold it. */
  secret(question: string, variable: string): Promise<string | undefined>;
  confirm(question: string): Promise<boolean | undefined>;
}

/** The file to write, and what is known of the target. */
export interface InitOptions extends AppOptions {
  /** The file to write or to extend; `.env.example` is written beside it. */
  readonly config: string;
  /** Base addresses. Credentials come from `CRM_KEY`, `DONATION_TOKEN` and `VOLUNTEER_TOKEN` in `env`. */
  readonly crm?: string;
  readonly donation?: string;
  readonly volunteer?: string;
  /** Extends a file that is there, and asks nobody. */
  readonly extend?: boolean;
  /** Asks a person for what is missing, and whether a file that is there is extended; without it, either is an error. */
  readonly ask?: Questions;
  /** The folder in which runs against live targets keep the budget that they share; default: they share none. */
  readonly stateFolder?: string;
}

/** What was found out about a target, and the files that were written. */
export interface InitResult {
  /**
   * `stopped` by a spent budget or a safety rule; `inconclusive` where an interface could not be asked, which is not
   * written then; `declined` where the person did not want the file extended, `interrupted` where they gave no answer.
   */
  readonly verdict: "complete" | "inconclusive" | "stopped" | "declined" | "interrupted";
  /** Names of the files that changed. */
  readonly files: readonly string[];
  /** Whether the configuration was not there before. */
  readonly isNew: boolean;
  readonly requests: number;
  /** How many requests there could be. */
  readonly budget: number;
  /** Why not everything was asked. */
  readonly stopped?: string;
  /** How many facts can be judged now, of all that there are. */
  readonly facts: { readonly now: number; readonly total: number };
  readonly interfaces: readonly InterfaceHealth[];
}

/**
 * Asks a target, with at most 40 reads, what it serves and which records it has, and writes a configuration: what was
 * found, and every further key as a comment that says how many facts it adds. What a file that is there has stays as it
 * is. The file names the variables of credentials and never holds one.
 * @throws UsageError before anything is sent or written.
 * @example
 * ```ts
 * import { init, startSandbox } from "tripact";
 *
 * const sandbox = await startSandbox();
 * const { baseUrl, credentials } = sandbox.config.interfaces.crm;
 * const env = { CRM_KEY: String(credentials["apiKey"]) };
 * const { verdict, files } = await init({ config: "crm.yaml", crm: baseUrl, env });
 * console.log(verdict, files.join(" ")); // complete crm.yaml .env.example
 * await sandbox.close();
 * ```
 */
export const init = async (options: InitOptions): Promise<InitResult> => {
  const { writeConfig } = await import("./write-config.ts");
  return writeConfig(options);
};
