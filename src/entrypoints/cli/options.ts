import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ConfigReading } from "../../inputs/config-reading.ts";
import type { OpenedConfig } from "../../inputs/open-config.ts";
import { onlyEmbedded } from "../../inputs/planted-faults.ts";
import type { Suite } from "../../inputs/suite.ts";
import { defaultStore } from "../../core/config/state-folder.ts";
import { interfaceNames } from "../../builtin/interface-name.ts";
import { printable } from "../../core/output/escape.ts";
import type { Assumptions } from "../../sandbox/assumptions/assumptions.ts";
import type { RecordingSource } from "../../traffic/recordings/find-recordings.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import type { WordChoice, Operand, OptionKind, OptionReading } from "./command.ts";
import type { CliIo } from "./io.ts";
import { type FileUse, useOfOperand, usesOfOpened } from "./file-uses.ts";
import { distinctValues } from "./option-values.ts";
import { digits, type Kind } from "../../core/output/values.ts";
import { optionKinds } from "../../inputs/environment-of.ts";
import { type ReportFile, reportFilesOf, usesOfReports } from "./report-files.ts";
import { reportFormats, extensionOf } from "../../report/report-formats.ts";

const last = (texts: readonly string[]): string => texts.at(-1) ?? "";

/** A switch. */
export const flag = (text: string): OptionKind<true, false> => ({ text, always: false, read: () => true });

/** An option whose flag differs from its name in the library. */
export const called = <Kind extends OptionKind<unknown>>(flag: string, kind: Kind): Kind => ({
  ...kind,
  flag,
});

type Texts = OptionKind<string, false>;

/** Any text; `value` is its placeholder in help. */
export const textOption = (text: string, value: string): Texts => ({
  text,
  value,
  always: false,
  read: last,
});

/** Any text, with a default. */
export const textOr = (usual: string, text: string, value: string): OptionKind<string, true> => ({
  text,
  value,
  default: usual,
  always: true,
  read: last,
  absent: () => usual,
});

/** One of a few words. */
export const choiceOption = <const Word extends string>(
  words: readonly Word[],
  usual: Word,
  text: string,
  value: string,
): OptionKind<Word, true> => ({
  text,
  value,
  choices: words,
  default: usual,
  always: true,
  // Commander has rejected all others.
  read: (all) => last(all) as Word,
});

/** A whole number within the library's bounds. */
export const integerOption = (
  text: string,
  kindOf = async (name: string): Promise<Kind | undefined> => optionKinds[name],
): OptionKind<number, false> => ({
  text,
  value: "number",
  always: false,
  read: async (all, { name }) => {
    const given = last(all);
    const value = digits.test(given) ? Number(given) : given;
    const mistake = (await kindOf(name))?.(value, name);
    if (mistake !== undefined) throw mistake;
    return Number(value);
  },
});

/** A whole number with a default. */
export const integerOr = (usual: number, text: string): OptionKind<number, true> => ({
  ...integerOption(text),
  default: String(usual),
  always: true,
  absent: () => usual,
});

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

/** Repeated texts, not split at commas. */
export const listOption = (text: string, value: string): OptionKind<readonly string[], false> => ({
  text,
  value,
  many: true,
  always: false,
  read: (all) => all,
});

/** Ids known to the library: repeated, or separated by commas. The library rejects unknown ones. */
export const ids = (
  text: string,
  known?: () => Promise<readonly WordChoice[]>,
  value = "ids",
): OptionKind<readonly string[], false> => ({
  text,
  value,
  many: true,
  always: false,
  read: (all) => distinctValues(all) ?? [],
  ...(known === undefined ? {} : { complete: known }),
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

/** Options of commands that accept changes. */
export const acceptance = () =>
  ({
    until: textOption(
      "accept for now: the first run on this day or later reports it again, for example 2027-01-31",
      "date",
    ),
    note: textOption("why, kept in the store", "text"),
    by: textOption("who, kept in the store", "name"),
  }) as const;

/** Files that a command reads: repeated, or separated by commas. */
export const inputFiles = (text: string, what: string): OptionKind<readonly string[], false> => ({
  text,
  value: "file",
  many: true,
  always: false,
  read: (all) => distinctValues(all) ?? [],
  files: (files, { io }) => ({ inputs: files.map((file) => useOfOperand(file, io, what)) }),
});

/** Usage files of the consumers for whom changes and findings are judged. */
export const usageFiles = () =>
  ({
    usages: called(
      "usage",
      inputFiles(
        "judge by what a consumer uses: a file that tripact usage wrote; repeat it for more consumers",
        "the usage file",
      ),
    ),
    onlyUsed: flag("with --usage: fail on nothing that no consumer uses"),
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
export const documentToRead = (what: string) =>
  ({
    openapi: textOption(what, "file or address"),
    url: textOption(
      "with --openapi: base address of the server (default: the document's first server)",
      "address",
    ),
    name: textOption(
      "with --openapi: name of the interface, which begins its facts (default: from the title)",
      "name",
    ),
    auth: listOption(
      "with --openapi: a credential, as SCHEME=VALUE or, with one scheme, alone",
      "credential",
    ),
    headers: called("header", listOption("with --openapi: a header of every request", "Name: value")),
    resources: textOption("with --openapi: what the records are, as `resources` in a configuration", "file"),
    maxRequests: integerOption("with --openapi: requests of the run in all"),
    exclude: listOption("with --openapi: operations never to call, by id or path; * is any text", "pattern"),
  }) as const;

/** A target by its OpenAPI document, in place of a configuration. */
export const documentTarget = (
  what = "check the server of this OpenAPI document; reads no configuration",
) => {
  const { openapi, ...read } = documentToRead(what);
  return {
    openapi,
    ...read,
    writes: flag("with --openapi: create and change records (default: on this machine only)"),
    noWrites: flag("with --openapi: create and change nothing"),
    include: listOption("with --openapi: operations on more than one record to call all the same", "pattern"),
  } as const;
};

/** Whose traffic it is: that of a document, in place of a configuration. */
export const documentTraffic = (what: string) =>
  ({
    openapi: textOption(what, "file or address"),
    url: textOption(
      "with --openapi: base address of the server (default: the document's first server)",
      "address",
    ),
    name: textOption("with --openapi: name of the interface (default: from the title)", "name"),
  }) as const;

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

/** The minimum that a valid run must judge. */
export const requirements = () =>
  ({
    minFacts: integerOption(
      "exit with 3 if fewer facts were judged",
      async () => (await import("../../inputs/requirement.ts")).minFactsKind,
    ),
    require: ids("exit with 3 unless these facts were judged", factChoices),
  }) as const;

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

const ofSuite = async <Item>(
  pick: (suite: Suite) => readonly Item[],
  row: (item: Item) => WordChoice,
): Promise<readonly WordChoice[]> => pick((await import("../../inputs/suite.ts")).suite).map(row);

export const interfaceChoices = async (): Promise<readonly WordChoice[]> =>
  interfaceNames.map((name) => [name, ""]);

export const factChoices = (): Promise<readonly WordChoice[]> =>
  ofSuite(
    ({ facts }) => facts,
    ({ id, statement }) => [id, statement],
  );

export const operationChoices = async (): Promise<readonly WordChoice[]> => {
  const { operations } = await import("../../builtin/generated/operations.ts");
  return Object.entries(operations).map(([id, { method, path }]) => [id, `${method} ${path}`]);
};

export const checkChoices = (): Promise<readonly WordChoice[]> =>
  ofSuite(
    ({ checks }) => checks,
    ({ id, title }) => [id, title],
  );

export const unknownChoices = (): Promise<readonly WordChoice[]> =>
  ofSuite(
    ({ unknowns }) => unknowns,
    ({ id, question }) => [id, question],
  );

export const faultChoices = async (): Promise<readonly WordChoice[]> =>
  (await import("../../builtin/faults/generated/faults.ts")).faults.map(({ id, fact }) => [id, fact]);

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
