import type * as Ts from "typescript";
import { mentions, typeParametersOf } from "../generic-parts.ts";
import { below, type Location } from "../use.ts";
import type { Analysis } from "./analysis.ts";

/** Records what is given where something of another type is wanted. */
export const visitGiving = ({ compiler, checker, shapes, questions, flow, relate, uses }: Analysis) => {
  const isBare = (node: Ts.Node): node is Ts.ParenthesizedExpression =>
    compiler.isParenthesizedExpression(node) && compiler.getJSDocType(node) === undefined;

  /** An expression with the parentheses around it, except those that give it a type. */
  const withParentheses = (node: Ts.Expression): Ts.Expression =>
    isBare(node.parent) ? withParentheses(node.parent) : node;

  const isPlain = (node: Ts.Expression): boolean =>
    compiler.isLiteralExpression(node) || compiler.isTemplateExpression(node);

  /** `outer` is the node with the parentheses around it. */
  const byGiving = (node: Ts.Expression, outer: Ts.Expression): void => {
    if (isPlain(node) || isBare(node)) return;
    const { parent } = outer;
    if (compiler.isCallOrNewExpression(parent)) byGeneric(node, outer, parent);
    const target = checker.getContextualType(node);
    if (target === undefined) return;
    if (compiler.isObjectLiteralExpression(node)) return byLiteral(node, target);
    if (compiler.isArrayLiteralExpression(node)) return byList(node, target);
    relate(checker.getTypeAtLocation(node), target, node);
  };

  /** Items are given individually, except spread ones. */
  const byList = (node: Ts.ArrayLiteralExpression, target: Ts.Type): void => {
    if (node.elements.some((element) => compiler.isSpreadElement(element)))
      relate(checker.getTypeAtLocation(node), target, node);
  };

  const byLiteral = (node: Ts.ObjectLiteralExpression, target: Ts.Type): void => {
    const source = checker.getTypeAtLocation(node);
    if (shapes.involves(target) && source !== target) uses.addBuild(source, shapes.modelsOf(target), node);
    for (const property of node.properties) {
      if (compiler.isSpreadAssignment(property))
        relate(checker.getTypeAtLocation(property.expression), target, property);
      else if (property.name !== undefined) byMember(property, property.name, target);
    }
  };

  const byMember = (property: Ts.ObjectLiteralElementLike, name: Ts.PropertyName, target: Ts.Type): void => {
    if (!compiler.isIdentifier(name) && !compiler.isStringLiteralLike(name)) return;
    const wanted = shapes.propertyOf(target, name.text);
    const locations = shapes.locationsOf(wanted);
    if (locations.length === 0) return;
    const value = compiler.isPropertyAssignment(property) ? property.initializer : name;
    const type = checker.getTypeAtLocation(value);
    // What goes back into its own property changes with it.
    if (shapes.readBy(value) === undefined || shapes.readBy(value) !== shapes.declared(target, name.text))
      uses.add("send", locations, property, questions.sent(type, shapes.typeOf(wanted)));
    if (compiler.isArrayLiteralExpression(value)) sendItems(value, locations);
  };

  const sendItems = (list: Ts.ArrayLiteralExpression, locations: readonly Location[]): void => {
    const items = locations.map((location) => below(location, "items"));
    for (const element of list.elements) {
      const wanted = checker.getContextualType(element);
      if (wanted === undefined || compiler.isSpreadElement(element)) continue;
      uses.add("send", items, element, questions.sent(checker.getTypeAtLocation(element), wanted));
      if (compiler.isArrayLiteralExpression(element)) sendItems(element, items);
    }
  };

  /** A generic function that accesses properties of its argument: `pick(contact, "name")`. */
  const byGeneric = (
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
    if (looksAtKeys(declaration, names)) uses.addWhole(type, node);
  };

  const looksAtKeys = (node: Ts.Node, names: ReadonlySet<string>): boolean => {
    if (compiler.isBlock(node)) return false;
    if (
      compiler.isTypeOperatorNode(node) &&
      node.operator === compiler.SyntaxKind.KeyOfKeyword &&
      mentions(compiler, node.type, names)
    )
      return true;
    if (compiler.isMappedTypeNode(node)) return true;
    return compiler.forEachChild(node, (inner) => looksAtKeys(inner, names) || undefined) === true;
  };

  const byShorthand = (node: Ts.ShorthandPropertyAssignment): void => {
    const target = checker.getContextualType(node.parent);
    const wanted = target && shapes.propertyOf(target, node.name.text);
    if (wanted !== undefined)
      relate(checker.getTypeAtLocation(node.name), checker.getTypeOfSymbol(wanted), node);
  };

  return (node: Ts.Node): void => {
    if (compiler.isExpression(node)) {
      const outer = withParentheses(node);
      if (flow.isGiven(outer, outer.parent)) byGiving(node, outer);
    }
    if (compiler.isShorthandPropertyAssignment(node)) byShorthand(node);
  };
};
