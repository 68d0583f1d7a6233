import type * as Ts from "typescript";
import type { Compiler } from "./load-compiler.ts";
import type { ShapeStep } from "./shapes.ts";

/** Whether a written type mentions one of these names. */
export const mentions = (
  compiler: Compiler,
  node: Ts.Node | undefined,
  names: ReadonlySet<string>,
): boolean => {
  if (node === undefined) return false;
  if (compiler.isIdentifier(node) && names.has(node.text)) return true;
  return compiler.forEachChild(node, (inner) => mentions(compiler, inner, names) || undefined) === true;
};

const stepOf: Readonly<Record<string, ShapeStep>> = {
  Array: "item",
  ReadonlyArray: "item",
  Promise: "awaited",
  PromiseLike: "awaited",
};

/**
 * The path from a written type to a type parameter in it: `Promise<U[]>` leads to `U` through the awaited value and its
 * items. Undefined if the parameter is elsewhere or missing.
 */
export const wayTo = (
  compiler: Compiler,
  node: Ts.TypeNode | undefined,
  names: ReadonlySet<string>,
): readonly ShapeStep[] | undefined => {
  if (node === undefined) return undefined;
  const within = (inner: Ts.TypeNode | undefined, step: ShapeStep): readonly ShapeStep[] | undefined => {
    const way = wayTo(compiler, inner, names);
    return way === undefined ? undefined : [step, ...way];
  };
  if (compiler.isParenthesizedTypeNode(node)) return wayTo(compiler, node.type, names);
  if (compiler.isTypeOperatorNode(node) && node.operator === compiler.SyntaxKind.ReadonlyKeyword)
    return wayTo(compiler, node.type, names);
  if (compiler.isArrayTypeNode(node)) return within(node.elementType, "item");
  if (compiler.isUnionTypeNode(node))
    return node.types.map((type) => wayTo(compiler, type, names)).find((way) => way !== undefined);
  if (!compiler.isTypeReferenceNode(node) || !compiler.isIdentifier(node.typeName)) return undefined;
  const { text } = node.typeName;
  if (names.has(text)) return [];
  const step = stepOf[text];
  return step === undefined ? undefined : within(node.typeArguments?.[0], step);
};

/** Parameters that receive arguments of a call: not `this`. */
export const receivingParameters = ({
  parameters,
}: Ts.SignatureDeclaration): readonly Ts.ParameterDeclaration[] =>
  parameters.filter(({ name }) => !("text" in name && name.text === "this"));

export const typeParametersOf = (declaration: Ts.Node): ReadonlySet<string> => {
  const { typeParameters = [] } = declaration as { typeParameters?: readonly Ts.TypeParameterDeclaration[] };
  return new Set(typeParameters.map(({ name }) => name.text));
};
