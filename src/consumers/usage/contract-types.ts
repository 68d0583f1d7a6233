import type * as Ts from "typescript";
import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import { childPointer } from "../../core/formats/json-pointer.ts";
import type { Compiler } from "./load-compiler.ts";
import { interfaceOfPaths } from "./which-interface.ts";
import { findFlatCopies } from "./flat-copies.ts";
import { type Location, locationIn, partsOf } from "./use.ts";

/** A file generated from one of our OpenAPI documents, with any path and name. */
interface ContractFile {
  readonly interface: BuiltinInterface;
  /** Pointers to operations, by their ids in the file. */
  readonly operations: ReadonlyMap<string, string>;
}

type Members = ReadonlyMap<string, Ts.TypeElement>;

/** One step from a declaration towards the top of its file. */
type Step = { readonly name: string } | "items" | "additionalProperties";

const isArrayName = (name: string): boolean => name === "Array" || name === "ReadonlyArray";

const schemaPointer = (base: string, steps: readonly Step[]): string =>
  steps.reduce<string>(
    (pointer, step) =>
      typeof step === "string" ? childPointer(pointer, step) : childPointer(pointer, "properties", step.name),
    base,
  );

const isNamed = (step: Step | undefined): step is { readonly name: string } =>
  step !== undefined && typeof step !== "string";

/** The pointer into a response or request body: headers, and a schema for each media type. */
const messagePointer = (base: string, steps: readonly Step[]): string => {
  const [kind, name, ...rest] = steps;
  if (!isNamed(kind)) return base;
  const at = childPointer(base, kind.name);
  if (!isNamed(name)) return at;
  const named = childPointer(at, name.name);
  return schemaPointer(kind.name === "content" ? childPointer(named, "schema") : named, rest);
};

const parameterPointer = (base: string, steps: readonly Step[]): string => {
  const [first, name, ...rest] = steps;
  if (!isNamed(first)) return base;
  const at = childPointer(base, first.name);
  return isNamed(name) ? schemaPointer(childPointer(at, name.name), rest) : at;
};

const operationPointer = (base: string, steps: readonly Step[]): string => {
  const [part, ...rest] = steps;
  if (!isNamed(part)) return base;
  const at = childPointer(base, part.name);
  if (part.name === "parameters") return parameterPointer(at, rest);
  if (part.name === "requestBody") return messagePointer(at, rest);
  const [status, ...inner] = rest;
  return isNamed(status) ? messagePointer(childPointer(at, status.name), inner) : at;
};

const componentPointer = (steps: readonly Step[]): string => {
  const [section, name, ...rest] = steps;
  if (!isNamed(section)) return "/components";
  const at = childPointer("/components", section.name);
  if (!isNamed(name)) return at;
  const named = childPointer(at, name.name);
  if (section.name === "responses" || section.name === "requestBodies") return messagePointer(named, rest);
  return schemaPointer(named, rest);
};

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

const pathPointer = (top: string, steps: readonly Step[]): string => {
  const [path, method, ...rest] = steps;
  if (!isNamed(path)) return `/${top}`;
  const at = childPointer(`/${top}`, path.name);
  if (!isNamed(method)) return at;
  if (methods.has(method.name)) return operationPointer(childPointer(at, method.name), rest);
  return method.name === "parameters" ? parameterPointer(childPointer(at, "parameters"), rest) : at;
};

const pointerFrom = (file: ContractFile, top: string, steps: readonly Step[]): string | undefined => {
  if (top === "components") return componentPointer(steps);
  if (top === "paths" || top === "webhooks") return pathPointer(top, steps);
  if (top !== "operations") return undefined;
  const [operation, ...rest] = steps;
  if (!isNamed(operation)) return "/paths";
  const base = file.operations.get(operation.name);
  return base === undefined ? undefined : operationPointer(base, rest);
};

/** Finds the types of our documents in a program by their content, including copies, path mappings and re-exports. */
export const findContractTypes = (compiler: Compiler, program: Ts.Program) => {
  const nameOf = (name: Ts.PropertyName): string | undefined =>
    compiler.isIdentifier(name) || compiler.isStringLiteralLike(name) || compiler.isNumericLiteral(name)
      ? name.text
      : undefined;

  const membersOf = (node: Ts.Node | undefined): Members => {
    if (node === undefined) return new Map();
    if (!compiler.isInterfaceDeclaration(node) && !compiler.isTypeLiteralNode(node)) return new Map();
    return new Map(
      node.members.flatMap((member): [string, Ts.TypeElement][] => {
        const name = member.name === undefined ? undefined : nameOf(member.name);
        return name === undefined ? [] : [[name, member]];
      }),
    );
  };

  const typeOf = (member: Ts.TypeElement | undefined): Ts.TypeNode | undefined =>
    member !== undefined && compiler.isPropertySignature(member) ? member.type : undefined;

  /** The members of a top-level interface or type of a file. */
  const topLevel = (file: Ts.SourceFile, name: string): Members => {
    for (const statement of file.statements) {
      if (compiler.isInterfaceDeclaration(statement) && statement.name.text === name)
        return membersOf(statement);
      if (compiler.isTypeAliasDeclaration(statement) && statement.name.text === name)
        return membersOf(statement.type);
    }
    return new Map();
  };

  /** The operation that `get: operations["getContact"]` names. */
  const operationNamed = (node: Ts.TypeNode | undefined): string | undefined => {
    if (node === undefined || !compiler.isIndexedAccessTypeNode(node)) return undefined;
    const { indexType } = node;
    return compiler.isLiteralTypeNode(indexType) && compiler.isStringLiteral(indexType.literal)
      ? indexType.literal.text
      : undefined;
  };

  const recognize = (file: Ts.SourceFile): ContractFile | undefined => {
    // Excludes most files of most projects early.
    if (!file.text.includes("paths")) return undefined;
    const paths = topLevel(file, "paths");
    const name = interfaceOfPaths([...paths.keys()]);
    if (name === undefined) return undefined;
    const operations = new Map<string, string>();
    for (const [path, item] of paths)
      for (const [method, member] of membersOf(typeOf(item))) {
        const id = operationNamed(typeOf(member));
        if (id !== undefined) operations.set(id, childPointer("/paths", path, method));
      }
    return { interface: name, operations };
  };

  const stepAt = (node: Ts.Node): Step | undefined => {
    if (compiler.isPropertySignature(node) || compiler.isPropertyDeclaration(node)) {
      const name = nameOf(node.name);
      return name === undefined ? undefined : { name };
    }
    if (compiler.isIndexSignatureDeclaration(node)) return "additionalProperties";
    if (compiler.isArrayTypeNode(node) || compiler.isTupleTypeNode(node)) return "items";
    if (!compiler.isTypeReferenceNode(node) || !compiler.isIdentifier(node.typeName)) return undefined;
    if (isArrayName(node.typeName.text)) return "items";
    return node.typeName.text === "Record" ? "additionalProperties" : undefined;
  };

  const stepsTo = (
    declaration: Ts.Node,
  ): { readonly node: Ts.Node; readonly top: string; readonly steps: readonly Step[] } | undefined => {
    const steps: Step[] = [];
    for (let node = declaration; !compiler.isSourceFile(node); node = node.parent) {
      if (
        compiler.isInterfaceDeclaration(node) ||
        compiler.isTypeAliasDeclaration(node) ||
        compiler.isClassDeclaration(node)
      )
        return { node, top: node.name?.text ?? "", steps: steps.toReversed() };
      const step = stepAt(node);
      if (step !== undefined) steps.push(step);
    }
    return undefined;
  };

  const checker = program.getTypeChecker();
  const found = new Map<Ts.SourceFile, ContractFile>();
  const files = program.getSourceFiles().filter((file) => !program.isSourceFileDefaultLibrary(file));
  for (const file of files) {
    const contract = recognize(file);
    if (contract !== undefined) found.set(file, contract);
  }
  const copies = findFlatCopies(
    compiler,
    checker,
    files.filter((file) => !found.has(file) && !program.isSourceFileFromExternalLibrary(file)),
  );
  const holders = new Set([...found.keys(), ...copies.files]);
  const known = new Map<Ts.Node, Location | undefined>();
  const locateCopy = (node: Ts.Node, steps: readonly Step[]): Location | undefined => {
    const copied = copies.at(node);
    if (copied === undefined) return undefined;
    const { interface: of, pointer } = partsOf(copied);
    return steps.length === 0 ? copied : copies.declared(locationIn(of, schemaPointer(pointer, steps)));
  };
  const locate = (declaration: Ts.Node): Location | undefined => {
    const source = declaration.getSourceFile();
    const path = holders.has(source) ? stepsTo(declaration) : undefined;
    if (path === undefined) return undefined;
    const file = found.get(source);
    if (file === undefined) return locateCopy(path.node, path.steps);
    const pointer = pointerFrom(file, path.top, path.steps);
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
    member: (name: BuiltinInterface, top: string, ...names: readonly string[]) => {
      const symbols = [...found].flatMap(([file, one]) => {
        const module = one.interface === name ? checker.getSymbolAtLocation(file) : undefined;
        return module === undefined
          ? []
          : checker.getExportsOfModule(module).filter((symbol) => symbol.name === top);
      });
      return names.reduce<readonly Ts.Symbol[]>(
        (parents, inner) =>
          parents.flatMap((parent) => {
            const type =
              parent.flags & compiler.SymbolFlags.Type
                ? checker.getDeclaredTypeOfSymbol(parent)
                : checker.getTypeOfSymbol(parent);
            return checker.getPropertyOfType(checker.getNonNullableType(type), inner) ?? [];
          }),
        symbols,
      );
    },
  };
};

/** The types in a program that were generated from our documents, or copied. */
export type ContractTypes = ReturnType<typeof findContractTypes>;
