import { dirname, join } from "node:path";
import ts from "typescript";
import type { BuiltinInterface } from "../../../src/builtin/interface-name.ts";
import { type ConsumerName, consumers } from "./workspace.ts";

/** Whether a consumer compiles against other types of one interface. */
export type Oracle = (consumer: ConsumerName, name: BuiltinInterface, types: string) => readonly string[];

/** The configurations of a consumer; a monorepo is compiled from its sources, as one. */
const configsOf = (path: string): readonly ts.ParsedCommandLine[] => {
  const config = ts.getParsedCommandLineOfConfigFile(
    path,
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(String(messageText));
      },
    },
  );
  if (config === undefined) throw new Error(`${path} cannot be read`);
  return [
    config,
    ...(config.projectReferences ?? []).flatMap((one) => configsOf(ts.resolveProjectReferencePath(one))),
  ];
};

const messageOf =
  (folder: string) =>
  ({ file, start = 0, messageText }: ts.Diagnostic): string => {
    const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
    return `${file?.fileName.slice(folder.length + 1)}:${line} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  };

/**
 * TypeScript itself, for one project: what it says if a file has another text. Everything else is kept from one question
 * to the next.
 */
export const createCompile = (
  configPath: string,
  files = new Map<string, ts.SourceFile>(),
): ((changed: string, text: string) => readonly string[]) => {
  const folder = dirname(configPath);
  const own = configsOf(configPath).filter(({ fileNames }) => fileNames.length > 0);
  const options: ts.CompilerOptions = {
    ...own[0]?.options,
    noEmit: true,
    composite: false,
    emitDeclarationOnly: false,
  };
  delete options.rootDir;
  let oldProgram: ts.Program | undefined;
  return (changed, text) => {
    const host = ts.createCompilerHost(options, true);
    const read = host.getSourceFile.bind(host);
    const file = ts.createSourceFile(
      changed,
      text,
      { languageVersion: ts.ScriptTarget.ES2022, impliedNodeFormat: ts.ModuleKind.ESNext },
      true,
    );
    host.getSourceFile = (path, ...rest) => {
      if (path === changed) return file;
      const known = files.get(path) ?? read(path, ...rest);
      if (known !== undefined) files.set(path, known);
      return known;
    };
    const program = ts.createProgram({
      rootNames: own.flatMap(({ fileNames }) => fileNames),
      options,
      host,
      ...(oldProgram && { oldProgram }),
    });
    oldProgram = program;
    return program
      .getSourceFiles()
      .filter(({ isDeclarationFile, fileName }) => !isDeclarationFile && fileName.startsWith(folder))
      .flatMap((one) => program.getSemanticDiagnostics(one))
      .map(messageOf(folder));
  };
};

/** TypeScript itself, for each consumer of a workspace. */
export const createOracle = (folder: string): Oracle => {
  const files = new Map<string, ts.SourceFile>();
  const kept = new Map<ConsumerName, ReturnType<typeof createCompile>>();
  return (consumer, name, types) => {
    const compile = kept.get(consumer) ?? createCompile(join(folder, consumer, "tsconfig.json"), files);
    kept.set(consumer, compile);
    return compile(join(folder, consumer, consumers[consumer], `${name}.ts`), types);
  };
};
