import type * as Ts from "typescript";
import { mentions, typeParametersOf } from "../generic-parts.ts";
import type { Compiler } from "../load-compiler.ts";
import type { Analysis } from "./analysis.ts";

/** Whether a signature depends on the keys of its type parameters. */
const looksAtKeys = (compiler: Compiler, node: Ts.Node, names: ReadonlySet<string>): boolean => {
  if (compiler.isBlock(node)) return false;
  if (
    compiler.isTypeOperatorNode(node) &&
    node.operator === compiler.SyntaxKind.KeyOfKeyword &&
    mentions(compiler, node.type, names)
  )
    return true;
  if (compiler.isMappedTypeNode(node)) return true;
  return compiler.forEachChild(node, (inner) => looksAtKeys(compiler, inner, names) || undefined) === true;
};

/** Records what a generic function takes of its argument: `pick(contact, "name")`. */
export const giveToGeneric = (
  { compiler, checker, shapes, relate, uses }: Analysis,
  node: Ts.Expression,
  outer: Ts.Expression,
  call: Ts.CallExpression | Ts.NewExpression,
): void => {
  const type = checker.getTypeAtLocation(node);
  if (!shapes.involves(type)) return;
  const declaration = shapes.signatureOf(call);
  if (declaration === undefined) return;
  const names = typeParametersOf(declaration);
  const index = Math.min(call.arguments?.indexOf(outer) ?? 0, declaration.parameters.length - 1);
  if (names.size === 0 || !mentions(compiler, declaration.parameters[index]?.type, names)) return;
  for (const { constraint } of declaration.typeParameters ?? [])
    if (constraint !== undefined && mentions(compiler, declaration.parameters[index]?.type, names))
      relate(type, checker.getTypeFromTypeNode(constraint), node);
  if (looksAtKeys(compiler, declaration, names)) uses.addWhole(type, node);
};
