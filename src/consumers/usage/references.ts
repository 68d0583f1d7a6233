import type * as Ts from "typescript";
import type { Compiler } from "./load-compiler.ts";

type Names = ReadonlyMap<string, readonly Ts.Identifier[]>;

const namesIn = (compiler: Compiler, file: Ts.SourceFile): Names => {
  const names = new Map<string, Ts.Identifier[]>();
  const visit = (node: Ts.Node): void => {
    if (compiler.isIdentifier(node)) {
      const known = names.get(node.text);
      if (known === undefined) names.set(node.text, [node]);
      else known.push(node);
    }
    compiler.forEachChild(node, visit);
  };
  visit(file);
  return names;
};

/** Whether only its own file can refer to a declaration. */
const isLocal = (compiler: Compiler, declaration: Ts.Node): boolean => {
  for (let node = declaration.parent; !compiler.isSourceFile(node); node = node.parent)
    if (compiler.isFunctionLike(node))
      return (
        compiler.isVariableDeclaration(declaration) ||
        compiler.isParameter(declaration) ||
        compiler.isBindingElement(declaration)
      );
  return false;
};

export interface ProgramPart {
  readonly compiler: Compiler;
  readonly checker: Ts.TypeChecker;
}

/** The symbol that a name stands for, also if it is imported. */
export const symbolNamed = (
  { compiler, checker }: ProgramPart,
  name: Ts.EntityName,
): Ts.Symbol | undefined => {
  const symbol = checker.getSymbolAtLocation(name);
  return symbol !== undefined && symbol.flags & compiler.SymbolFlags.Alias
    ? checker.getAliasedSymbol(symbol)
    : symbol;
};

const symbolAt = (program: ProgramPart, node: Ts.Identifier): Ts.Symbol | undefined =>
  program.compiler.isShorthandPropertyAssignment(node.parent)
    ? program.checker.getShorthandAssignmentValueSymbol(node.parent)
    : symbolNamed(program, node);

/** In `const { label } = row`, the name is also the property. */
const taken = (program: ProgramPart, node: Ts.Identifier): Ts.Symbol | undefined => {
  const { parent } = node;
  if (!program.compiler.isBindingElement(parent) || parent.name !== node || parent.propertyName !== undefined)
    return undefined;
  return program.checker.getPropertyOfType(
    program.checker.getNonNullableType(program.checker.getTypeAtLocation(parent.parent)),
    node.text,
  );
};

const declares = (program: ProgramPart, symbol: Ts.Symbol | undefined, declaration: Ts.Declaration) =>
  symbol !== undefined &&
  (symbol.declarations?.includes(declaration) === true ||
    program.checker
      .getRootSymbols(symbol)
      .some((root) => root !== symbol && root.declarations?.includes(declaration) === true));

/** `import { nameOf as label }`: the declaration continues under another name. */
const otherName = (program: ProgramPart, node: Ts.Identifier): string | undefined => {
  const { parent } = node;
  return (program.compiler.isImportSpecifier(parent) || program.compiler.isExportSpecifier(parent)) &&
    parent.propertyName === node
    ? parent.name.text
    : undefined;
};

const isSpecifier = (program: ProgramPart, { parent }: Ts.Identifier): boolean =>
  program.compiler.isImportSpecifier(parent) ||
  program.compiler.isExportSpecifier(parent) ||
  program.compiler.isImportClause(parent);

/** Finds the references to a declaration in the consumer's code. */
export const createReferences = (
  compiler: Compiler,
  checker: Ts.TypeChecker,
  files: readonly Ts.SourceFile[],
) => {
  const program = { compiler, checker };
  const indexes = new Map<Ts.SourceFile, Names>();
  const indexOf = (file: Ts.SourceFile): Names => {
    const names = indexes.get(file) ?? namesIn(compiler, file);
    indexes.set(file, names);
    return names;
  };

  const named = (name: string, where: readonly Ts.SourceFile[]): readonly Ts.Identifier[] =>
    where.flatMap((file) => (file.text.includes(name) ? (indexOf(file).get(name) ?? []) : []));

  return {
    /** References to a declaration's symbol, without its own declarations. */
    to: (declaration: Ts.NamedDeclaration) => {
      const { name } = declaration;
      if (name === undefined || !(compiler.isIdentifier(name) || compiler.isStringLiteralLike(name)))
        return [];
      const where = isLocal(compiler, declaration) ? [declaration.getSourceFile()] : files;
      const names = new Set([name.text]);
      // Iteration of a set includes entries added meanwhile.
      for (const one of names)
        for (const node of named(one, where)) {
          const other = otherName(program, node);
          if (other !== undefined) names.add(other);
        }
      return [...names]
        .flatMap((one) => named(one, where))
        .filter(
          (node) =>
            node !== name &&
            !isSpecifier(program, node) &&
            (declares(program, symbolAt(program, node), declaration) ||
              declares(program, taken(program, node), declaration)),
        );
    },
  };
};

export type References = ReturnType<typeof createReferences>;
