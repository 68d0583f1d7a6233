import { contract } from "../../contract/contract.ts";
import { interfaceNames } from "../../contract/interface-name.ts";
import { interfaces } from "../../contract/interfaces.ts";
import type { Baseline } from "../../harness/config/baseline.ts";
import { withoutVersion } from "../../harness/config/base-address.ts";
import type { Config } from "../../harness/config/config.ts";
import { describedAs } from "../../harness/model/contract.ts";
import type { InterfaceName } from "../../harness/model/interface-name.ts";
import { UsageError } from "../../harness/model/usage-error.ts";
import { safe } from "../../harness/output/safe-text.ts";
import { takesHarEntries } from "../../harness/recorder/har-file.ts";
import { atPath } from "../../harness/runner/at-path.ts";
import { type ServedSandbox, startSandbox } from "../../sandbox/serve.ts";
import type { DisturbanceOptions } from "../proxy/disturbances.ts";
import type { ProxyOptions } from "./definitions/proxy.ts";
import { disturbancesOf } from "./disturbance-values.ts";
import { assertApart, useOfOperand } from "./file-uses.ts";
import { findBaseline, findConfig, usesOfConfig } from "./find-config.ts";
import type { CliIo } from "./io.ts";
import { integerOf } from "./option-values.ts";
import { assertReportsWritable, type ReportFile, reportFilesOf, usesOfReports } from "./report-files.ts";
import { assertWritable } from "../../app/write-file.ts";

/** What is behind the proxy. */
export interface ProxiedTargets {
  /** Without a trailing slash, and without the version that documented paths begin with. */
  readonly baseUrls: Readonly<Record<InterfaceName, string>>;
  /** The value of a credential at a dotted path. */
  readonly secret: (path: string) => string | undefined;
  readonly sandbox?: ServedSandbox;
}

/** What was asked for, found to be possible before anything is served. */
export interface ProxyOrder {
  readonly reports: readonly ReportFile[];
  readonly baseline: Baseline;
  readonly config: Config | undefined;
  readonly port: number;
  readonly seed: number;
  readonly disturbances: DisturbanceOptions;
}

/** Replaces a variable that is not set: a credential that clients send themselves. */
const unset = "https://unset.invalid";

const assertTargets = (options: ProxyOptions, config: Config | undefined): void => {
  if (options.sandbox === true) return;
  if (config === undefined || config.interfaces.length === 0)
    throw new UsageError("there is no target to pass requests on to", {
      location: "--config",
      hint: "name a configuration with interfaces, or put the sandbox behind the proxy with --sandbox",
    });
  const open = config.interfaces.find((name) => config.baseUrls[name]?.includes("unset.invalid") === true);
  if (open !== undefined)
    throw new UsageError("takes an environment variable that is not set", {
      location: `interfaces.${open}.baseUrl`,
      hint: "set it, or write the address itself",
    });
};

const takeReports = (options: ProxyOptions, io: CliIo): readonly ReportFile[] => {
  const reports = reportFilesOf(options.report ?? [], io.cwd);
  if (options.json === true && reports.some(({ path }) => path === "-"))
    throw new UsageError("--json prints the address on standard output, and nothing else", {
      location: "--report",
      hint: "write the report to a file",
    });
  return reports;
};

/** @throws UsageError for what cannot be done. */
export const takeProxyOrder = async (options: ProxyOptions, io: CliIo): Promise<ProxyOrder> => {
  const numbers = {
    port: options.port === undefined ? 0 : integerOf("--port", options.port, 0, 65_535),
    seed: integerOf("--seed", options.seed, 0, 2 ** 32 - 1),
    disturbances: disturbancesOf(options),
  };
  const reports = takeReports(options, io);
  // Without --inject, clients have the credentials.
  const standIn = options.inject === true && options.sandbox !== true ? {} : { standIn: unset };
  const config = await findConfig(options.config, io, standIn);
  assertTargets(options, config);
  const baseline = await findBaseline(config, io);
  const record =
    options.record === undefined
      ? []
      : [{ ...useOfOperand(options.record, io, "the record"), location: "--record" }];
  assertApart(
    { outputs: [...usesOfReports(reports, io), ...record], inputs: usesOfConfig(options.config, config, io) },
    io,
  );
  await assertReportsWritable(reports);
  for (const { path, location } of record) {
    await assertWritable(path);
    if (path.endsWith(".har") && !takesHarEntries(path))
      throw new UsageError("is no HAR that tripact recorded", { location, hint: "name a new file" });
  }
  return { reports, baseline, config, ...numbers };
};

const ofSandbox = async (io: CliIo): Promise<ProxiedTargets> => {
  const sandbox = await startSandbox({
    onBug: (bug) => io.stderr.write(safe`tripact: a handler failed, the caller got a 500: ${String(bug)}\n`),
  });
  const { interfaces: settings } = sandbox.config;
  return {
    sandbox,
    baseUrls: Object.fromEntries(
      interfaceNames.map((name) => [
        name,
        withoutVersion(settings[name].baseUrl, describedAs(contract, name).versionPrefix),
      ]),
    ),
    secret: (path) => {
      const value = atPath(settings, path);
      return typeof value === "string" ? value : undefined;
    },
  };
};

const assertCredential = ({ secret }: ProxiedTargets): void => {
  if (interfaceNames.some((name) => secret(interfaces[name].mainCredential) !== undefined)) return;
  throw new UsageError("no credential is configured", {
    location: "--inject",
    hint: `add ${interfaceNames.map((name) => `interfaces.${interfaces[name].mainCredential}`).join(", ")}`,
  });
};

/** Finds the targets of an order, or starts the sandbox. @throws UsageError */
export const openTargets = async (
  options: ProxyOptions,
  { config }: ProxyOrder,
  io: CliIo,
): Promise<ProxiedTargets> => {
  const targets: ProxiedTargets =
    options.sandbox === true || config === undefined
      ? await ofSandbox(io)
      : { baseUrls: config.baseUrls, secret: (path) => config.secret(path) };
  if (options.inject === true) assertCredential(targets);
  return targets;
};
