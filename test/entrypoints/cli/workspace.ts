import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type BuiltinInterface, interfaceNames } from "../../../src/builtin/interface-name.ts";
import { plantedFaults } from "../../../src/inputs/planted-faults.ts";
import type { Fault } from "../../../src/builtin/faults/fault.ts";
import { type ServedSandbox, startSandbox } from "../../../src/sandbox/serve.ts";
import type { ServeOptions } from "../../../src/sandbox/options.ts";
import { type CliResult, type CliSetting, runCli } from "./run-cli.ts";
import { temporaryFolder } from "./temporary-folder.ts";

interface WorkspaceOptions extends Omit<ServeOptions, "faults"> {
  /** Planted faults by their ids, and others. */
  readonly faults?: readonly (string | Fault)[];
}

interface Configured {
  /** Default: all interfaces. */
  readonly only?: readonly BuiltinInterface[];
  /** Limits in place of the sandbox's. */
  readonly safety?: object;
  /** Further keys, or others in place of these. */
  readonly [key: string]: unknown;
}

/** A user's machine beside a served sandbox, for the running test: an empty folder, and the tokens in the environment. */
export interface Workspace {
  readonly served: ServedSandbox;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** `--crm URL` and so on, for some interfaces. */
  addresses(...names: readonly BuiltinInterface[]): readonly string[];
  /** Writes the configuration for the sandbox. */
  configure(configured?: Configured): void;
  /** Runs the command line in the folder. */
  run(args: string | readonly string[], setting?: CliSetting): Promise<CliResult>;
  /** Ends the sandbox before the test does. */
  close(): Promise<void>;
}

export const openWorkspace = async ({
  faults = [],
  ...options
}: WorkspaceOptions = {}): Promise<Workspace> => {
  const ids = faults.filter((fault) => typeof fault === "string");
  const planted = ids.length === 0 ? [] : await plantedFaults(ids);
  const others = faults.filter((fault) => typeof fault !== "string");
  const served = await startSandbox({ scale: 30, ...options, faults: [...planted, ...others] });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= served.close());
  onTestFinished(close);
  const cwd = temporaryFolder();
  const { crm, donation, volunteer } = served.config.interfaces;
  const env = {
    CRM_KEY: String(crm.credentials["apiKey"]),
    DONATION_TOKEN: String(donation.credentials["token"]),
    VOLUNTEER_TOKEN: String(volunteer.credentials["token"]),
    XDG_STATE_HOME: join(cwd, "state"),
  };
  return {
    served,
    cwd,
    env,
    addresses: (...names) => names.flatMap((name) => [`--${name}`, served.baseUrls[name]]),
    configure({ only = interfaceNames, safety = {}, ...more } = {}) {
      const interfaces = Object.fromEntries(only.map((name) => [name, served.config.interfaces[name]]));
      const config = { interfaces, safety: { ...served.config.safety, ...safety }, ...more };
      writeFileSync(join(cwd, "tripact.config.json"), JSON.stringify(config));
    },
    run: (args, setting = {}) => runCli(args, { cwd, env, ...setting }),
    close,
  };
};
