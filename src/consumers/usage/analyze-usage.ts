import type * as Ts from "typescript";
import { createAddresses } from "./addresses.ts";
import { mergeUses } from "./collect-uses.ts";
import { type ContractTypes, findContractTypes } from "./contract-types.ts";
import type { InterfaceDocuments } from "./interface-document.ts";
import type { Compiler } from "./load-compiler.ts";
import { openProjects, locationsFrom, type ConsumerProject, withinDepth } from "./open-project.ts";
import type { Use } from "./use.ts";
import { analysisOf } from "./visit/analysis.ts";
import { visitCalls } from "./visit/calls.ts";
import { visitGiving } from "./visit/giving.ts";
import { visitReads } from "./visit/reads.ts";
import { visitTypes } from "./visit/types.ts";

/** Modules that a file imports or re-exports, by the files that the compiler resolves. */
const importsOf = function* (
  compiler: Compiler,
  checker: Ts.TypeChecker,
  file: Ts.SourceFile,
): Generator<Ts.SourceFile> {
  const specifiers = function* (node: Ts.Node): Generator<Ts.Node> {
    if (
      (compiler.isImportDeclaration(node) || compiler.isExportDeclaration(node)) &&
      node.moduleSpecifier !== undefined
    )
      yield node.moduleSpecifier;
  };
  for (const statement of file.statements)
    for (const specifier of specifiers(statement)) {
      const declared = checker.getSymbolAtLocation(specifier)?.valueDeclaration;
      if (declared !== undefined && compiler.isSourceFile(declared)) yield declared;
    }
};

/** Files that can know a type of the contract: they import it, directly or indirectly. */
const reaching = (
  compiler: Compiler,
  { program, files }: ConsumerProject,
  contract: ContractTypes,
): ReadonlySet<Ts.SourceFile> => {
  const checker = program.getTypeChecker();
  const importers = new Map<Ts.SourceFile, Ts.SourceFile[]>();
  const sources = program.getSourceFiles().filter((file) => !program.isSourceFileDefaultLibrary(file));
  for (const file of sources)
    for (const imported of importsOf(compiler, checker, file)) {
      const known = importers.get(imported);
      if (known === undefined) importers.set(imported, [file]);
      else known.push(file);
    }
  // Comments, `require`, type imports and globals need no import statement.
  const hidden = files.filter(({ text }) => /\bimport\(|\brequire\(|declare global|@import\b/.test(text));
  const found = new Set<Ts.SourceFile>([...contract.files, ...hidden]);
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  return found;
};

const walkJsDoc = (compiler: Compiler, node: Ts.Node, visit: (node: Ts.Node) => void): void => {
  for (const child of node.getChildren()) if (compiler.isJSDoc(child)) compiler.forEachChild(child, visit);
};

type Visitor = (node: Ts.Node) => void;

const walk = (compiler: Compiler, file: Ts.SourceFile, visitors: readonly Visitor[]): void => {
  const isScript = /\.[cm]?jsx?$/.test(file.fileName);
  const visit = (node: Ts.Node): void => {
    for (const one of visitors) one(node);
    compiler.forEachChild(node, visit);
    if (isScript) walkJsDoc(compiler, node, visit);
  };
  compiler.forEachChild(file, visit);
};

const usesIn = (
  compiler: Compiler,
  project: ConsumerProject,
  documents: InterfaceDocuments,
  locationOf: (node: Ts.Node) => string,
) => {
  const { program, files } = project;
  const contract = findContractTypes(compiler, program, documents);
  const addresses = createAddresses(documents);
  const own = files.filter((file) => !contract.has(file));
  const reached =
    contract.files.length === 0 ? new Set<Ts.SourceFile>() : reaching(compiler, project, contract);
  const analysis = analysisOf(compiler, program, own, contract, (file) => reached.has(file), locationOf);
  const ofTypes = [visitReads(analysis), visitGiving(analysis), visitTypes(analysis)];
  const ofCalls = [visitCalls(analysis, addresses)];
  for (const file of own) {
    const visitors = [
      ...(reached.has(file) ? ofTypes : []),
      ...(addresses.mayBeIn(file.text) ? ofCalls : []),
    ];
    if (visitors.length > 0) withinDepth(file.fileName, () => walk(compiler, file, visitors));
  }
  return analysis.uses.all();
};

/**
 * Everything that a TypeScript or JavaScript project uses of interfaces, sorted by location.
 * @throws UsageError for a configuration that tsc rejects, and for files that are nested too deeply for it.
 */
export const analyzeUsage = (
  compiler: Compiler,
  configPath: string,
  documents: InterfaceDocuments,
): readonly Use[] => {
  const locationOf = locationsFrom(configPath);
  const uses: Use[] = [];
  withinDepth(configPath, () => {
    for (const project of openProjects(compiler, configPath))
      uses.push(...usesIn(compiler, project, documents, locationOf));
  });
  return mergeUses(uses);
};
