import { join } from "node:path";
import ts from "typescript";
import { publicEntries, root } from "../../scripts/package/entries.ts";

/** One name that a public entry exports. */
export interface Exported {
  /** `tripact/queries`. */
  readonly entry: string;
  readonly name: string;
  /** Whether there is something at run time; else a type alone. */
  readonly isValue: boolean;
  /** The docstring without its tags; empty when there is none. */
  readonly doc: string;
  /** Code of its examples. */
  readonly examples: readonly string[];
}

const codeOf = (text: string): readonly string[] =>
  [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);

const describe = (checker: ts.TypeChecker, entry: string, symbol: ts.Symbol): Exported => {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const tags = target.getJsDocTags(checker).filter(({ name }) => name === "example");
  return {
    entry,
    name: symbol.name,
    isValue: (target.flags & ts.SymbolFlags.Value) !== 0,
    doc: ts.displayPartsToString(target.getDocumentationComment(checker)),
    examples: tags.flatMap(({ text }) => codeOf(ts.displayPartsToString(text))),
  };
};

const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path));
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);

const parsed = new Map<string, ts.SourceFile | undefined>();
const plainHost = ts.createCompilerHost(options);

/** Reads every file once, whatever programs it belongs to. */
const host: ts.CompilerHost = {
  ...plainHost,
  getSourceFile(path, ...rest) {
    if (!parsed.has(path)) parsed.set(path, plainHost.getSourceFile(path, ...rest));
    return parsed.get(path);
  },
};

/** What the compiler says of some files. Those that they import are not judged: the type check does. */
export const mistakesIn = (files: readonly string[]): readonly string[] => {
  const program = ts.createProgram(files, options, host);
  return files
    .flatMap((path) => ts.getPreEmitDiagnostics(program, program.getSourceFile(path)))
    .map((one) => ts.formatDiagnostic(one, plainHost));
};

/** Everything that the public entries export, read from their sources. */
export const publicExports = (): readonly Exported[] => {
  const files = Object.values(publicEntries).map((module) => join(root, "src", `${module}.ts`));
  const program = ts.createProgram(files, options, host);
  const checker = program.getTypeChecker();
  return Object.keys(publicEntries).flatMap((entry, index) => {
    const source = program.getSourceFile(files[index] ?? "");
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${entry} is no module`);
    const name = entry.replace(/^\./, "tripact");
    return checker.getExportsOfModule(module).map((symbol) => describe(checker, name, symbol));
  });
};
