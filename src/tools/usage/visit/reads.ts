import type * as Ts from "typescript";
import { anyValue, either, nothing, only, without } from "../accepting.ts";
import { addComposed } from "../composed-uses.ts";
import type { Followed } from "../flow/create-flow.ts";
import { type Step, undocumented } from "../shapes.ts";
import type { Location } from "../use.ts";
import { type Analysis, below, depend, typeOf } from "./analysis.ts";

/** A property of an object of the contract. */
interface Property {
  readonly owner: Ts.Type;
  readonly locations: readonly Location[];
  readonly type: Ts.Type;
}

/** The value at these locations is read, and so are its items. */
const read = (
  analysis: Analysis,
  { owner, locations, type }: Property,
  node: Ts.Node,
  follow: (path: readonly Step[]) => Followed,
): void => {
  if (locations.length === 0) return;
  const add = (at: readonly Location[], { accepts, values }: Followed, listed: Ts.Type | undefined): void => {
    addComposed(analysis, "read", owner, at, node, { accepts: without(accepts, only("gone")) });
    if (values.length > 0)
      addComposed(analysis, "compare", owner, at, node, {
        values: analysis.questions.listed(values, listed),
      });
  };
  add(locations, follow([]), type);
  const item = analysis.shapes.itemOf(type);
  if (item === undefined) return;
  add(
    locations.map((location) => below(location, "items")),
    follow(["item"]),
    item,
  );
};

/** A property that an open model does not list. */
const readOther = (
  analysis: Analysis,
  owner: Ts.Type,
  name: string | undefined,
  node: Ts.Node,
  follow: (path: readonly Step[]) => Followed,
): void => {
  if (owner.getStringIndexType() === undefined || !analysis.shapes.involves(owner)) return;
  const models = analysis.shapes.modelsOf(owner);
  if (models.length === 0) return;
  const accepts = without(follow([]).accepts, only("gone"));
  analysis.uses.add(
    "read",
    models.map((model) => below(model, "additionalProperties")),
    node,
    { accepts },
  );
  if (name !== undefined)
    analysis.uses.add(
      "read",
      models.map((model) => undocumented(model, name)),
      node,
      { accepts: either(accepts, only("gone")) },
    );
};

const isWritten = (analysis: Analysis, node: Ts.Expression): Ts.Expression | undefined => {
  const { parent } = node;
  return analysis.compiler.isBinaryExpression(parent) &&
    parent.left === node &&
    parent.operatorToken.kind === analysis.compiler.SyntaxKind.EqualsToken
    ? parent.right
    : undefined;
};

const byAccess = (
  analysis: Analysis,
  node: Ts.PropertyAccessExpression | Ts.ElementAccessExpression,
  named: Ts.Node,
  name: string,
): void => {
  const symbol = analysis.checker.getSymbolAtLocation(named);
  const locations = analysis.shapes.locationsOf(symbol);
  const written = isWritten(analysis, node);
  if (written !== undefined) {
    analysis.uses.add(
      "send",
      locations,
      node,
      analysis.questions.sent(analysis.checker.getTypeAtLocation(written), typeOf(analysis, symbol)),
    );
    return;
  }
  const follow = (path: readonly Step[]): Followed => analysis.flow.follow(node, path);
  const owner = analysis.checker.getNonNullableType(analysis.checker.getTypeAtLocation(node.expression));
  read(analysis, { owner, locations, type: typeOf(analysis, symbol) }, node, follow);
  // What the compiler knows as a property of something else.
  if (locations.length > 0 || (symbol?.declarations?.length ?? 0) > 0) return;
  if (analysis.checker.getPropertyOfType(owner, name) === undefined)
    readOther(analysis, owner, name, node, follow);
};

const byIndex = (analysis: Analysis, node: Ts.ElementAccessExpression): void => {
  const owner = analysis.checker.getNonNullableType(analysis.checker.getTypeAtLocation(node.expression));
  if (analysis.shapes.itemOf(owner) !== undefined || !analysis.shapes.involves(owner)) return;
  readOther(analysis, owner, undefined, node, (path) => analysis.flow.follow(node, path));
  if (analysis.checker.getPropertiesOfType(owner).some((one) => analysis.shapes.locationsOf(one).length > 0))
    depend(analysis, owner, node);
};

const byBinding = (analysis: Analysis, element: Ts.BindingElement): void => {
  const pattern = element.parent;
  if (!analysis.compiler.isObjectBindingPattern(pattern) || element.dotDotDotToken !== undefined) return;
  const owner = analysis.checker.getNonNullableType(analysis.checker.getTypeAtLocation(pattern));
  const taken = element.propertyName ?? element.name;
  if (!analysis.compiler.isIdentifier(taken) && !analysis.compiler.isStringLiteralLike(taken))
    return depend(analysis, owner, element);
  const property = analysis.checker.getPropertyOfType(owner, taken.text);
  const follow = (path: readonly Step[]): Followed => analysis.flow.followInto(element, path);
  if (property === undefined) return readOther(analysis, owner, taken.text, element, follow);
  const locations = analysis.shapes.locationsOf(property);
  read(analysis, { owner, locations, type: analysis.checker.getTypeOfSymbol(property) }, element, follow);
};

const byKeys = (analysis: Analysis, node: Ts.Expression): void => {
  const type = analysis.checker.getTypeAtLocation(node);
  if (analysis.shapes.involves(type)) depend(analysis, type, node);
};

const byIn = (analysis: Analysis, node: Ts.BinaryExpression): void => {
  const owner = analysis.checker.getTypeAtLocation(node.right);
  if (!analysis.shapes.involves(owner)) return;
  if (!analysis.compiler.isStringLiteralLike(node.left)) return depend(analysis, owner, node);
  const property = analysis.checker.getPropertyOfType(
    analysis.checker.getNonNullableType(owner),
    node.left.text,
  );
  addComposed(analysis, "read", owner, analysis.shapes.locationsOf(property), node, {
    accepts: property === undefined ? nothing : anyValue,
  });
};

/** Takes down what an expression, a pattern or a loop reads. */
export const visitReads = (analysis: Analysis, node: Ts.Node): void => {
  const { compiler } = analysis;
  if (compiler.isPropertyAccessExpression(node)) byAccess(analysis, node, node.name, node.name.text);
  else if (compiler.isElementAccessExpression(node)) {
    const argument = node.argumentExpression;
    if (compiler.isStringLiteralLike(argument)) byAccess(analysis, node, argument, argument.text);
    else byIndex(analysis, node);
  } else if (compiler.isBindingElement(node)) byBinding(analysis, node);
  else if (compiler.isForInStatement(node)) byKeys(analysis, node.expression);
  else if (compiler.isJsxSpreadAttribute(node)) byKeys(analysis, node.expression);
  else if (compiler.isBinaryExpression(node) && node.operatorToken.kind === compiler.SyntaxKind.InKeyword)
    byIn(analysis, node);
};
