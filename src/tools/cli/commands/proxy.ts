import { resolve } from "node:path";
import { type ProxyResult, startProxy } from "../../../app/start-proxy.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import { createPalette } from "../../../harness/output/palette.ts";
import { safe } from "../../../harness/output/safe-text.ts";
import { usesColor } from "../color.ts";
import type { ProxyOptions } from "../definitions/proxy.ts";
import { disturbancesOf } from "../disturbance-values.ts";
import { assertApart, useOfOperand } from "../file-uses.ts";
import { findOpened, usesOfOpened } from "../find-config.ts";
import { given } from "../given.ts";
import type { CliIo } from "../io.ts";
import { integerOf } from "../option-values.ts";
import { addressJson, addressText, findingLine, trafficText } from "../proxy-console.ts";
import {
  assertReportsWritable,
  deliverReports,
  type ReportFile,
  reportFilesOf,
  showsExchanges,
  usesOfReports,
} from "../report-files.ts";
import { personStream, recordingConsole } from "../run-console.ts";
import { verdictCodes } from "../verdict-codes.ts";

/** Replaces a variable that is not set: a credential that clients send themselves. */
const unset = "https://unset.invalid";

const takeReports = ({ report, json }: ProxyOptions, io: CliIo): readonly ReportFile[] => {
  const reports = reportFilesOf(report ?? [], io.cwd);
  if (json === true && reports.some(({ path }) => path === "-"))
    throw new UsageError("--json prints the address on standard output, and nothing else", {
      location: "--report",
      hint: "write the report to a file",
    });
  return reports;
};

const start = async (options: ProxyOptions, reports: readonly ReportFile[], io: CliIo) => {
  const { sandbox = false, inject = false, readOnly = false, ports = false, host, record, failOn } = options;
  const port = options.port === undefined ? 0 : integerOf("--port", options.port, 0, 65_535);
  const seed = integerOf("--seed", options.seed, 0, 2 ** 32 - 1);
  const disturbances = disturbancesOf(options);
  const config = await findOpened(options.config, io, inject && !sandbox ? {} : { standIn: unset });
  const recorded =
    record === undefined ? [] : [{ ...useOfOperand(record, io, "the record"), location: "--record" }];
  const inputs = config === undefined ? [] : usesOfOpened(config, io);
  assertApart({ outputs: [...usesOfReports(reports, io), ...recorded], inputs }, io);
  await assertReportsWritable(reports);
  return startProxy({
    ...io,
    ...disturbances,
    ...given({ config, record: record === undefined ? record : resolve(io.cwd, record) }),
    sandbox,
    inject,
    readOnly,
    ports,
    host,
    port,
    seed,
    failOn,
    exchanges: showsExchanges(reports),
  });
};

/** Prints what goes by until it is stopped, and then what it came to. */
const follow = async (
  options: ProxyOptions,
  reports: readonly ReportFile[],
  io: CliIo,
): Promise<ProxyResult> => {
  const proxy = await start(options, reports, io);
  const person = personStream(io, reports);
  const paletteOf = (stream: CliIo["stdout"]) => createPalette(usesColor(options.color, io.env, stream));
  if (options.json === true) io.stdout.write(addressJson(proxy.origin, proxy.addresses));
  else if (options.quiet !== true)
    person.write(addressText(proxy.origin, proxy.addresses, paletteOf(person)));
  // Standard output is for the address alone with `--json`.
  const stream = options.json === true ? io.stderr : person;
  const palette = paletteOf(stream);
  const write = recordingConsole(options, io, stream);
  for await (const event of proxy.run)
    if (event.type === "trouble") io.stderr.write(safe`tripact: ${event.message}\n`);
    else if (event.type === "served") {
      if (options.quiet !== true) stream.write(trafficText(event));
    } else if (event.type !== "finding-seen") write(event);
    else if (!event.finding.known) stream.write(findingLine(event.finding, palette));
  return proxy.run.result;
};

/**
 * `tripact proxy`: passes traffic on until it is stopped, and judges it. Being stopped is how it ends, so that the exit
 * code says what was found.
 * @throws UsageError before anything is served when an option or the configuration is invalid, or a port is taken.
 */
export const proxy = async (options: ProxyOptions, io: CliIo): Promise<number> => {
  const reports = takeReports(options, io);
  const result = await follow(options, reports, io);
  await deliverReports(reports, result, io);
  return verdictCodes[result.verdict];
};
