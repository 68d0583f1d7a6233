import type * as Ts from "typescript";
import { anyValue, either, acceptsNothing, acceptedOnly, acceptedWithout } from "../accepting.ts";
import type { Followed } from "../flow.ts";
import type { ShapeStep } from "../shapes.ts";
import { below, type Location } from "../use.ts";
import type { Analysis } from "./analysis.ts";

/** A property of an object of the contract. */
interface Property {
  readonly owner: Ts.Type;
  readonly locations: readonly Location[];
  readonly type: Ts.Type;
}

/** Records what an expression, a pattern or a loop reads. */
export const visitReads = ({ compiler, checker, shapes, questions, flow, uses }: Analysis) => {
  /** Records a read of the value at these locations and of its items. */
  const read = (
    { owner, locations, type }: Property,
    node: Ts.Node,
    follow: (path: readonly ShapeStep[]) => Followed,
  ): void => {
    if (locations.length === 0) return;
    const add = (
      at: readonly Location[],
      { accepts, values }: Followed,
      listed: Ts.Type | undefined,
    ): void => {
      uses.addComposed("read", owner, at, node, { accepts: acceptedWithout(accepts, acceptedOnly("gone")) });
      if (values.length > 0)
        uses.addComposed("compare", owner, at, node, {
          values: questions.listed(values, listed),
        });
    };
    add(locations, follow([]), type);
    const item = shapes.itemOf(type);
    if (item === undefined) return;
    add(
      locations.map((location) => below(location, "items")),
      follow(["item"]),
      item,
    );
  };

  /** A property that an open model does not list. */
  const readOther = (
    owner: Ts.Type,
    name: string | undefined,
    node: Ts.Node,
    follow: (path: readonly ShapeStep[]) => Followed,
  ): void => {
    if (owner.getStringIndexType() === undefined || !shapes.involves(owner)) return;
    const models = shapes.modelsOf(owner);
    if (models.length === 0) return;
    const accepts = acceptedWithout(follow([]).accepts, acceptedOnly("gone"));
    uses.add(
      "read",
      models.map((model) => below(model, "additionalProperties")),
      node,
      { accepts },
    );
    if (name !== undefined)
      uses.add(
        "read",
        models.map((model) => below(model, "properties", name)),
        node,
        { accepts: either(accepts, acceptedOnly("gone")) },
      );
  };

  const isWritten = (node: Ts.Expression): Ts.Expression | undefined => {
    const { parent } = node;
    return compiler.isBinaryExpression(parent) &&
      parent.left === node &&
      parent.operatorToken.kind === compiler.SyntaxKind.EqualsToken
      ? parent.right
      : undefined;
  };

  const byAccess = (
    node: Ts.PropertyAccessExpression | Ts.ElementAccessExpression,
    named: Ts.Node,
    name: string,
  ): void => {
    const symbol = checker.getSymbolAtLocation(named);
    const locations = shapes.locationsOf(symbol);
    const written = isWritten(node);
    if (written !== undefined) {
      uses.add(
        "send",
        locations,
        node,
        questions.sent(checker.getTypeAtLocation(written), shapes.typeOf(symbol)),
      );
      return;
    }
    const follow = (path: readonly ShapeStep[]): Followed => flow.follow(node, path, shapes.readBy(node));
    const owner = checker.getNonNullableType(checker.getTypeAtLocation(node.expression));
    read({ owner, locations, type: shapes.typeOf(symbol) }, node, follow);
    // The compiler knows it as a property of something else.
    if (locations.length > 0 || (symbol?.declarations?.length ?? 0) > 0) return;
    if (checker.getPropertyOfType(owner, name) === undefined) readOther(owner, name, node, follow);
  };

  const byIndex = (node: Ts.ElementAccessExpression): void => {
    const owner = checker.getNonNullableType(checker.getTypeAtLocation(node.expression));
    if (shapes.itemOf(owner) !== undefined || !shapes.involves(owner)) return;
    readOther(owner, undefined, node, (path) => flow.follow(node, path));
    if (checker.getPropertiesOfType(owner).some((one) => shapes.locationsOf(one).length > 0))
      uses.addWhole(owner, node);
  };

  const byBinding = (element: Ts.BindingElement): void => {
    const pattern = element.parent;
    if (!compiler.isObjectBindingPattern(pattern) || element.dotDotDotToken !== undefined) return;
    const owner = checker.getNonNullableType(checker.getTypeAtLocation(pattern));
    const taken = element.propertyName ?? element.name;
    if (!compiler.isIdentifier(taken) && !compiler.isStringLiteralLike(taken))
      return uses.addWhole(owner, element);
    const property = checker.getPropertyOfType(owner, taken.text);
    const follow = (path: readonly ShapeStep[]): Followed =>
      flow.followInto(element, path, shapes.readBy(element));
    if (property === undefined) return readOther(owner, taken.text, element, follow);
    const locations = shapes.locationsOf(property);
    read({ owner, locations, type: checker.getTypeOfSymbol(property) }, element, follow);
  };

  const byKeys = (node: Ts.Expression): void => {
    const type = checker.getTypeAtLocation(node);
    if (shapes.involves(type)) uses.addWhole(type, node);
  };

  const byIn = (node: Ts.BinaryExpression): void => {
    const owner = checker.getTypeAtLocation(node.right);
    if (!shapes.involves(owner)) return;
    if (!compiler.isStringLiteralLike(node.left)) return uses.addWhole(owner, node);
    const property = shapes.propertyOf(owner, node.left.text);
    uses.addComposed("read", owner, shapes.locationsOf(property), node, {
      accepts: property === undefined ? acceptsNothing : anyValue,
    });
  };

  return (node: Ts.Node): void => {
    if (compiler.isPropertyAccessExpression(node)) byAccess(node, node.name, node.name.text);
    else if (compiler.isElementAccessExpression(node)) {
      const argument = node.argumentExpression;
      if (compiler.isStringLiteralLike(argument)) byAccess(node, argument, argument.text);
      else byIndex(node);
    } else if (compiler.isBindingElement(node)) byBinding(node);
    else if (compiler.isForInStatement(node)) byKeys(node.expression);
    else if (compiler.isJsxSpreadAttribute(node)) byKeys(node.expression);
    else if (compiler.isBinaryExpression(node) && node.operatorToken.kind === compiler.SyntaxKind.InKeyword)
      byIn(node);
  };
};
