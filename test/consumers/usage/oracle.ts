import { join } from "node:path";
import ts from "typescript";
import type { BuiltinInterface } from "../../../src/builtin/interface-name.ts";
import { type ConsumerName, consumers } from "./workspace.ts";

/** Whether a consumer compiles against other types of one interface. */
export type Oracle = (consumer: ConsumerName, name: BuiltinInterface, types: string) => readonly string[];

interface Kept {
  readonly options: ts.CompilerOptions;
  readonly roots: readonly string[];
  program: ts.Program | undefined;
}

/** The configurations of a consumer; a monorepo is compiled from its sources, as one. */
const configsOf = (folder: string): readonly ts.ParsedCommandLine[] => {
  const read = (path: string): ts.ParsedCommandLine[] => {
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
      ...(config.projectReferences ?? []).flatMap((one) => read(ts.resolveProjectReferencePath(one))),
    ];
  };
  return read(join(folder, "tsconfig.json"));
};

/** TypeScript itself, with everything but the changed types kept from one question to the next. */
export const createOracle = (folder: string): Oracle => {
  const files = new Map<string, ts.SourceFile>();
  const kept = new Map<ConsumerName, Kept>();

  const keep = (consumer: ConsumerName): Kept => {
    const known = kept.get(consumer);
    if (known !== undefined) return known;
    const configs = configsOf(join(folder, consumer));
    const own = configs.filter(({ fileNames }) => fileNames.length > 0);
    const options = { ...own[0]?.options, noEmit: true, composite: false, emitDeclarationOnly: false };
    delete options.rootDir;
    const made = { options, roots: own.flatMap(({ fileNames }) => fileNames), program: undefined };
    kept.set(consumer, made);
    return made;
  };

  return (consumer, name, types) => {
    const state = keep(consumer);
    const changed = join(folder, consumer, consumers[consumer], `${name}.ts`);
    const host = ts.createCompilerHost(state.options, true);
    const read = host.getSourceFile.bind(host);
    const text = ts.createSourceFile(
      changed,
      types,
      { languageVersion: ts.ScriptTarget.ES2022, impliedNodeFormat: ts.ModuleKind.ESNext },
      true,
    );
    host.getSourceFile = (path, ...rest) => {
      if (path === changed) return text;
      const file = files.get(path) ?? read(path, ...rest);
      if (file !== undefined) files.set(path, file);
      return file;
    };
    const program = ts.createProgram({
      rootNames: state.roots,
      options: state.options,
      host,
      ...(state.program && { oldProgram: state.program }),
    });
    state.program = program;
    return program
      .getSourceFiles()
      .filter((file) => !file.isDeclarationFile && file.fileName.startsWith(join(folder, consumer)))
      .flatMap((file) => program.getSemanticDiagnostics(file))
      .map(({ file, start = 0, messageText }) => {
        const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
        return `${file?.fileName.slice(folder.length + 1)}:${line} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
      });
  };
};
