import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ConfigReading } from "../../inputs/config-reading.ts";
import type { OpenedConfig } from "../../inputs/open-config.ts";
import { onlyEmbedded } from "../../inputs/planted-faults.ts";
import { defaultStore } from "../../core/config/state-folder.ts";
import { printable } from "../../core/output/escape.ts";
import type { Assumptions } from "../../sandbox/assumptions/assumptions.ts";
import type { RecordingSource } from "../../traffic/recordings/find-recordings.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import type { Operand, OptionKind, OptionReading } from "./command.ts";
import type { CliIo } from "./io.ts";
import { type FileUse, useOfOperand, usesOfOpened } from "./file-uses.ts";
import { distinctValues } from "./option-values.ts";
import { digits, kinds, type ValueOfKind } from "../../core/output/values.ts";
import { type Option, option, type OptionTable, type WordChoice } from "../../core/output/options.ts";
import { documentOptions, readingTargetOptions, trafficOptions } from "../../inputs/common-options.ts";
import { usageFileOptions } from "../../consumers/usage/usage-options.ts";
import { type ReportFile, reportFilesOf, usesOfReports } from "./report-files.ts";
import { reportFormats, extensionOf } from "../../report/report-formats.ts";

const last = (texts: readonly string[]): string => texts.at(-1) ?? "";

/** How the words of an option are read, by the type that its kind has in JSON. */
const readers: Readonly<
  Record<string, (one: Option) => Pick<OptionKind<unknown>, "read" | "value" | "many">>
> = {
  boolean: () => ({ read: () => true }),
  string: ({ value = "text" }) => ({ value, read: last }),
  integer: ({ kind, value = "number" }) => ({
    value,
    read(all, { name }) {
      const given = last(all);
      const number = digits.test(given) ? Number(given) : given;
      const mistake = kind.mistake(number, name);
      if (mistake !== undefined) throw mistake;
      return number;
    },
  }),
  array: ({ commas, value = "ids" }) => ({
    value,
    many: true,
    read: commas === true ? (all) => distinctValues(all) ?? [] : (all) => all,
  }),
};

type Declared<One extends Option> = OptionKind<
  ValueOfKind<One["kind"]>,
  One extends { readonly usual: unknown } ? true : false
>;

/** An option as the library declares it. */
export const declared = <One extends Option>(one: One): Declared<One> => {
  const { kind, help = "", flag, complete } = one;
  const { type, enum: choices } = kind.schema ?? {};
  const reader = readers[String(type)];
  if (reader === undefined) throw new Error(`no words say what is ${help}`);
  const usual = "usual" in one ? one.usual : undefined;
  const read = {
    text: help,
    ...(flag === undefined ? {} : { flag }),
    ...(complete === undefined ? {} : { complete }),
    ...(Array.isArray(choices) ? { choices } : {}),
    ...reader(one),
    ...(usual === undefined ? {} : { default: String(usual), absent: () => usual }),
    always: usual !== undefined,
  };
  // The reader is that of the kind's type.
  return read as unknown as Declared<One>;
};

/** Options of these names as the library declares them, in this order. */
export const pickDeclared = <Table extends OptionTable, const Name extends keyof Table & string>(
  table: Table,
  ...names: readonly Name[]
): { readonly [Each in Name]: Declared<Table[Each]> } =>
  // One entry for each name.
  Object.fromEntries(names.map((name) => [name, declared(table[name] as Option)])) as {
    readonly [Each in Name]: Declared<Table[Each]>;
  };

/** A switch that the library does not know. */
export const flag = (help: string) => declared(option.optional(kinds.truth, { help }));

/** Any text that the library does not take as it is; `value` is its placeholder in help. */
export const textOption = (help: string, value: string) =>
  declared(option.optional(kinds.text, { help, value }));

/** Repeated texts, not split at commas. */
export const listOption = (help: string, value: string, flag?: string) =>
  declared(option.optional(kinds.texts, { help, value, ...(flag === undefined ? {} : { flag }) }));

/** A value read by a function, which receives the flag for its messages. */
export const parsed = <Value>(
  text: string,
  value: string,
  parse: (flag: string, text: string, reading: OptionReading) => Value,
): OptionKind<Value, false> => ({
  text,
  value,
  always: false,
  read: (all, reading) => parse(reading.flag, last(all), reading),
});

/** The configuration of `--config`, or the usual file in the working directory, opened. */
export const configFile = ({
  what = "configuration",
  text = `${what} (default: tripact.config.yaml, .yml or .json, when there is one)`,
  noneWithFaults = false,
  noneWith = [],
  onlyNamedWith = [],
  onlyTarget = false,
  onlyWith,
  reading: as = {},
}: {
  readonly what?: string;
  readonly text?: string;
  /** Whether faults exclude a configuration: they are planted in their own sandbox. */
  readonly noneWithFaults?: boolean;
  /** Options that exclude a configuration. */
  readonly noneWith?: readonly string[];
  /** Options with which the usual file is ignored. */
  readonly onlyNamedWith?: readonly string[];
  /** An option without which the usual file is ignored. */
  readonly onlyWith?: string;
  /** Whether to ignore the usual file if it names no target. */
  readonly onlyTarget?: boolean;
  readonly reading?: ConfigReading | ((reading: OptionReading) => ConfigReading);
} = {}): OptionKind<OpenedConfig, false> => {
  const readingOf = (reading: OptionReading): ConfigReading => (typeof as === "function" ? as(reading) : as);
  return {
    text,
    value: "file",
    always: false,
    read: async (all, reading) => {
      const { io, isGiven } = reading;
      if (noneWithFaults && isGiven("faults")) throw onlyEmbedded("config");
      if (noneWith.some(isGiven)) return undefined;
      const { findOpened } = await import("../../inputs/open-config.ts");
      const opened = await findOpened(last(all), io, readingOf(reading));
      if (opened === undefined) throw new Error("a configuration that is named is opened");
      return opened;
    },
    absent: async (reading) => {
      const { io, isGiven } = reading;
      if ([...(noneWithFaults ? ["faults"] : []), ...noneWith, ...onlyNamedWith].some(isGiven))
        return undefined;
      if (onlyWith !== undefined && !isGiven(onlyWith)) return undefined;
      const { findOpened } = await import("../../inputs/open-config.ts");
      const opened = await findOpened(undefined, io, readingOf(reading));
      return onlyTarget && opened?.config.interfaces.length === 0 ? undefined : opened;
    },
    files: (opened, reading) => ({ inputs: usesOfOpened(opened, readingOf(reading), reading.io) }),
  };
};

/** The store for runs: a file, or the one in the user's state folder. */
export const storeFile = (
  what: string,
  {
    onlyIfNamed = false,
    ifConfigured = false,
    onlyIfThere = [],
  }: {
    readonly onlyIfNamed?: boolean;
    readonly ifConfigured?: boolean;
    /** Options with which, or whether always, the user's own store is absent before the first run. */
    readonly onlyIfThere?: true | readonly string[];
  } = {},
): OptionKind<string, false> => ({
  text: onlyIfNamed ? what : `${what} (default: in the user's state folder)`,
  value: "file",
  always: false,
  read: last,
  absent: ({ io, before, isGiven }) => {
    if (onlyIfNamed || (ifConfigured && before["config"] === undefined)) return undefined;
    const store = defaultStore(io.env);
    const isKept = onlyIfThere === true || onlyIfThere.some(isGiven);
    return isKept && !existsSync(store) ? undefined : store;
  },
  files: (file, { io }) => ({
    store: {
      path: resolve(io.cwd, file),
      name: `the store ${printable(file)}`,
      location: `--store ${printable(file)}`,
    },
  }),
});

/** A file that a command writes; messages name it by `what` and its path. */
export const outputFile = (
  text: string,
  what: string,
  more: Pick<FileUse, "role" | "isAppended" | "isOpenedLater"> = {},
): OptionKind<string, false> => ({
  text,
  value: "file",
  always: false,
  read: last,
  files: (file, { io, flag: name }) => ({
    outputs: [
      {
        path: resolve(io.cwd, file),
        name: `${what} ${printable(file)}`,
        location: `${name} ${printable(file)}`,
        ...more,
      },
    ],
  }),
});

/** A file that a command reads. */
export const inputFile = (text: string, what: string): OptionKind<string, false> => ({
  text,
  value: "file",
  always: false,
  read: last,
  files: (file, { io }) => ({ inputs: [useOfOperand(file, io, what)] }),
});

/** A folder that a command creates, with files of these names. */
export const outputFolder = (
  text: string,
  what: string,
  names: readonly string[],
): OptionKind<string, false> => ({
  text,
  value: "folder",
  always: false,
  read: last,
  files: (folder, { io, flag: location }) => ({
    outputs: names.map((name) => ({
      path: resolve(io.cwd, folder, name),
      name: `${what} ${printable(join(folder, name))}`.trim(),
      location,
      isOpenedLater: true,
    })),
  }),
});

/** Files that a command reads: repeated, or separated by commas. */
const inputFiles = (
  { help = "", flag = "" }: Option,
  what: string,
): OptionKind<readonly string[], false> => ({
  text: help,
  flag,
  value: "file",
  many: true,
  always: false,
  read: (all) => distinctValues(all) ?? [],
  files: (files, { io }) => ({ inputs: files.map((file) => useOfOperand(file, io, what)) }),
});

/** Usage files of the consumers for whom changes and findings are judged. */
export const usageFiles = () =>
  ({
    usages: inputFiles(usageFileOptions.usages, "the usage file"),
    onlyUsed: declared(usageFileOptions.onlyUsed),
  }) as const;

/** A configuration may name documents; the run has a journal. */
export const documentReading: ConfigReading = {
  contractOf: async (...source) =>
    (await import("../../inputs/document-contract.ts")).contractFor({ canWrite: true })(...source),
};

/** The same for runs that only read. */
export const documentReadOnly: ConfigReading = {
  contractOf: async (...source) =>
    (await import("../../inputs/document-contract.ts")).contractFor({ canWrite: false })(...source),
};

/** A target of which nothing is changed, by its OpenAPI document. */
const readingNames = ["url", "name", "auth", "headers", "resources", "maxRequests", "exclude"] as const;

export const documentToRead = () => pickDeclared(readingTargetOptions, "openapi", ...readingNames);

/** A target by its OpenAPI document, in place of a configuration. */
export const documentTarget = (what: string | undefined = documentOptions.openapi.help) => ({
  openapi: declared({ ...documentOptions.openapi, ...(what === undefined ? {} : { help: what }) }),
  ...pickDeclared(documentOptions, ...readingNames, "writes"),
  noWrites: flag("with --openapi: create and change nothing"),
  include: declared(documentOptions.include),
});

/** Whose traffic it is: that of a document, in place of a configuration. */
export const documentTraffic = (help: string) => ({
  openapi: declared({ ...trafficOptions.openapi, help }),
  ...pickDeclared(trafficOptions, "url", "name"),
});

/** Whether records may be changed, as the library takes it. @throws UsageError for both switches */
export const writesOf = ({
  writes,
  noWrites,
}: {
  readonly writes?: boolean;
  readonly noWrites?: boolean;
}): { readonly writes?: boolean } => {
  if (writes === true && noWrites === true)
    throw new UsageError("contradicts `noWrites`", { option: "writes", hint: "omit one of them" });
  return noWrites === true ? { writes: false } : writes === true ? { writes } : {};
};

/** Report files; with `--json`, one JSON report goes to standard output. */
export const reports = (text: string, { json = true } = {}): OptionKind<readonly ReportFile[], true> => ({
  text,
  value: "format=path",
  many: true,
  always: true,
  read: (all, { io, common }) =>
    reportFilesOf([...all, ...(json && common.json === true ? ["json=-"] : [])], io.cwd),
  absent: ({ io, common }) => reportFilesOf(json && common.json === true ? ["json=-"] : [], io.cwd),
  files: (files, { io }) => ({ outputs: usesOfReports(files, io) }),
  complete: async () =>
    reportFormats.map((name): WordChoice => [`${name}=`, `for example ${name}=report.${extensionOf(name)}`]),
});

/** Files that a command reads, as operands. */
export const inputOperand = (name: Operand["name"], text: string, what?: string): Operand => ({
  name,
  text,
  files: async (words, io) => words.map((file) => useOfOperand(file, io, what)),
});

/** A file if the shell redirected one; a pipe or terminal cannot be overwritten. */
const standardInput: FileUse = { path: "/dev/stdin", name: "the standard input", location: "-" };

/** Recordings by name: files, glob patterns, and `-` for standard input. @throws UsageError */
export const recordingsOf = (words: readonly string[], { stdin }: CliIo): readonly RecordingSource[] => {
  if (words.filter((one) => one === "-").length > 1)
    throw new UsageError("standard input is named twice", { location: "-" });
  return words.map((one) => (one === "-" ? { name: "standard input", bytes: stdin } : one));
};

const usesOfRecordings = async (words: readonly string[], io: CliIo): Promise<readonly FileUse[]> => {
  const { filesOf } = await import("../../traffic/recordings/find-recordings.ts");
  const found = await Promise.all(words.filter((word) => word !== "-").map((word) => filesOf(word, io.cwd)));
  return [
    ...found.flat().map((file) => useOfOperand(file, io, "the recording")),
    ...(words.includes("-") ? [standardInput] : []),
  ];
};

/** Recordings as operands. */
export const recordings = (name: Operand["name"], text: string): Operand => ({
  name,
  text,
  files: usesOfRecordings,
});

/** Recordings of an option. */
export const recordingFiles = (text: string): OptionKind<readonly RecordingSource[], false> => ({
  text,
  flag: "recording",
  value: "file",
  many: true,
  always: false,
  read: (all, { io }) => recordingsOf(all, io),
  files: async (sources, { io }) => ({
    inputs: await usesOfRecordings(
      sources.map((one) => (typeof one === "string" ? one : "-")),
      io,
    ),
  }),
});

/** Answers of the embedded sandbox to open questions. */
export const assumptions = (text: string): OptionKind<Partial<Assumptions>, false> => ({
  text,
  flag: "set",
  value: "key=value",
  many: true,
  always: false,
  read: async (all) => (await import("../../sandbox/assumptions/assumptions.ts")).parseAssumptions(all),
});
