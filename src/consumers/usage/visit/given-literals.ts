import type * as Ts from "typescript";
import { below, type Location } from "../use.ts";
import type { Analysis } from "./analysis.ts";

/** The items of a list that is sent, and of lists in it. */
const sendItems = (
  analysis: Analysis,
  list: Ts.ArrayLiteralExpression,
  locations: readonly Location[],
): void => {
  const { compiler, checker, questions, uses } = analysis;
  const items = locations.map((location) => below(location, "items"));
  for (const element of list.elements) {
    const wanted = checker.getContextualType(element);
    if (wanted === undefined || compiler.isSpreadElement(element)) continue;
    uses.add("send", items, element, questions.sent(checker.getTypeAtLocation(element), wanted));
    if (compiler.isArrayLiteralExpression(element)) sendItems(analysis, element, items);
  }
};

const sendMember = (
  analysis: Analysis,
  property: Ts.ObjectLiteralElementLike,
  name: Ts.PropertyName,
  target: Ts.Type,
): void => {
  const { compiler, checker, shapes, questions, uses } = analysis;
  if (!compiler.isIdentifier(name) && !compiler.isStringLiteralLike(name)) return;
  const wanted = shapes.propertyOf(target, name.text);
  const locations = shapes.locationsOf(wanted);
  if (locations.length === 0) return;
  const value = compiler.isPropertyAssignment(property) ? property.initializer : name;
  const type = checker.getTypeAtLocation(value);
  // What goes back into its own property changes with it.
  if (shapes.readBy(value) === undefined || shapes.readBy(value) !== shapes.declared(target, name.text))
    uses.add("send", locations, property, questions.sent(type, shapes.typeOf(wanted)));
  if (compiler.isArrayLiteralExpression(value)) sendItems(analysis, value, locations);
};

/** Records what an object literal builds, and what its members send. */
export const giveLiteral = (analysis: Analysis, node: Ts.ObjectLiteralExpression, target: Ts.Type): void => {
  const { compiler, checker, shapes, relate, uses } = analysis;
  const source = checker.getTypeAtLocation(node);
  if (shapes.involves(target) && source !== target) uses.addBuild(source, shapes.modelsOf(target), node);
  for (const property of node.properties) {
    if (compiler.isSpreadAssignment(property))
      relate(checker.getTypeAtLocation(property.expression), target, property);
    else if (property.name !== undefined) sendMember(analysis, property, property.name, target);
  }
};
