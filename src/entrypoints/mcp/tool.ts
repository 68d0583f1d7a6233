import { realpath, stat } from "node:fs/promises";
import { isAbsolute, relative, resolve } from "node:path";
import { z } from "zod";
import type { Config } from "../../inputs/open-config.ts";
import type { ConfigReading } from "../../inputs/config-reading.ts";
import type { Environment } from "../../core/model/environment.ts";
import { allTogether, UsageError } from "../../core/model/usage-error.ts";
import { printable } from "../../core/output/escape.ts";
import { suggestionHint } from "../../core/output/suggest.ts";
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

interface ObjectSchema {
  readonly type: "object";
  readonly [key: string]: unknown;
}

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

type Issue = z.core.$ZodIssue;

/** Maximum number of input errors to report. */
const mostIssues = 10;

const errorsOf = (issue: Issue, known: readonly string[]): readonly UsageError[] => {
  const option = issue.path.map(String).map(printable).join(".");
  if (issue.code !== "unrecognized_keys") {
    const message = issue.message.replace(/^Invalid input: /, "");
    return [new UsageError(message, option === "" ? {} : { option })];
  }
  return issue.keys
    .slice(0, mostIssues)
    .map((key) => new UsageError("is unknown", { option: printable(key), hint: suggestionHint(key, known) }));
};

/** @throws UsageError that names the error without any value of the input */
const inputOf = <Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  input: unknown,
): z.output<z.ZodObject<Shape>> => {
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  const known = Object.keys(schema.shape);
  const errors = read.error.issues.slice(0, mostIssues).flatMap((issue) => errorsOf(issue, known));
  throw allTogether(errors.slice(0, mostIssues));
};

const beside = {
  resource: z.string().describe("URI of the whole result, for resources/read").exactOptional(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        option: z.string().exactOptional(),
        location: z.string().exactOptional(),
        hint: z.string().exactOptional(),
      }),
    )
    .describe("instead of all else: what is wrong with the call")
    .exactOptional(),
};

/** Clients validate errors by it, too. */
const outputSchemaOf = (output: z.ZodRawShape): ObjectSchema => {
  const { required, ...schema } = z.toJSONSchema(z.object({ ...output, ...beside }), { io: "input" });
  return { ...schema, type: "object", anyOf: [{ required }, { required: ["errors"] }] };
};

/** Makes a tool from the schemas of its input and its data, and a function for valid input. */
export const tool = <const Shape extends z.ZodRawShape, const Output extends z.ZodRawShape>({
  input,
  output,
  run,
  ...listed
}: Omit<Tool, "inputSchema" | "outputSchema" | "run"> & {
  readonly input: Shape;
  readonly output: Output;
  run(
    input: z.output<z.ZodObject<Shape>>,
    call: ToolCall,
  ): Promise<ToolAnswer<z.input<z.ZodObject<Output>> & Readonly<Record<string, unknown>>>>;
}): Tool => {
  const schema = z.strictObject(input);
  return {
    ...listed,
    inputSchema: { ...z.toJSONSchema(schema, { io: "input" }), type: "object" },
    outputSchema: outputSchemaOf(output),
    run: async (given, call) => run(inputOf(schema, given), call),
  };
};
