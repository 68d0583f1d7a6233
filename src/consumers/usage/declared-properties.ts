import type * as Ts from "typescript";
import type { Compiler } from "./load-compiler.ts";
import type { ProgramPart } from "./references.ts";

/** `{ [P in K]: T[P] }`, and the answer types of openapi-typescript's own clients. */
const keepsTypes = (compiler: Compiler, type: Ts.Type): boolean =>
  (type.symbol?.declarations ?? []).some(
    (node) =>
      compiler.isMappedTypeNode(node) &&
      (node.nameType === undefined || /\$(?:Read|Write)\b/.test(node.nameType.getText())) &&
      node.questionToken?.kind !== compiler.SyntaxKind.MinusToken &&
      /^(?:(?:Read|Writ)able<)?\w+\[(\w+)\]>?$/.exec(node.type?.getText() ?? "")?.[1] ===
        node.typeParameter.name.text,
  );

/** The declared property of a type, if the type has it unchanged: `Pick` does, others may not. */
export const declaredProperty = (
  { compiler, checker }: ProgramPart,
  type: Ts.Type,
  name: string,
): Ts.Symbol | undefined => {
  const owner = checker.getNonNullableType(type);
  const property = checker.getPropertyOfType(owner, name);
  return property !== undefined && keepsTypes(compiler, owner)
    ? checker.getRootSymbols(property)[0]
    : property;
};

/** The property from which the value of an expression or a variable is read. */
export const propertyReadBy = (program: ProgramPart, node: Ts.Node): Ts.Symbol | undefined => {
  const { compiler, checker } = program;
  if (compiler.isPropertyAccessExpression(node))
    return declaredProperty(program, checker.getTypeAtLocation(node.expression), node.name.text);
  if (compiler.isBindingElement(node)) {
    const name = node.propertyName ?? node.name;
    return node.initializer === undefined && compiler.isIdentifier(name)
      ? declaredProperty(program, checker.getTypeAtLocation(node.parent), name.text)
      : undefined;
  }
  const symbol = compiler.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  const declaration = symbol?.valueDeclaration;
  return declaration !== undefined && compiler.isBindingElement(declaration)
    ? propertyReadBy(program, declaration)
    : undefined;
};
