import { proxyOptions, type DisturbanceOptions } from "../../../traffic/proxy/options.ts";
import {
  configFile,
  declared,
  documentReading,
  documentTraffic,
  outputFile,
  parsed,
  pickDeclared,
  reports,
} from "../options.ts";
import { unset } from "../../../inputs/config-reading.ts";
import { printable } from "../../../core/output/escape.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import { safe, safeJson, type SafeText } from "../../../core/output/safe-text.ts";
import { type Finding, whereOf } from "../../../core/model/finding.ts";
import type { Palette } from "../../../core/output/palette.ts";
import { plural } from "../../../core/output/plural.ts";
import type { ProxyAddress, ServedTraffic } from "../../../traffic/proxy/proxy.ts";
import { asked, command, type OptionKind, verdictCodes } from "../command.ts";
import { type CliIo, paletteFor } from "../io.ts";
import { rangeOfTimes } from "../option-values.ts";
import { deliverReports, showsExchanges } from "../report-files.ts";

/** @throws UsageError unless the text is a number from 0 to 1 */
const shareOf = (option: string, text: string, example: string): number => {
  const share = /^(?:0|1|0?\.\d{1,9}|1\.0{1,9})$/.test(text) ? Number(text) : Number.NaN;
  if (share >= 0 && share <= 1) return share;
  throw new UsageError(`${printable(text) || "nothing"} is not a share from 0 to 1`, {
    location: option,
    hint: `for example ${option} ${example}`,
  });
};

const statusOf = (text: string) => {
  const [, status, share] = /^(\d{3}):(.*)$/s.exec(text) ?? [];
  if (status === undefined || share === undefined || Number(status) < 200 || Number(status) > 599)
    throw new UsageError(`${printable(text) || "nothing"} is not a status from 200 to 599 with its share`, {
      location: "--status",
      hint: "for example --status 503:0.05",
    });
  return { status: Number(status), rate: shareOf("--status", share, `${status}:0.05`) };
};

const statuses: OptionKind<NonNullable<DisturbanceOptions["statuses"]>, false> = {
  text: "answer this share of the requests with this status, such as 503:0.05",
  flag: "status",
  value: "status:share",
  many: true,
  always: false,
  read(texts) {
    const all = texts.flatMap((text) => text.split(",")).map(statusOf);
    if (all.reduce((sum, { rate }) => sum + rate, 0) > 1 + 1e-9)
      throw new UsageError("the shares add up to more than 1", { location: "--status", hint: "lower them" });
    return all;
  },
};

/** A finding on one line. */
const findingLine = (finding: Finding, palette: Palette): SafeText => {
  const { severity, fact, message, fingerprint } = finding;
  const mark = severity === "error" ? palette.bad("✗") : palette.warn("!");
  return safe`${mark} ${palette.strong(fact)} ${whereOf(finding)}: ${message} ${palette.dim(fingerprint)}\n`;
};

/** The addresses on one line of JSON. */
const addressJson = (origin: string, addresses: readonly ProxyAddress[]): SafeText =>
  safeJson({
    origin,
    // Signals to npx do not arrive.
    pid: process.pid,
    status: `${origin}/__tripact`,
    interfaces: Object.fromEntries(
      addresses.map(({ name, baseUrl, ownOrigin, credential }) => [
        name,
        {
          baseUrl,
          ...(ownOrigin === undefined ? {} : { ownOrigin }),
          ...(credential === undefined ? {} : { credentials: { [credential.key]: credential.value } }),
        },
      ]),
    ),
  });

/** The addresses for people. */
const addressText = (origin: string, addresses: readonly ProxyAddress[], palette: Palette): SafeText => {
  const width = Math.max(...addresses.map(({ baseUrl }) => baseUrl.length));
  const lines = addresses.map(({ name, baseUrl, ownOrigin, target, credential }) => {
    const own = ownOrigin === undefined ? "" : ` · ${ownOrigin}`;
    const secret = credential === undefined ? "" : palette.dim(` · ${credential.key} ${credential.value}`);
    return safe`  ${palette.strong(name.padEnd(9))}  ${baseUrl.padEnd(width)} → ${target}${own}${secret}\n`;
  });
  return safe`${lines}  ${palette.dim("status")}     ${origin}/__tripact\n\nPassing on. Press Ctrl+C to stop and to see the summary.\n\n`;
};

/** What the summary of the judged exchanges omits. */
const trafficText = ({ traffic: { own, unjudged }, dropped }: ServedTraffic): SafeText => {
  const answers = Object.entries(own);
  const sum = answers.reduce((all, [, count]) => all + count, 0);
  const reasons = answers.map(([reason, count]) => `${count} ${reason}`).join(", ");
  const parts = [
    ...(answers.length === 0 ? [] : [`${sum} answered by the proxy (${reasons})`]),
    ...(unjudged === 0 ? [] : [`${plural(unjudged, "exchange")} with a body too long to be judged`]),
    ...(dropped === 0 ? [] : [`${plural(dropped, "exchange")} too fast to be judged`]),
  ];
  return parts.length === 0 ? safe`` : safe`proxy      ${parts.join(" · ")}\n`;
};

/**
 * `tripact proxy`: forwards and judges traffic until it is stopped. A stop is the normal end, so the exit code reports
 * the findings.
 */
export const proxyCommand = command({
  name: "proxy",
  summary: "check client traffic as it passes through",
  description:
    "Serves each interface of the configuration on this machine under its name, or the server of an OpenAPI document at " +
    "the address itself, passes every request on to the configured target as it came, " +
    "and judges each exchange by every fact that a single exchange can show. Ctrl+C prints the summary. Shows and " +
    "keeps no value of a record.",
  options: {
    config: configFile({
      what: "configuration with the addresses of the targets",
      // Clients send their own credentials.
      reading: ({ isGiven }) => ({
        ...documentReading,
        ...(isGiven("inject") && !isGiven("sandbox") ? {} : { standIn: unset }),
      }),
      noneWith: ["openapi"],
    }),
    ...documentTraffic("stand in front of the server of this OpenAPI document; reads no configuration"),
    auth: declared({
      ...proxyOptions.auth,
      help: "with --openapi and --inject: a credential, as in tripact check",
    }),
    ...pickDeclared(proxyOptions, "sandbox", "port", "host", "root", "ports"),
    record: outputFile(
      "add the exchanges to this file, masked, for tripact observe: NDJSON, or HAR where it ends in .har",
      "the record",
      { isOpenedLater: true },
    ),
    report: reports("also write a report at the end, as in tripact check", { json: false }),
    ...pickDeclared(proxyOptions, "failOn", "inject", "readOnly"),
    latency: parsed("delay requests by 50ms, or at random by 20ms..200ms", "time", rangeOfTimes),
    faultRate: parsed(
      "break the connections of this share of the requests, such as 0.05",
      "share",
      (name, share) => shareOf(name, share, "0.05"),
    ),
    statuses,
    seed: declared(proxyOptions.seed),
  },
  async run({ report: files, ...options }, io) {
    const { json, quiet, color } = options;
    if (json === true && files.some(({ path }) => path === "-"))
      throw new UsageError("--json prints the address on standard output, and nothing else", {
        option: "report",
        hint: "write the report to a file",
      });
    const [{ startProxy }, { personStream, recordingConsole }] = await Promise.all([
      import("../../../app/verbs.ts"),
      import("../run-console.ts"),
    ]);
    const proxy = await startProxy({ ...asked(options, io), exchanges: showsExchanges(files) });
    const person = personStream(io, files);
    const paletteOf = (stream: CliIo["stdout"]) => paletteFor({ color }, io, stream);
    if (json === true) io.stdout.write(addressJson(proxy.origin, proxy.addresses));
    else if (quiet !== true) person.write(addressText(proxy.origin, proxy.addresses, paletteOf(person)));
    // With `--json`, standard output carries only the address.
    const stream = json === true ? io.stderr : person;
    const palette = paletteOf(stream);
    const write = recordingConsole(options, io, stream);
    for await (const event of proxy.run)
      if (event.type === "trouble") io.stderr.write(safe`tripact: ${event.message}\n`);
      else if (event.type === "served") {
        if (quiet !== true) stream.write(trafficText(event));
      } else if (event.type !== "finding-seen") write(event);
      else if (!event.finding.known) stream.write(findingLine(event.finding, palette));
    const result = await proxy.run.result;
    await deliverReports(files, result, io);
    return verdictCodes[result.verdict];
  },
});
