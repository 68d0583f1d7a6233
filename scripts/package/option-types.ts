/**
 * Writes the options of each function out in the built declarations. In the sources their types derive from tables;
 * readers of the package see each option with its type and docstring.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { publicEntries, root } from "./entries.ts";

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
  allowImportingTsExtensions: true,
};

/** A place where a type derives from a table: an interface without members of its own, or a reference. */
interface Derived {
  /** The same in the sources and in what was built: `CheckOptions`, or `OptionsOfFleet<"check">`. */
  readonly name: string;
  readonly node: ts.InterfaceDeclaration | ts.TypeReferenceNode;
  readonly type: ts.Type;
}

const isTable = (name: string): boolean => /^OptionsOf\b/.test(name);

const derivedIn = (source: ts.SourceFile, checker: ts.TypeChecker): readonly Derived[] => {
  const found: Derived[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isInterfaceDeclaration(node)) {
      const [parent] = node.heritageClauses?.flatMap(({ types }) => types) ?? [];
      if (parent !== undefined && isTable(parent.expression.getText()))
        found.push({ name: node.name.text, node, type: checker.getTypeAtLocation(node) });
    }
    const isReference = ts.isTypeReferenceNode(node) && node.typeArguments?.length === 1;
    if (
      isReference &&
      node.typeName.getText() === "OptionsOfFleet" &&
      ts.isLiteralTypeNode(node.typeArguments[0] ?? node)
    )
      found.push({ name: node.getText(), node, type: checker.getTypeAtLocation(node) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

type Docs = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The docstrings of options, by the names of their types. A built table has lost those of tables that it spreads. */
const docsInSources = (): Docs => {
  const entries = Object.values(publicEntries).map((module) => join(root, "src", `${module}.ts`));
  const program = ts.createProgram(entries, compilerOptions);
  const checker = program.getTypeChecker();
  const all = program.getSourceFiles().filter(({ isDeclarationFile }) => !isDeclarationFile);
  return new Map(
    all.flatMap((source) =>
      derivedIn(source, checker).map(({ name, type }): [string, ReadonlyMap<string, string>] => [
        name,
        new Map(
          checker
            .getPropertiesOfType(type)
            .map((one) => [one.name, ts.displayPartsToString(one.getDocumentationComment(checker))]),
        ),
      ]),
    ),
  );
};

const docstring = (text = ""): string =>
  text === ""
    ? ""
    : text.includes("\n")
      ? `  /**\n${text.replaceAll(/^/gm, "   * ")}\n   */\n`
      : `  /** ${text} */\n`;

const isOptional = ({ flags }: ts.Symbol): boolean => (flags & ts.SymbolFlags.Optional) !== 0;

/** Texts that a value may be, in one order: the compiler writes them in the order in which it first read them. */
const inOrder = (written: string): string =>
  written.replaceAll(/(?:"[^"]*" \| )+"[^"]*"/g, (texts) => texts.split(" | ").toSorted().join(" | "));

/** Without what being optional adds. */
const writtenType = (text: string): string => text.replace(/^\((.*)\) \| undefined$| \| undefined$/, "$1");

const membersOf = ({ name, node, type }: Derived, checker: ts.TypeChecker, docs: Docs): string => {
  const all = checker.getPropertiesOfType(type).toSorted((a, b) => a.name.localeCompare(b.name));
  const ordered = [...all.filter((one) => !isOptional(one)), ...all.filter(isOptional)];
  const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias;
  return ordered
    .map((one) => {
      const written = inOrder(checker.typeToString(checker.getTypeOfSymbol(one), node, flags));
      const member = isOptional(one) ? `${one.name}?: ${writtenType(written)}` : `${one.name}: ${written}`;
      return `${docstring(docs.get(name)?.get(one.name))}  readonly ${member};\n`;
    })
    .join("");
};

/** Tables that nothing names any more. */
const withoutUnused = (text: string): string => {
  const unused = [...text.matchAll(/^declare const (\w+): \{\n[^]*?^\};\n/gm)].find(
    ([, name = ""]) => text.match(new RegExp(`\\b${name}\\b`, "g"))?.length === 1,
  );
  return unused === undefined ? text : withoutUnused(text.replace(unused[0], ""));
};

/** The line on which a node begins. */
const lineOf = (node: ts.Node): string => {
  const { text } = node.getSourceFile();
  return text.slice(text.lastIndexOf("\n", node.getStart()) + 1);
};

export const writeOptionTypes = (dist: string): void => {
  const docs = docsInSources();
  const files = globSync("**/*.d.ts", { cwd: dist }).map((file) => join(dist, file));
  const program = ts.createProgram(files, compilerOptions);
  const checker = program.getTypeChecker();
  for (const file of files) {
    const source = program.getSourceFile(file);
    const derived = source === undefined ? [] : derivedIn(source, checker);
    if (derived.length === 0) continue;
    const written = derived.toReversed().reduce(
      (text, one) => {
        const [indent = ""] = /^ */.exec(lineOf(one.node)) ?? [];
        const members = `{\n${membersOf(one, checker, docs).replaceAll(/^(?=.)/gm, indent)}${indent}}`;
        const put = ts.isInterfaceDeclaration(one.node) ? `interface ${one.name} ${members}` : members;
        return text.slice(0, one.node.getStart()) + put + text.slice(one.node.getEnd());
      },
      readFileSync(file, "utf8"),
    );
    writeFileSync(file, withoutUnused(written));
  }
};
