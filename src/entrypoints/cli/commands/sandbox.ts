import { once } from "node:events";
import { resolve } from "node:path";
import { interfaceNames } from "../../../builtin/interface-name.ts";
import type { SandboxConfiguration } from "../../../sandbox/configuration.ts";
import { mainCredentialKey } from "../../../builtin/interfaces.ts";
import { isLoopback } from "../../../core/model/https-address.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import { printable } from "../../../core/output/escape.ts";
import type { Palette } from "../../../core/output/palette.ts";
import { plural } from "../../../core/output/plural.ts";
import { safe, safeJson, type SafeText } from "../../../core/output/safe-text.ts";
import { hang, hangCommand } from "../../../core/output/wrap.ts";
import type { SandboxRoute } from "../../../sandbox/extension/route.ts";
import type { Likeness } from "../../../sandbox/likeness/likeness.ts";
import type { ServedRequest } from "../../../sandbox/request-log.ts";
import type { ServedSandbox, ServeOptions } from "../../../sandbox/serve.ts";
import { picked, command } from "../command.ts";
import { type CliIo, lineWidth, paletteFor, surroundings } from "../io.ts";
import { rangeOfTimes } from "../option-values.ts";
import {
  assumptions,
  called,
  faultChoices,
  flag,
  ids,
  inputFile,
  integer,
  integerOr,
  list,
  outputFile,
  parsed,
  text,
  textOr,
} from "../options.ts";

const routesOf = async (
  files: readonly string[],
  { cwd, signal }: CliIo,
): Promise<readonly SandboxRoute[]> => {
  const [{ readDocument }, { documentRoutes }] = await Promise.all([
    import("../../../documents/read-document.ts"),
    import("../../../sandbox/extension/document-routes.ts"),
  ]);
  const routes: SandboxRoute[] = [];
  for (const file of files) routes.push(...documentRoutes(await readDocument(file, { cwd, signal })));
  return routes;
};

/** `404 GET /crm/api/Contact/9 1 ms  handler: There is no such contact.` */
const logLine = ({ method, path, status, elapsedMs, reason }: ServedRequest): SafeText => {
  const fields = reason?.fields.map(({ field }) => field).join(", ") ?? "";
  const why = reason === undefined ? "" : `  ${reason.rule}: ${reason.message}`;
  const what = `${method} ${path} ${status ?? "aborted"} ${Math.round(elapsedMs)} ms`;
  return safe`${what}${why}${fields === "" ? "" : ` (${fields})`}\n`;
};

/** The credentials come last because they are long: a terminal wraps them, and users copy them whole. */
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

/** For people: the addresses and what to do with them. */
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

/** For the user: what `--like` names, and which part of it a sandbox cannot show. */
const likenessText = async (
  { deviations, statuses, ignored }: Likeness,
  file: string,
  { strong }: Palette,
): Promise<SafeText> => {
  const [{ describeDeviation }, { describeStatus }] = await Promise.all([
    import("../../../sandbox/likeness/deviations.ts"),
    import("../../../sandbox/likeness/seen-statuses.ts"),
  ]);
  const count = plural(deviations.length, "deviation");
  const others =
    statuses.length === 0 ? "" : `, ${plural(statuses.length, "other status", "other statuses")}`;
  const lines = [
    ...deviations.map((one) => safe`  ${one.id}  ${describeDeviation(one)}\n`),
    ...statuses.map((one) => safe`  ${one.id}  ${describeStatus(one)}\n`),
    ...ignored.map((setting) => safe`  not taken: ${setting}; tripact unknowns lists what is\n`),
  ];
  return safe`  ${strong("like")} ${file}: ${count} from the specification${others}\n${lines}\n`;
};

/** The configuration with the process to stop: signals to npx do not arrive. */
const withPid = (config: SandboxConfiguration) => ({
  ...config,
  sandbox: { ...config.sandbox, pid: process.pid },
});

/**
 * `tripact sandbox`: serves the three interfaces until it is stopped. `--json` prints, on one line, a complete
 * configuration for `check --config`.
 */
export const sandboxCommand = command({
  name: "sandbox",
  summary: "serve the three interfaces on this machine",
  description:
    "Serves a stateful implementation of the three interfaces and a reference to browse, and prints addresses and " +
    "credentials.",
  options: {
    port: integer("port to listen on (default: a free one)"),
    host: textOr("127.0.0.1", "address to listen on", "address"),
    data: outputFile("keep the state in this file; an existing file keeps its number of donors", "the data", {
      isOpenedLater: true,
    }),
    seed: integerOr(1, "seed of the generated data; an existing data file keeps its own"),
    scale: integer(
      "number of donors, up to 1000000 (default: 250, or as --like shows); the rest grows in proportion",
    ),
    assumptions: assumptions("choose another answer to an open question; tripact unknowns lists them"),
    root: text(
      "serve this interface at the address itself, so that no path begins with its name",
      "interface",
    ),
    control: flag("also serve /control: reset, snapshots, clock, SMS outbox, delivery log, credentials"),
    extend: list(
      "also serve the examples of this OpenAPI document; x-interface in it names the interface",
      "file",
    ),
    log: flag("print each request: method, path, status, time, and the rule that refused it"),
    latency: parsed(
      "delay each request, for example by 50ms or 20ms..200ms; like: by as much as the target of --like",
      "range",
      (name, range): NonNullable<ServeOptions["latency"]> =>
        range === "like" ? "like" : rangeOfTimes(name, range),
    ),
    like: inputFile(
      "behave like a target, by a shape file (tripact drift --export-shape), a store or a report of check",
      "the target",
    ),
    likeOnly: list("reproduce only these deviations from the specification, or none with: documented", "ids"),
    cors: flag("let web pages of every origin call the interfaces"),
    corsWebhooks: flag("with --cors: let those pages also register webhooks that deliver to this machine"),
    faults: called("fault", ids("plant these faults; tripact faults lists them", faultChoices)),
  },
  async run({ like: file, likeOnly, data, extend = [], faults, log, ...options }, io) {
    const [{ readLike }, { startSandbox }, { plantedFaults }] = await Promise.all([
      import("../../../app/read-like.ts"),
      import("../../../sandbox/serve.ts"),
      import("../../../inputs/planted-faults.ts"),
    ]);
    if (file === undefined && likeOnly !== undefined)
      throw new UsageError("there is no target to be like", {
        location: "--like-only",
        hint: "add --like FILE",
      });
    const like = file === undefined ? undefined : await readLike(file, likeOnly, surroundings(io));
    const served = await startSandbox({
      ...picked(
        options,
        "port",
        "host",
        "seed",
        "scale",
        "assumptions",
        "root",
        "control",
        "latency",
        "cors",
      ),
      ...(like === undefined ? {} : { like }),
      ...(data === undefined ? {} : { dataFile: resolve(io.cwd, data) }),
      faults: await plantedFaults(faults),
      extend: await routesOf(extend, io),
      ...(log === true ? { onServed: (request) => io.stderr.write(logLine(request)) } : {}),
      onBug: (bug) =>
        io.stderr.write(safe`tripact: a handler failed, the caller got a 500: ${String(bug)}\n`),
    });
    if (options.control === true && !isLoopback(options.host))
      io.stderr.write(
        safe`tripact: /control is open to everybody who reaches ${printable(options.host)}: they can reset the sandbox and read its credentials\n`,
      );
    try {
      if (options.json === true) io.stdout.write(safeJson(withPid(served.config)));
      else if (options.quiet !== true) {
        const palette = paletteFor(options, io);
        if (like !== undefined) io.stdout.write(await likenessText(like, file ?? "", palette));
        io.stdout.write(accessText(served, options.control === true, palette, lineWidth(io.stdout)));
      }
      if (!io.signal.aborted) await once(io.signal, "abort");
    } finally {
      await served.close();
    }
    return 0;
  },
});
