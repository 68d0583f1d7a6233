import { faults } from "../../../inputs/common-options.ts";
import { serveOptions, type ServeOptions } from "../../../sandbox/options.ts";
import { declared, flag, inputFile, listOption, outputFile, parsed, pickDeclared } from "../options.ts";
import { once } from "node:events";
import { resolve } from "node:path";
import { interfaceNames } from "../../../builtin/interface-name.ts";
import type { SandboxConfiguration } from "../../../sandbox/configuration.ts";
import { mainCredentialKey } from "../../../builtin/interfaces.ts";
import { isLoopback } from "../../../core/model/https-address.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import { printable } from "../../../core/output/escape.ts";
import { suggestionHint } from "../../../core/output/suggest.ts";
import type { Palette } from "../../../core/output/palette.ts";
import { plural } from "../../../core/output/plural.ts";
import { safe, safeJson, type SafeText } from "../../../core/output/safe-text.ts";
import { hang, hangCommand } from "../../../core/output/wrap.ts";
import type { ServedDocument } from "../../../serving/served-document.ts";
import type { Likeness } from "../../../sandbox/likeness/likeness.ts";
import type { ServedRequest } from "../../../sandbox/request-log.ts";
import type { ServedSandbox } from "../../../sandbox/serve.ts";
import { picked, command } from "../command.ts";
import { type CliIo, lineWidth, paletteFor, environment } from "../io.ts";
import { rangeOfTimes } from "../option-values.ts";

/** `shop=openapi.yaml`, or a file or an address alone. */
const namedFile = (text: string): { readonly name?: string; readonly file: string } => {
  const [, name, file] = /^([a-z][a-z0-9-]*)=(.+)$/s.exec(text) ?? [];
  return name === undefined || file === undefined ? { file: text } : { name, file };
};

/** Settings of documents, `shop.put=creates` or `put=creates`, and of the built-in interfaces. */
const settingsOf = async (settings: readonly string[]) => {
  const [{ choiceTable }, { parseAssumptions }] = await Promise.all([
    import("../../../serving/choices.ts"),
    import("../../../sandbox/assumptions/assumptions.ts"),
  ]);
  const isChoice = (text: string): boolean =>
    Object.hasOwn(choiceTable, (text.split("=", 1)[0] ?? "").replace(/^[a-z][a-z0-9-]*\./, ""));
  const chosen = settings.filter(isChoice).map((text) => {
    const [, name, key = "", value = ""] = /^(?:([a-z][a-z0-9-]*)\.)?([^=]*)=(.*)$/s.exec(text) ?? [];
    return { name, key, value };
  });
  return { chosen, assumptions: parseAssumptions(settings.filter((text) => !isChoice(text))) };
};

interface DocumentFlags {
  readonly openapi: readonly string[];
  readonly resources: readonly string[];
  readonly strict: boolean;
  readonly chosen: Awaited<ReturnType<typeof settingsOf>>["chosen"];
}

/** Flags that are given, and are about a document. */
const saidOf = ({ resources, strict, chosen }: DocumentFlags): readonly string[] => [
  ...(resources.length > 0 ? ["--resources"] : []),
  ...(strict ? ["--strict"] : []),
  ...chosen.map(({ key }) => `--set ${key}`),
];

/** @throws UsageError for a name that no document has */
const assertNames = (documents: readonly ServedDocument[], { resources, chosen }: DocumentFlags): void => {
  const names = documents.map(({ name }) => name);
  const given = [
    ...resources.map((text) => ["--resources", namedFile(text).name] as const),
    ...chosen.map(({ name }) => ["--set", name] as const),
  ];
  for (const [location, name] of given)
    if (name !== undefined && !names.includes(name))
      throw new UsageError(`${printable(name)} is the name of no document`, {
        location,
        hint: suggestionHint(name, names) ?? "add --openapi FILE",
      });
};

/** What to serve, each with what is said about it. */
const documentsOf = async (flags: DocumentFlags, io: CliIo): Promise<readonly ServedDocument[]> => {
  const [lone] = flags.openapi.length > 0 ? [] : saidOf(flags);
  if (lone !== undefined)
    throw new UsageError("is about a document, and none is served", {
      location: lone,
      hint: "add --openapi FILE",
    });
  if (flags.openapi.length === 0) return [];
  const { readServedDocument } = await import("../../../app/read-served-document.ts");
  const documents = await Promise.all(
    flags.openapi.map(async (text) => {
      const { name, file } = namedFile(text);
      const isFor = (one: { readonly name?: string | undefined }): boolean =>
        one.name === undefined || one.name === name || flags.openapi.length === 1;
      const resources = flags.resources.map(namedFile).find(isFor)?.file;
      const choices = Object.fromEntries(flags.chosen.filter(isFor).map(({ key, value }) => [key, value]));
      return readServedDocument(file, {
        ...environment(io),
        ...(name === undefined ? {} : { name }),
        ...(resources === undefined ? {} : { resources }),
        choices: { ...(flags.strict ? { unknown: "refused" } : {}), ...choices },
      });
    }),
  );
  assertNames(documents, flags);
  return documents;
};

/** `404 GET /crm/api/Contact/9 1 ms  handler: There is no such contact.` */
const logLine = ({ method, path, status, elapsedMs, reason }: ServedRequest): SafeText => {
  const fields = reason?.fields.map(({ field }) => field).join(", ") ?? "";
  const why = reason === undefined ? "" : `  ${reason.rule}: ${reason.message}`;
  const what = `${method} ${path} ${status ?? "aborted"} ${Math.round(elapsedMs)} ms`;
  return safe`${what}${why}${fields === "" ? "" : ` (${fields})`}\n`;
};

/** The credentials come last because they are long: a terminal wraps them, and users copy them whole. */
const tableOf = (
  rows: readonly (readonly [name: string, address: string, key: string, credential: string])[],
  { dim, strong }: Palette,
): SafeText => {
  const [nameWidth, width] = [0, 1].map((column) =>
    Math.max(10, ...rows.map((row) => String(row[column]).length)),
  ) as [number, number]; // Two columns.
  const head = `${"interface".padEnd(nameWidth)}  ${"address".padEnd(width)}  credential\n`;
  const lines = rows.map(
    ([name, address, key, credential]) =>
      safe`  ${strong(name.padEnd(nameWidth))}  ${address.padEnd(width)}  ${key} ${credential}\n`,
  );
  return safe`  ${dim(head.trim())}\n${lines}`;
};

const accessTable = ({ config }: ServedSandbox, palette: Palette): SafeText =>
  tableOf(
    interfaceNames.map((name) => {
      const { baseUrl, credentials } = config.interfaces[name];
      const key = mainCredentialKey(name);
      return [name, baseUrl, key, String(credentials[key])] as const;
    }),
    palette,
  );

/** Callbacks that are named. */
const mostUnsent = 5;

/** For people who serve documents: each address with its credentials, and what the operations do with records. */
const documentsText = (
  { config, origin }: ServedSandbox,
  documents: readonly ServedDocument[],
  control: boolean,
  palette: Palette,
): SafeText => {
  const rows = documents.flatMap(({ name }) => {
    const { baseUrl = "", credentials = {} } = config.interfaces[name] ?? {};
    const all = Object.entries(credentials).map(
      ([key, value]) => [name, baseUrl, key, String(value)] as const,
    );
    return all.length === 0 ? [[name, baseUrl, "none", ""] as const] : all;
  });
  const counts = documents.map(({ name, operations }) => {
    const stateful = operations.filter(({ role }) => role !== "example").length;
    const others = operations.length - stateful;
    return safe`  ${palette.dim(name)}  ${plural(stateful, "operation")} with state${others === 0 ? "" : `, ${others} from examples`}\n`;
  });
  const silent = documents.flatMap(({ name, unsent }) => {
    const rest = unsent.length - mostUnsent;
    const named = unsent.slice(0, mostUnsent).map(printable).join(", ");
    return unsent.length === 0
      ? []
      : [safe`  ${palette.dim(name)}  sends no callbacks: ${named}${rest > 0 ? ` and ${rest} more` : ""}\n`];
  });
  const more = control ? safe`  ${palette.dim("control")}  ${origin}/control\n` : safe``;
  return safe`${tableOf(rows, palette)}\n${counts}${silent}${more}\nServing. Press Ctrl+C to stop. --json prints a configuration for tripact check.\n`;
};

/** A configuration of what is served beside the built-in interfaces, if there is any. */
const shownConfig = (
  config: SandboxConfiguration,
  documents: readonly ServedDocument[],
): SandboxConfiguration =>
  documents.length === 0
    ? config
    : ({
        ...config,
        interfaces: Object.fromEntries(documents.map(({ name }) => [name, config.interfaces[name]])),
      } as SandboxConfiguration); // Printed, not read: the built-in interfaces are left out.

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
  summary: "serve the three interfaces, or your own document, on this machine",
  description:
    "Serves a stateful implementation of the three interfaces and a reference to browse, or of any OpenAPI document, " +
    "and prints addresses and credentials.",
  options: {
    ...pickDeclared(serveOptions, "port", "host"),
    data: outputFile("keep the state in this file; an existing file keeps its number of donors", "the data", {
      isOpenedLater: true,
    }),
    ...pickDeclared(serveOptions, "seed", "scale"),
    assumptions: {
      text: "choose another answer to an open question (tripact unknowns), or to what a document leaves open",
      flag: "set",
      value: "key=value",
      many: true,
      always: false,
      read: settingsOf,
    },
    ...pickDeclared(serveOptions, "root"),
    ownPorts: flag("serve each interface at a port of its own as well, where no path begins with its name"),
    ...pickDeclared(serveOptions, "control"),
    openapi: listOption(
      "serve this OpenAPI document, with state: a file or an address, named with NAME=FILE; repeatable",
      "document",
    ),
    resources: listOption(
      "what the records of a document are, as in a configuration; NAME=FILE names the document",
      "file",
    ),
    strict: flag("refuse query parameters that a document does not name"),
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
    likeOnly: listOption(
      "reproduce only these deviations from the specification, or none with: documented",
      "ids",
    ),
    ...pickDeclared(serveOptions, "cors", "corsWebhooks"),
    faults: declared({
      ...faults,
      help: "plant these faults; tripact faults lists them, also those of a document",
    }),
  },
  async run({ like: file, likeOnly, data, faults, log, ...options }, io) {
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
    const like = file === undefined ? undefined : await readLike(file, likeOnly, environment(io));
    const { openapi: named = [], resources = [], strict = false, assumptions: settings } = options;
    const { chosen, assumptions } = settings ?? { chosen: [], assumptions: {} };
    const openapi = await documentsOf({ openapi: named, resources, strict, chosen }, io);
    // A document that adds to a built-in interface is part of it.
    const own = openapi.filter(({ name }) => !interfaceNames.some((known) => known === name));
    const root = options.root ?? (openapi.length === 1 ? own[0]?.name : undefined);
    const served = await startSandbox({
      ...picked(options, "port", "host", "seed", "scale", "control", "latency", "cors"),
      ...(like === undefined ? {} : { like }),
      ...(data === undefined ? {} : { dataFile: resolve(io.cwd, data) }),
      openapi,
      assumptions,
      ...(root === undefined ? {} : { root }),
      ...(options.ownPorts === true
        ? { ownPorts: own.length > 0 ? own.map(({ name }) => name) : interfaceNames }
        : {}),
      ...(log === true ? { onServed: (request) => io.stderr.write(logLine(request)) } : {}),
      onBug: (bug) =>
        io.stderr.write(safe`tripact: a handler failed, the caller got a 500: ${String(bug)}\n`),
    });
    if (options.control === true && !isLoopback(options.host))
      io.stderr.write(
        safe`tripact: /control is open to everybody who reaches ${printable(options.host)}: they can reset the sandbox and read its credentials\n`,
      );
    try {
      served.plant(await plantedFaults(faults, served.sandbox.documentFaults()));
      if (options.json === true) io.stdout.write(safeJson(withPid(shownConfig(served.config, own))));
      else if (options.quiet !== true) {
        const palette = paletteFor(options, io);
        if (like !== undefined) io.stdout.write(await likenessText(like, file ?? "", palette));
        io.stdout.write(
          own.length > 0
            ? documentsText(served, own, options.control === true, palette)
            : accessText(served, options.control === true, palette, lineWidth(io.stdout)),
        );
      }
      if (!io.signal.aborted) await once(io.signal, "abort");
    } finally {
      await served.close();
    }
    return 0;
  },
});
