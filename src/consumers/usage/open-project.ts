import { madeOnce } from "../../core/model/made-once.ts";
import { dirname, relative, sep } from "node:path";
import type * as Ts from "typescript";
import { UsageError } from "../../core/model/usage-error.ts";
import type { Compiler } from "./load-compiler.ts";

/** One program of a consumer, and the files in it that the consumer wrote. */
export interface ConsumerProject {
  readonly program: Ts.Program;
  readonly files: readonly Ts.SourceFile[];
}

/** Larger projects consist of several. */
const mostFiles = 50_000;

const messageOf = (compiler: Compiler, diagnostic: Ts.Diagnostic): string =>
  compiler.flattenDiagnosticMessageText(diagnostic.messageText, " ");

const refuse = (compiler: Compiler, diagnostic: Ts.Diagnostic, fallback: string): never => {
  const { file, start } = diagnostic;
  const at =
    file !== undefined && start !== undefined ? file.getLineAndCharacterOfPosition(start) : undefined;
  const location = at === undefined ? fallback : `${fallback}:${at.line + 1}:${at.character + 1}`;
  throw new UsageError(messageOf(compiler, diagnostic), {
    location,
    hint: "name a tsconfig.json that tsc reads",
  });
};

/** Error codes of a configuration that only refers to others. */
const noInputs = new Set([18_002, 18_003]);

const readConfig = (compiler: Compiler, path: string): Ts.ParsedCommandLine => {
  const { sys } = compiler;
  const config = compiler.getParsedCommandLineOfConfigFile(
    path,
    { noEmit: true, skipLibCheck: true, incremental: false, composite: false },
    { ...sys, onUnRecoverableConfigFileDiagnostic: (diagnostic) => refuse(compiler, diagnostic, path) },
  );
  const wrong = config?.errors.find(({ code }) => !noInputs.has(code));
  if (wrong !== undefined) refuse(compiler, wrong, path);
  if (config === undefined) throw new UsageError("cannot be read", { location: path });
  return config;
};

/** A configuration and all those that it refers to, each once, dependencies first. */
const configsFrom = (compiler: Compiler, path: string): readonly Ts.ParsedCommandLine[] => {
  const found = new Map<string, Ts.ParsedCommandLine>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    const config = readConfig(compiler, path);
    found.set(path, config);
    for (const reference of config.projectReferences ?? [])
      visit(compiler.resolveProjectReferencePath(reference));
  };
  visit(path);
  return [...found.values()].toReversed();
};

const isOwn = (program: Ts.Program, file: Ts.SourceFile): boolean =>
  !file.isDeclarationFile &&
  !file.fileName.endsWith(".json") &&
  !program.isSourceFileFromExternalLibrary(file) &&
  !program.isSourceFileDefaultLibrary(file);

/**
 * Runs `work`, in which the compiler recurses over the nesting of a source.
 * @throws UsageError if the source is nested more deeply than the stack allows
 */
export const withinDepth = <Result>(location: string, work: () => Result): Result => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError("is nested too deeply for the compiler of TypeScript", {
      location,
      hint: "leave the file out with exclude in tsconfig.json, or split its deepest expression",
    });
  }
};

/** Parsed declarations of the compiler itself, by file and parse options: most of what a small project reads. */
const librariesOf = madeOnce((_: Compiler) => new Map<string, Ts.SourceFile>());

/** A compiler host that parses the compiler's own declarations only once for all programs. */
const hostFor = (compiler: Compiler, options: Ts.CompilerOptions): Ts.CompilerHost => {
  const host = compiler.createCompilerHost(options);
  const own = host.getDefaultLibLocation?.();
  const known = librariesOf(compiler);
  const getSourceFile: Ts.CompilerHost["getSourceFile"] = (fileName, manner, ...more) => {
    if (dirname(fileName) !== own)
      return withinDepth(fileName, () => host.getSourceFile(fileName, manner, ...more));
    const key = JSON.stringify([fileName, manner]);
    const file = known.get(key) ?? host.getSourceFile(fileName, manner, ...more);
    if (file !== undefined) known.set(key, file);
    return file;
  };
  // Missing from the host's type, but used by the language service.
  return Object.assign({ ...host, getSourceFile }, { useSourceOfProjectReferenceRedirect: () => true });
};

/**
 * The programs of a project and of those that it refers to, from their sources instead of their build output.
 * @throws UsageError for a configuration that tsc rejects, and for more than 50,000 files.
 */
export const openProjects = function* (compiler: Compiler, path: string): Generator<ConsumerProject> {
  const seen = new Set<string>();
  for (const { options, fileNames, projectReferences } of configsFrom(compiler, path)) {
    if (fileNames.length > mostFiles)
      throw new UsageError(`has ${fileNames.length} files, more than ${mostFiles}`, {
        location: path,
        hint: "name the tsconfig.json of one part with --project",
      });
    if (fileNames.length === 0) continue;
    const program = compiler.createProgram({
      rootNames: fileNames,
      options,
      host: hostFor(compiler, options),
      ...(projectReferences === undefined ? {} : { projectReferences }),
    });
    const files = program.getSourceFiles().filter((file) => isOwn(program, file) && !seen.has(file.fileName));
    for (const { fileName } of files) seen.add(fileName);
    yield { program, files };
  }
};

/** Formats locations in a consumer's files, as `src/donors.ts:14`, relative to the folder of its configuration. */
export const locationsFrom = (configPath: string): ((node: Ts.Node) => string) => {
  const folder = dirname(configPath);
  const names = new Map<string, string>();
  const nameOf = (fileName: string): string => {
    const name = names.get(fileName) ?? relative(folder, fileName).split(sep).join("/");
    names.set(fileName, name);
    return name;
  };
  return (node) => {
    const file = node.getSourceFile();
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    return `${nameOf(file.fileName)}:${line + 1}`;
  };
};
