import type * as Ts from "typescript";
import { mentions, typeParametersOf } from "../generic-parts.ts";
import { type Analysis, depend, typeOf } from "./analysis.ts";

const isBare = ({ compiler }: Analysis, node: Ts.Node): node is Ts.ParenthesizedExpression =>
  compiler.isParenthesizedExpression(node) && compiler.getJSDocType(node) === undefined;

/** What an expression is together with the parentheses around it, but for those that give it a type. */
const withParentheses = (analysis: Analysis, node: Ts.Expression): Ts.Expression =>
  isBare(analysis, node.parent) ? withParentheses(analysis, node.parent) : node;

/** Positions in which an expression is given to something that has a type of its own. */
const isGiven = (analysis: Analysis, node: Ts.Node, parent: Ts.Node): boolean =>
  ((analysis.compiler.isVariableDeclaration(parent) ||
    analysis.compiler.isParameter(parent) ||
    analysis.compiler.isPropertyDeclaration(parent)) &&
    parent.initializer === node &&
    // A pattern gives what it takes apart no type.
    (parent.type ?? analysis.compiler.getJSDocType(parent)) !== undefined) ||
  (analysis.compiler.isPropertyAssignment(parent) && parent.initializer === node) ||
  ((analysis.compiler.isCallExpression(parent) || analysis.compiler.isNewExpression(parent)) &&
    parent.expression !== node) ||
  (analysis.compiler.isArrowFunction(parent) && parent.body === node) ||
  (analysis.compiler.isBinaryExpression(parent) &&
    parent.right === node &&
    parent.operatorToken.kind === analysis.compiler.SyntaxKind.EqualsToken) ||
  analysis.compiler.isReturnStatement(parent) ||
  analysis.compiler.isArrayLiteralExpression(parent) ||
  analysis.compiler.isSatisfiesExpression(parent) ||
  analysis.compiler.isAssertionExpression(parent) ||
  analysis.compiler.isJsxExpression(parent) ||
  analysis.compiler.isYieldExpression(parent) ||
  (analysis.compiler.isParenthesizedExpression(parent) &&
    analysis.compiler.getJSDocType(parent) !== undefined);

const isPlain = ({ compiler }: Analysis, node: Ts.Expression): boolean =>
  compiler.isLiteralExpression(node) || compiler.isTemplateExpression(node);

/** `outer` is the node with the parentheses around it. */
const byGiving = (analysis: Analysis, node: Ts.Expression, outer: Ts.Expression): void => {
  if (isPlain(analysis, node) || isBare(analysis, node)) return;
  const { parent } = outer;
  if (analysis.compiler.isCallExpression(parent) || analysis.compiler.isNewExpression(parent))
    byGeneric(analysis, node, outer, parent);
  const target = analysis.checker.getContextualType(node);
  if (target === undefined) return;
  if (analysis.compiler.isObjectLiteralExpression(node)) return byLiteral(analysis, node, target);
  if (analysis.compiler.isArrayLiteralExpression(node)) return byList(analysis, node, target);
  analysis.relate(analysis.checker.getTypeAtLocation(node), target, node);
};

/** Items are given one by one, but for those that are spread. */
const byList = (analysis: Analysis, node: Ts.ArrayLiteralExpression, target: Ts.Type): void => {
  if (node.elements.some((element) => analysis.compiler.isSpreadElement(element)))
    analysis.relate(analysis.checker.getTypeAtLocation(node), target, node);
};

const build = (analysis: Analysis, node: Ts.ObjectLiteralExpression, target: Ts.Type): void => {
  const source = analysis.checker.getTypeAtLocation(node);
  if (source === target) return;
  const given = analysis.checker
    .getPropertiesOfType(source)
    .filter(({ flags }) => !(flags & analysis.compiler.SymbolFlags.Optional));
  analysis.uses.add("build", analysis.shapes.modelsOf(target), node, {
    gives: given.map(({ name }) => name),
  });
};

const byLiteral = (analysis: Analysis, node: Ts.ObjectLiteralExpression, target: Ts.Type): void => {
  if (analysis.shapes.involves(target)) build(analysis, node, target);
  for (const property of node.properties) {
    if (analysis.compiler.isSpreadAssignment(property))
      analysis.relate(analysis.checker.getTypeAtLocation(property.expression), target, property);
    else if (property.name !== undefined) byMember(analysis, property, property.name, target);
  }
};

const byMember = (
  analysis: Analysis,
  property: Ts.ObjectLiteralElementLike,
  name: Ts.PropertyName,
  target: Ts.Type,
): void => {
  if (!analysis.compiler.isIdentifier(name) && !analysis.compiler.isStringLiteralLike(name)) return;
  const wanted = analysis.checker.getPropertyOfType(analysis.checker.getNonNullableType(target), name.text);
  const locations = analysis.shapes.locationsOf(wanted);
  if (locations.length === 0) return;
  const value = analysis.compiler.isPropertyAssignment(property) ? property.initializer : name;
  const type = analysis.checker.getTypeAtLocation(value);
  analysis.uses.add("send", locations, property, analysis.questions.sent(type, typeOf(analysis, wanted)));
  if (analysis.compiler.isShorthandPropertyAssignment(property) && wanted !== undefined)
    analysis.relate(type, analysis.checker.getTypeOfSymbol(wanted), property);
};

/** A generic function that looks at the properties of what it is given: `pick(contact, "name")`. */
const byGeneric = (
  analysis: Analysis,
  node: Ts.Expression,
  outer: Ts.Expression,
  call: Ts.CallExpression | Ts.NewExpression,
): void => {
  const type = analysis.checker.getTypeAtLocation(node);
  if (!analysis.shapes.involves(type)) return;
  const declaration = analysis.checker.getResolvedSignature(call)?.declaration;
  if (declaration === undefined || analysis.compiler.isJSDocSignature(declaration)) return;
  const names = typeParametersOf(declaration);
  const index = Math.min(call.arguments?.indexOf(outer) ?? 0, declaration.parameters.length - 1);
  if (names.size === 0 || !mentions(analysis.compiler, declaration.parameters[index]?.type, names)) return;
  for (const { constraint } of declaration.typeParameters ?? [])
    if (constraint !== undefined && mentions(analysis.compiler, declaration.parameters[index]?.type, names))
      analysis.relate(type, analysis.checker.getTypeFromTypeNode(constraint), node);
  if (looksAtKeys(analysis, declaration, names)) depend(analysis, type, node);
};

const looksAtKeys = (analysis: Analysis, node: Ts.Node, names: ReadonlySet<string>): boolean => {
  if (analysis.compiler.isBlock(node)) return false;
  if (
    analysis.compiler.isTypeOperatorNode(node) &&
    node.operator === analysis.compiler.SyntaxKind.KeyOfKeyword &&
    mentions(analysis.compiler, node.type, names)
  )
    return true;
  if (analysis.compiler.isMappedTypeNode(node)) return true;
  return (
    analysis.compiler.forEachChild(node, (inner) => looksAtKeys(analysis, inner, names) || undefined) === true
  );
};

const byShorthand = (analysis: Analysis, node: Ts.ShorthandPropertyAssignment): void => {
  const target = analysis.checker.getContextualType(node.parent);
  const wanted =
    target === undefined
      ? undefined
      : analysis.checker.getPropertyOfType(analysis.checker.getNonNullableType(target), node.name.text);
  if (wanted !== undefined)
    analysis.relate(
      analysis.checker.getTypeAtLocation(node.name),
      analysis.checker.getTypeOfSymbol(wanted),
      node,
    );
};

/** Takes down what is given where something of another type is wanted. */
export const visitGiving = (analysis: Analysis, node: Ts.Node): void => {
  const { compiler } = analysis;
  if (compiler.isExpression(node)) {
    const outer = withParentheses(analysis, node);
    if (isGiven(analysis, outer, outer.parent)) byGiving(analysis, node, outer);
  }
  if (compiler.isShorthandPropertyAssignment(node)) byShorthand(analysis, node);
};
