import type * as Ts from "typescript";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import { childPointer } from "../../core/formats/json-pointer.ts";
import { pointerFrom, schemaPointer, type TypeStep } from "./contract-pointers.ts";
import { findFlatCopies } from "./flat-copies.ts";
import type { InterfaceDocuments } from "./interface-document.ts";
import type { Compiler } from "./load-compiler.ts";
import { type Location, locationIn, partsOf } from "./use.ts";
import { interfaceOfPaths } from "./which-document.ts";

/** A file generated from the OpenAPI document of an interface, with any path and name. */
interface ContractFile {
  readonly interface: InterfaceName;
  /** Pointers to operations, by their ids in the file. */
  readonly operations: ReadonlyMap<string, string>;
}

type Members = ReadonlyMap<string, Ts.TypeElement>;

const isArrayName = (name: string): boolean => name === "Array" || name === "ReadonlyArray";

const nameOf = (compiler: Compiler, name: Ts.PropertyName): string | undefined =>
  compiler.isIdentifier(name) || compiler.isStringLiteralLike(name) || compiler.isNumericLiteral(name)
    ? name.text
    : undefined;

const membersOf = (compiler: Compiler, node: Ts.Node | undefined): Members => {
  if (node === undefined) return new Map();
  if (!compiler.isInterfaceDeclaration(node) && !compiler.isTypeLiteralNode(node)) return new Map();
  return new Map(
    node.members.flatMap((member): [string, Ts.TypeElement][] => {
      const name = member.name === undefined ? undefined : nameOf(compiler, member.name);
      return name === undefined ? [] : [[name, member]];
    }),
  );
};

const typeOf = (compiler: Compiler, member: Ts.TypeElement | undefined): Ts.TypeNode | undefined =>
  member !== undefined && compiler.isPropertySignature(member) ? member.type : undefined;

/** The members of a top-level interface or type of a file. */
const topLevel = (compiler: Compiler, file: Ts.SourceFile, name: string): Members => {
  for (const statement of file.statements) {
    if (compiler.isInterfaceDeclaration(statement) && statement.name.text === name)
      return membersOf(compiler, statement);
    if (compiler.isTypeAliasDeclaration(statement) && statement.name.text === name)
      return membersOf(compiler, statement.type);
  }
  return new Map();
};

/** The operation that `get: operations["getContact"]` names. */
const operationNamed = (compiler: Compiler, node: Ts.TypeNode | undefined): string | undefined => {
  if (node === undefined || !compiler.isIndexedAccessTypeNode(node)) return undefined;
  const { indexType } = node;
  return compiler.isLiteralTypeNode(indexType) && compiler.isStringLiteral(indexType.literal)
    ? indexType.literal.text
    : undefined;
};

const recognize = (
  compiler: Compiler,
  file: Ts.SourceFile,
  documents: InterfaceDocuments,
): ContractFile | undefined => {
  // Excludes most files of most projects early.
  if (!file.text.includes("paths")) return undefined;
  const paths = topLevel(compiler, file, "paths");
  const name = interfaceOfPaths([...paths.keys()], documents);
  if (name === undefined) return undefined;
  const operations = new Map<string, string>();
  for (const [group, items] of [
    ["/paths", paths],
    ["/webhooks", topLevel(compiler, file, "webhooks")],
  ] as const)
    for (const [path, item] of items)
      for (const [method, member] of membersOf(compiler, typeOf(compiler, item))) {
        const id = operationNamed(compiler, typeOf(compiler, member));
        if (id !== undefined) operations.set(id, childPointer(group, path, method));
      }
  return { interface: name, operations };
};

const stepAt = (compiler: Compiler, node: Ts.Node): TypeStep | undefined => {
  if (compiler.isPropertySignature(node) || compiler.isPropertyDeclaration(node)) {
    const name = nameOf(compiler, node.name);
    return name === undefined ? undefined : { name };
  }
  if (compiler.isIndexSignatureDeclaration(node)) return "additionalProperties";
  if (compiler.isArrayTypeNode(node) || compiler.isTupleTypeNode(node)) return "items";
  if (!compiler.isTypeReferenceNode(node) || !compiler.isIdentifier(node.typeName)) return undefined;
  if (isArrayName(node.typeName.text)) return "items";
  return node.typeName.text === "Record" ? "additionalProperties" : undefined;
};

/** The way to a declaration from the top of its file. */
interface Way {
  readonly node: Ts.Node;
  readonly top: string;
  readonly steps: readonly TypeStep[];
}

const wayTo = (compiler: Compiler, declaration: Ts.Node): Way | undefined => {
  const steps: TypeStep[] = [];
  for (let node = declaration; !compiler.isSourceFile(node); node = node.parent) {
    if (
      compiler.isInterfaceDeclaration(node) ||
      compiler.isTypeAliasDeclaration(node) ||
      compiler.isClassDeclaration(node)
    )
      return { node, top: node.name?.text ?? "", steps: steps.toReversed() };
    const step = stepAt(compiler, node);
    if (step !== undefined) steps.push(step);
  }
  return undefined;
};

/** The compiler's symbols below the exports of modules. */
const symbolsBelow = (
  compiler: Compiler,
  checker: Ts.TypeChecker,
  exported: readonly Ts.Symbol[],
  names: readonly string[],
): readonly Ts.Symbol[] =>
  names.reduce<readonly Ts.Symbol[]>(
    (parents, inner) =>
      parents.flatMap((parent) => {
        const type =
          parent.flags & compiler.SymbolFlags.Type
            ? checker.getDeclaredTypeOfSymbol(parent)
            : checker.getTypeOfSymbol(parent);
        return checker.getPropertyOfType(checker.getNonNullableType(type), inner) ?? [];
      }),
    exported,
  );

/** Finds the types of documents in a program by their content, including copies, path mappings and re-exports. */
export const findContractTypes = (compiler: Compiler, program: Ts.Program, documents: InterfaceDocuments) => {
  const checker = program.getTypeChecker();
  const found = new Map<Ts.SourceFile, ContractFile>();
  const files = program.getSourceFiles().filter((file) => !program.isSourceFileDefaultLibrary(file));
  for (const file of files) {
    const contract = recognize(compiler, file, documents);
    if (contract !== undefined) found.set(file, contract);
  }
  const copies = findFlatCopies(
    compiler,
    checker,
    files.filter((file) => !found.has(file) && !program.isSourceFileFromExternalLibrary(file)),
    documents,
  );
  const holders = new Set([...found.keys(), ...copies.files]);
  const known = new Map<Ts.Node, Location | undefined>();
  const locateCopy = ({ node, steps }: Way): Location | undefined => {
    const copied = copies.at(node);
    if (copied === undefined) return undefined;
    const { interface: of, pointer } = partsOf(copied);
    return steps.length === 0 ? copied : copies.declared(locationIn(of, schemaPointer(pointer, steps)));
  };
  const locate = (declaration: Ts.Node): Location | undefined => {
    const source = declaration.getSourceFile();
    const way = holders.has(source) ? wayTo(compiler, declaration) : undefined;
    if (way === undefined) return undefined;
    const file = found.get(source);
    if (file === undefined) return locateCopy(way);
    const pointer = pointerFrom(file.operations, way.top, way.steps);
    return pointer === undefined ? undefined : locationIn(file.interface, pointer);
  };
  return {
    /** Files with any of these types. */
    files: [...holders],
    /** Whether a file was generated as a whole from a document. */
    has: (file: Ts.SourceFile) => found.has(file),
    /** The location in the document of a declaration in one of these files; undefined elsewhere. */
    locationOf: (declaration: Ts.Node) => {
      if (!known.has(declaration)) known.set(declaration, locate(declaration));
      return known.get(declaration);
    },
    /** The compiler's symbols of the file's `operations`, `components` or `paths`. */
    member: (name: InterfaceName, top: string, ...names: readonly string[]) => {
      const exported = [...found].flatMap(([file, one]) => {
        const module = one.interface === name ? checker.getSymbolAtLocation(file) : undefined;
        return module === undefined
          ? []
          : checker.getExportsOfModule(module).filter((symbol) => symbol.name === top);
      });
      return symbolsBelow(compiler, checker, exported, names);
    },
  };
};

/** The types in a program that were generated from documents, or copied. */
export type ContractTypes = ReturnType<typeof findContractTypes>;
