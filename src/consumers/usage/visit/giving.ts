import type * as Ts from "typescript";
import type { Compiler } from "../load-compiler.ts";
import type { Analysis } from "./analysis.ts";
import { giveLiteral } from "./given-literals.ts";
import { giveToGeneric } from "./given-to-generics.ts";

const isBare = (compiler: Compiler, node: Ts.Node): node is Ts.ParenthesizedExpression =>
  compiler.isParenthesizedExpression(node) && compiler.getJSDocType(node) === undefined;

/** An expression with the parentheses around it, except those that give it a type. */
const withParentheses = (compiler: Compiler, node: Ts.Expression): Ts.Expression =>
  isBare(compiler, node.parent) ? withParentheses(compiler, node.parent) : node;

const isPlain = (compiler: Compiler, node: Ts.Expression): boolean =>
  compiler.isLiteralExpression(node) || compiler.isTemplateExpression(node);

/** Items are given individually, except spread ones. */
const giveList = (
  { compiler, checker, relate }: Analysis,
  node: Ts.ArrayLiteralExpression,
  target: Ts.Type,
): void => {
  if (node.elements.some((element) => compiler.isSpreadElement(element)))
    relate(checker.getTypeAtLocation(node), target, node);
};

/** `outer` is the node with the parentheses around it. */
const give = (analysis: Analysis, node: Ts.Expression, outer: Ts.Expression): void => {
  const { compiler, checker, relate } = analysis;
  if (isPlain(compiler, node) || isBare(compiler, node)) return;
  const { parent } = outer;
  if (compiler.isCallOrNewExpression(parent)) giveToGeneric(analysis, node, outer, parent);
  const target = checker.getContextualType(node);
  if (target === undefined) return;
  if (compiler.isObjectLiteralExpression(node)) return giveLiteral(analysis, node, target);
  if (compiler.isArrayLiteralExpression(node)) return giveList(analysis, node, target);
  relate(checker.getTypeAtLocation(node), target, node);
};

/** `{ amount }` */
const giveShorthand = ({ checker, shapes, relate }: Analysis, node: Ts.ShorthandPropertyAssignment): void => {
  const target = checker.getContextualType(node.parent);
  const wanted = target && shapes.propertyOf(target, node.name.text);
  if (wanted !== undefined)
    relate(checker.getTypeAtLocation(node.name), checker.getTypeOfSymbol(wanted), node);
};

/** Records what is given where something of another type is wanted. */
export const visitGiving = (analysis: Analysis) => {
  const { compiler, flow } = analysis;
  return (node: Ts.Node): void => {
    if (compiler.isExpression(node)) {
      const outer = withParentheses(compiler, node);
      if (flow.isGiven(outer, outer.parent)) give(analysis, node, outer);
    }
    if (compiler.isShorthandPropertyAssignment(node)) giveShorthand(analysis, node);
  };
};
