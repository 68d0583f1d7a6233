import { once } from "node:events";
import { resolve } from "node:path";
import { interfaceNames } from "../../../contract/interface-name.ts";
import { hang, hangCommand } from "../../../harness/output/wrap.ts";
import { safe, safeJson, type SafeText } from "../../../harness/output/safe-text.ts";
import { createPalette, type Palette } from "../../../harness/output/palette.ts";
import { parseAssumptions } from "../../../sandbox/assumptions/assumptions.ts";
import { mainCredentialKey } from "../../../contract/interfaces.ts";
import { readDocumentRoutes } from "../../../sandbox/extension/document-routes.ts";
import type { SandboxRoute } from "../../../sandbox/extension/route.ts";
import type { ServedRequest } from "../../../sandbox/request-log.ts";
import { largestScale } from "../../../sandbox/sandbox.ts";
import { type ServedSandbox, type ServeOptions, startSandbox } from "../../../sandbox/serve.ts";
import { plural } from "../../../harness/output/plural.ts";
import { describeDeviation } from "../../../sandbox/likeness/deviations.ts";
import { describeStatus } from "../../../sandbox/likeness/seen-statuses.ts";
import type { Likeness } from "../../../sandbox/likeness/likeness.ts";
import { usesColor } from "../color.ts";
import { readLike } from "../read-like.ts";
import { assertApart, useOfOperand } from "../file-uses.ts";
import { printable } from "../../../harness/output/escape.ts";
import { type CliIo, lineWidth } from "../io.ts";
import { integerOf, listOf, rangeOfTimes } from "../option-values.ts";
import { readTextFile } from "../../../app/read-file.ts";
import { plantedFaults } from "../../../app/planted-faults.ts";
import type { SandboxCommandOptions } from "../definitions/sandbox.ts";

const routesOf = async (
  files: readonly string[],
  { cwd, signal }: CliIo,
): Promise<readonly SandboxRoute[]> => {
  const routes: SandboxRoute[] = [];
  for (const file of files) {
    const text = await readTextFile(resolve(cwd, file), { location: file, signal });
    routes.push(...readDocumentRoutes(text, file));
  }
  return routes;
};

const latencyOf = (text: string): NonNullable<ServeOptions["latency"]> =>
  text === "like" ? "like" : rangeOfTimes("--latency", text);

/** What `--like` names, and what of it a sandbox cannot show: for whoever started it. */
const describeLikeness = ({ deviations, statuses, ignored }: Likeness): readonly SafeText[] => [
  ...deviations.map((one) => safe`  ${one.id}  ${describeDeviation(one)}\n`),
  ...statuses.map((one) => safe`  ${one.id}  ${describeStatus(one)}\n`),
  ...ignored.map((setting) => safe`  not taken: ${setting}; tripact unknowns lists what is\n`),
];

const serveOptionsOf = async (
  options: SandboxCommandOptions,
  like: Likeness | undefined,
  io: CliIo,
): Promise<ServeOptions> => ({
  ...(like === undefined ? {} : { like }),
  host: options.host,
  assumptions: parseAssumptions(options.set ?? []),
  control: options.control === true,
  faults: await plantedFaults(listOf(options.fault)),
  ...(options.port === undefined ? {} : { port: integerOf("--port", options.port, 0, 65_535) }),
  ...(options.data === undefined ? {} : { dataFile: resolve(io.cwd, options.data) }),
  ...(options.scale === undefined ? {} : { scale: integerOf("--scale", options.scale, 1, largestScale) }),
  extend: await routesOf(options.extend ?? [], io),
  ...(options.latency === undefined ? {} : { latency: latencyOf(options.latency) }),
  ...(options.cors === true ? { cors: true } : {}),
  ...(options.log === true ? { onServed: (served) => io.stderr.write(logLine(served)) } : {}),
  onBug: (bug) => io.stderr.write(safe`tripact: a handler failed, the caller got a 500: ${String(bug)}\n`),
});

/** `404 GET /crm/api/Contact/9 1 ms  handler: There is no such contact.` */
const logLine = ({ method, path, status, elapsedMs, reason }: ServedRequest): SafeText => {
  const fields = reason?.fields.map(({ field }) => field).join(", ") ?? "";
  const why = reason === undefined ? "" : `  ${reason.rule}: ${reason.message}`;
  const what = `${method} ${path} ${status ?? "aborted"} ${Math.round(elapsedMs)} ms`;
  return safe`${what}${why}${fields === "" ? "" : ` (${fields})`}\n`;
};

/** The credentials are last, since they are long: a terminal wraps them, and they are copied whole. */
const accessTable = ({ config }: ServedSandbox, { dim, strong }: Palette): SafeText => {
  const rows = interfaceNames.map((name) => {
    const { baseUrl, credentials } = config.interfaces[name];
    const key = mainCredentialKey(name);
    return [name, baseUrl, key, String(credentials[key])] as const;
  });
  const width = Math.max(...rows.map(([, address]) => address.length));
  const head = `  ${"interface".padEnd(10)}  ${"address".padEnd(width)}  credential\n`;
  const lines = rows.map(
    ([name, address, key, credential]) =>
      safe`  ${strong(name.padEnd(10))}  ${address.padEnd(width)}  ${key} ${credential}\n`,
  );
  return safe`  ${dim(head.trim())}\n${lines}`;
};

/** For a person: where everything is and what to do with it. */
const accessText = (served: ServedSandbox, control: boolean, palette: Palette, width: number): SafeText => {
  const { baseUrl, credentials } = served.config.interfaces.crm;
  const token = String(credentials[mainCredentialKey("crm")]);
  const row = (name: string): SafeText => safe`  ${palette.dim(name.padEnd(10))}  `;
  const request = `curl -H "Authorization: Bearer ${token}" ${baseUrl}/api/ContactMethod/Types`;
  const check = "restart with --json > sandbox.json, then run tripact check --config sandbox.json";
  const lines = [
    hang(row("reference"), `${served.origin}/docs`, width),
    ...(control ? [hang(row("control"), `${served.origin}/control`, width)] : []),
    hangCommand(row("try it"), request, width),
    hang(row("check it"), check, width),
  ];
  return safe`${accessTable(served, palette)}\n${lines}\nServing. Press Ctrl+C to stop. --json prints every credential.\n`;
};

const likenessText = (like: Likeness, file: string, { strong }: Palette): SafeText => {
  const count = plural(like.deviations.length, "deviation");
  const statuses =
    like.statuses.length === 0 ? "" : `, ${plural(like.statuses.length, "other status", "other statuses")}`;
  return safe`  ${strong("like")} ${file}: ${count} from the specification${statuses}\n${describeLikeness(like)}\n`;
};

/**
 * `tripact sandbox`: serves the three interfaces until it is stopped. What `--json` prints, on one line,
 * is a complete configuration for `check --config`.
 * @throws UsageError for a value that no option takes, a port that is taken, a data file that cannot be used.
 */
export const sandbox = async (options: SandboxCommandOptions, io: CliIo): Promise<number> => {
  if (options.data !== undefined)
    assertApart(
      { outputs: [{ ...useOfOperand(options.data, io), location: `--data ${printable(options.data)}` }] },
      io,
    );
  const like = await readLike(options, io);
  const served = await startSandbox(await serveOptionsOf(options, like, io));
  try {
    if (options.json === true) io.stdout.write(safeJson(served.config));
    else if (options.quiet !== true) {
      const palette = createPalette(usesColor(options.color, io.env, io.stdout));
      if (like !== undefined) io.stdout.write(likenessText(like, options.like ?? "", palette));
      io.stdout.write(accessText(served, options.control === true, palette, lineWidth(io.stdout)));
    }
    if (!io.signal.aborted) await once(io.signal, "abort");
  } finally {
    await served.close();
  }
  return 0;
};
