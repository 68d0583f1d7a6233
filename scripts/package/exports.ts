import { join } from "node:path";
import ts from "typescript";
import { publicEntries, root } from "./entries.ts";

/** A name that a public entry exports. */
export interface Exported {
  /** `tripact/queries`. */
  readonly entry: string;
  readonly name: string;
  /** Whether it exists at run time; otherwise it is only a type. */
  readonly isValue: boolean;
  /** The docstring without its tags; empty if there is none. */
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

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  allowImportingTsExtensions: true,
  noLib: true,
  types: [],
};

const plainHost = ts.createCompilerHost(options, true);

/** Resolves re-exports, and the imports of entries; the rest of the sources need not be read. */
const hostFor = (entries: readonly string[]): ts.CompilerHost => ({
  ...plainHost,
  resolveModuleNameLiterals: (literals, from) =>
    literals.map((literal) =>
      literal.text.startsWith(".") && (ts.isExportDeclaration(literal.parent) || entries.includes(from))
        ? ts.resolveModuleName(literal.text, from, options, plainHost)
        : { resolvedModule: undefined },
    ),
});

/** All exports of the public entries, read from their sources. */
export const publicExports = (): readonly Exported[] => {
  const files = Object.values(publicEntries).map((module) => join(root, "src", `${module}.ts`));
  const program = ts.createProgram(files, options, hostFor(files));
  const checker = program.getTypeChecker();
  return Object.keys(publicEntries).flatMap((entry, index) => {
    const source = program.getSourceFile(files[index] ?? "");
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${entry} is no module`);
    const name = entry.replace(/^\./, "tripact");
    return checker.getExportsOfModule(module).map((symbol) => describe(checker, name, symbol));
  });
};
