import type * as Ts from "typescript";
import { anyValue, acceptsNothing } from "../accepting.ts";
import type { Followed } from "../flow.ts";
import type { ShapeStep } from "../shapes.ts";
import type { Analysis } from "./analysis.ts";
import { addRead, addUnlistedRead } from "./property-reads.ts";

type Access = Ts.PropertyAccessExpression | Ts.ElementAccessExpression;

/** What is assigned to an expression. */
const writtenTo = ({ compiler }: Analysis, node: Ts.Expression): Ts.Expression | undefined => {
  const { parent } = node;
  return compiler.isBinaryExpression(parent) &&
    parent.left === node &&
    parent.operatorToken.kind === compiler.SyntaxKind.EqualsToken
    ? parent.right
    : undefined;
};

/** The object of which an access reads a property. */
const ownerOf = ({ checker }: Analysis, { expression }: Access): Ts.Type =>
  checker.getNonNullableType(checker.getTypeAtLocation(expression));

/** `gift.amount`, `gift["amount"]` */
const byAccess = (analysis: Analysis, node: Access, named: Ts.Node, name: string): void => {
  const { checker, shapes, questions, flow, uses } = analysis;
  const symbol = checker.getSymbolAtLocation(named);
  const locations = shapes.locationsOf(symbol);
  const written = writtenTo(analysis, node);
  if (written !== undefined) {
    const sent = questions.sent(checker.getTypeAtLocation(written), shapes.typeOf(symbol));
    uses.add("send", locations, node, sent);
    return;
  }
  const follow = (path: readonly ShapeStep[]): Followed => flow.follow(node, path, shapes.readBy(node));
  const owner = ownerOf(analysis, node);
  addRead(analysis, { owner, locations, type: shapes.typeOf(symbol) }, node, follow);
  // The compiler knows it as a property of something else.
  if (locations.length > 0 || (symbol?.declarations?.length ?? 0) > 0) return;
  if (checker.getPropertyOfType(owner, name) === undefined)
    addUnlistedRead(analysis, owner, name, node, follow);
};

/** `gift[name]` */
const byIndex = (analysis: Analysis, node: Ts.ElementAccessExpression): void => {
  const { checker, shapes, flow, uses } = analysis;
  const owner = ownerOf(analysis, node);
  if (shapes.itemOf(owner) !== undefined || !shapes.involves(owner)) return;
  addUnlistedRead(analysis, owner, undefined, node, (path) => flow.follow(node, path));
  if (checker.getPropertiesOfType(owner).some((one) => shapes.locationsOf(one).length > 0))
    uses.addWhole(owner, node);
};

/** `const { amount } = gift` */
const byBinding = (analysis: Analysis, element: Ts.BindingElement): void => {
  const { compiler, checker, shapes, flow, uses } = analysis;
  const pattern = element.parent;
  if (!compiler.isObjectBindingPattern(pattern) || element.dotDotDotToken !== undefined) return;
  const owner = checker.getNonNullableType(checker.getTypeAtLocation(pattern));
  const taken = element.propertyName ?? element.name;
  if (!compiler.isIdentifier(taken) && !compiler.isStringLiteralLike(taken))
    return uses.addWhole(owner, element);
  const property = checker.getPropertyOfType(owner, taken.text);
  const follow = (path: readonly ShapeStep[]): Followed =>
    flow.followInto(element, path, shapes.readBy(element));
  if (property === undefined) return addUnlistedRead(analysis, owner, taken.text, element, follow);
  const locations = shapes.locationsOf(property);
  addRead(analysis, { owner, locations, type: checker.getTypeOfSymbol(property) }, element, follow);
};

/** `for (const name in gift)`, `<Gift {...gift} />` */
const byKeys = ({ checker, shapes, uses }: Analysis, node: Ts.Expression): void => {
  const type = checker.getTypeAtLocation(node);
  if (shapes.involves(type)) uses.addWhole(type, node);
};

/** `"amount" in gift` */
const byIn = ({ compiler, checker, shapes, uses }: Analysis, node: Ts.BinaryExpression): void => {
  const owner = checker.getTypeAtLocation(node.right);
  if (!shapes.involves(owner)) return;
  if (!compiler.isStringLiteralLike(node.left)) return uses.addWhole(owner, node);
  const property = shapes.propertyOf(owner, node.left.text);
  uses.addComposed("read", owner, shapes.locationsOf(property), node, {
    accepts: property === undefined ? acceptsNothing : anyValue,
  });
};

/** Records what an expression, a pattern or a loop reads. */
export const visitReads = (analysis: Analysis) => {
  const { compiler } = analysis;
  return (node: Ts.Node): void => {
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
};
