import type { InitOptions, InitResult } from "../tools/onboarding/write-config.ts";

/**
 * Asks a target, with at most 40 reads, what it serves and which records it has, and writes a configuration with the
 * results. Every further key is a comment that says how many facts it adds. Values of an existing file stay. The file
 * names the variables of credentials and never holds a credential.
 * @throws UsageError before any request or write.
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
  const { writeConfig } = await import("../tools/onboarding/write-config.ts");
  return writeConfig(options);
};
