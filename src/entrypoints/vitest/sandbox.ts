import type { ServeOptions } from "../../sandbox/options.ts";
import type { TestProject } from "vitest/node";
import type { SandboxConfiguration } from "../../sandbox/configuration.ts";
import { startSandbox } from "../../sandbox/serve.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Base addresses, credentials and records of the sandbox that the global set-up started. */
    tripact: SandboxConfiguration;
  }
}

/**
 * `tripact/vitest/sandbox`: a global set-up that serves a sandbox while the tests run. Tests read its addresses,
 * credentials and records with `inject("tripact")`.
 * @example
 * ```ts
 * // sandbox.setup.ts, named under test.globalSetup in vitest.config.ts
 * import { sandboxSetup } from "tripact/vitest/sandbox";
 *
 * export default sandboxSetup({ seed: 1 });
 * ```
 */
export const sandboxSetup =
  (options: ServeOptions = {}) =>
  async (project: Pick<TestProject, "provide">): Promise<() => Promise<void>> => {
    const sandbox = await startSandbox(options);
    // Provided values are copied to the workers, so they must be plain data.
    project.provide("tripact", structuredClone(sandbox.config));
    return () => sandbox.close();
  };
