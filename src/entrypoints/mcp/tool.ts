import { realpath, stat } from "node:fs/promises";
import { isAbsolute, relative, resolve } from "node:path";
import type { Config } from "../../inputs/open-config.ts";
import type { ConfigReading } from "../../inputs/config-reading.ts";
import type { Environment } from "../../core/model/environment.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { printable } from "../../core/output/escape.ts";
import { isObject } from "../../core/model/json-object.ts";
import {
  assertOptions,
  objectWith,
  option,
  type OptionsOf,
  type OptionTable,
  schemaOfOptions,
} from "../../core/output/options.ts";
import { type Kind, kinds, listOfKind, type KindSchema } from "../../core/output/values.ts";
import type { Resources } from "./resources.ts";

/** What a tool receives besides its input. */
export interface ToolCall extends Environment {
  /** Where runs against live targets share their budget and keep their journals. */
  readonly stateFolder: string;
  readonly resources: Resources;
  /** Reports the progress of the call in a few words. */
  progress(message: string): Promise<void>;
  /** The configuration at a path or of a sandbox resource; by default the usual file of the working directory. */
  configOf(named: string | undefined, reading?: ConfigReading): Promise<Config | undefined>;
}

/** What a tool returns. */
export interface ToolAnswer<Data = Readonly<Record<string, unknown>>> {
  /** For the agent; cut if long. */
  readonly text: string;
  /** The same for programs, as the output schema says. */
  readonly data: Data;
  /** URI of the resource with the complete result. */
  readonly resource?: string;
}

type ObjectSchema = ReturnType<typeof schemaOfOptions>;

/** A tool as the protocol lists it, with its implementation. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: {
    /** Whether a call changes nothing except this server's own memory. */
    readonly readOnlyHint: boolean;
    /** Whether a call may send requests to a target. */
    readonly openWorldHint: boolean;
  };
  /** JSON Schemas. The data of an answer may also name a `resource`. */
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  /** @throws UsageError */
  run(input: unknown, call: ToolCall): Promise<ToolAnswer>;
}

/** Whether a path, after its links, is in a folder. */
const isWithin = async (path: string, folder: string): Promise<boolean> => {
  const real = await realpath(path).catch(() => undefined);
  // What is not there, or a pattern, has no links.
  const way = real === undefined ? relative(folder, path) : relative(await realpath(folder), real);
  return !/^\.\.(?:$|[/\\])/.test(way) && !isAbsolute(way);
};

/**
 * Accepts only regular files of the working directory. An agent may be led by what it reads, and messages about a file
 * quote its keys; the protocol itself arrives through a device, and a pipe may never end.
 * @throws UsageError
 */
export const assertFiles = async (
  option: string,
  paths: readonly string[],
  { cwd }: Pick<ToolCall, "cwd">,
): Promise<void> => {
  for (const path of paths) {
    const whole = resolve(cwd, path);
    const found = await stat(whole).catch(() => undefined);
    if (
      /^\/(dev\/(?!shm\/)|proc\/)/.test(whole) ||
      (found !== undefined && !found.isFile() && !found.isDirectory())
    )
      throw new UsageError("is no regular file", { option, location: printable(path), hint: "name a file" });
    if (!(await isWithin(whole, cwd)))
      throw new UsageError("is outside the working directory of the server", {
        option,
        location: printable(path),
        hint: "name a file in it, or start tripact mcp in a folder that holds both",
      });
  }
};

/** Characters of a text, and entries of a list, in the input of a tool. */
const longest = 4096;
const mostEntries = 200;

const isShort = (value: unknown): boolean =>
  typeof value === "string"
    ? value.length <= longest
    : Array.isArray(value)
      ? value.every(isShort)
      : !isObject(value) || Object.entries(value).flat().every(isShort);

/** A kind for what an agent sends, which may be of any size. An empty list selects nothing, so it is a mistake. */
const bounded = (kind: Kind): Kind => ({
  ...(kind.schema === undefined ? {} : { schema: boundedSchema(kind.schema) }),
  mistake: (value, option) =>
    kind.mistake(value, option) ??
    (Array.isArray(value) && !(value.length >= fewestIn(kind) && value.length <= mostEntries)
      ? new UsageError(`must have ${fewestIn(kind)} to ${mostEntries} entries`, { option })
      : isShort(value)
        ? undefined
        : new UsageError(`has a text of more than ${longest} characters`, { option })),
});

const fewestIn = ({ schema }: Kind): number => Number(schema?.["minItems"] ?? 1);

const boundedSchema = (schema: KindSchema): KindSchema => {
  if (schema["type"] === "array")
    return { minItems: 1, maxItems: mostEntries, ...schema, items: boundedSchema(Object(schema["items"])) };
  return schema["type"] === "string" && schema["enum"] === undefined
    ? { ...schema, maxLength: longest }
    : schema;
};

/** Help of the command line, in which other options go by their names. */
const inNames = (help: string, table: OptionTable): string =>
  help.replaceAll(/--([a-z][a-z-]*)/g, (_, flag: string) => {
    const [name] = Object.entries(table).find(([, one]) => one.flag === flag) ?? [];
    return name ?? flag.replaceAll(/-(.)/g, (_dash, letter: string) => letter.toUpperCase());
  });

const inputTableOf = (table: OptionTable): OptionTable =>
  Object.fromEntries(
    Object.entries(table).map(([name, { help = "", ...one }]) => [
      name,
      { ...one, kind: bounded(one.kind), help: inNames(help, table) },
    ]),
  );

/** Maximum number of inputs: each that is wrong is named. */
const mostInputs = 50;

/** @throws UsageError that names every mistake */
const assertInput = (input: unknown, table: OptionTable): void => {
  if (Object.keys(Object(input) as object).length > mostInputs)
    throw new UsageError(`more than ${mostInputs} inputs`, { hint: "name those that the tool has" });
  assertOptions(input, table);
};

/** What an answer may have beside its data. */
const beside = {
  resource: option.optional(kinds.text, { help: "URI of the whole result, for resources/read" }),
  errors: option.optional(
    listOfKind(
      objectWith({
        message: option.needed(kinds.text),
        option: option.optional(kinds.text),
        location: option.optional(kinds.text),
        hint: option.optional(kinds.text),
      }),
    ),
    { help: "instead of all else: what is wrong with the call" },
  ),
};

/** Clients validate errors by it, too. */
const outputSchemaOf = (output: OptionTable): ObjectSchema => {
  const { required, ...schema } = schemaOfOptions({ ...output, ...beside });
  return { ...schema, anyOf: [{ required }, { required: ["errors"] }] };
};

/** Makes a tool from the tables of its input and its data, and a function for valid input. */
export const tool = <const Input extends OptionTable, const Output extends OptionTable>({
  input,
  output,
  run,
  ...listed
}: Omit<Tool, "inputSchema" | "outputSchema" | "run"> & {
  readonly input: Input;
  readonly output: Output;
  run(
    input: OptionsOf<Input>,
    call: ToolCall,
  ): Promise<ToolAnswer<OptionsOf<Output> & Readonly<Record<string, unknown>>>>;
}): Tool => {
  const table = inputTableOf(input);
  return {
    ...listed,
    inputSchema: { ...schemaOfOptions(table), additionalProperties: false },
    outputSchema: outputSchemaOf(output),
    run: async (given, call) => {
      assertInput(given, table);
      // Checked by the table of the type.
      return run(given as OptionsOf<Input>, call);
    },
  };
};
