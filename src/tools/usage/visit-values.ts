import type * as Ts from "typescript";
import { childPointer } from "../../harness/formats/json-pointer.ts";
import { anyValue, either, nothing, only, type TypeQuestions, without } from "./accepting.ts";
import type { Uses } from "./collect-uses.ts";
import type { Declared, Flow, Followed } from "./flow.ts";
import { mentions, typeParametersOf } from "./generic-parts.ts";
import type { Relate } from "./relate.ts";
import { type Shapes, type Step, undocumented } from "./shapes.ts";
import { type Location, locationIn, partsOf } from "./use.ts";

const below = (location: Location, keyword: string): Location => {
  const { interface: name, pointer } = partsOf(location);
  return locationIn(name, childPointer(pointer, keyword));
};

/** Takes down what a consumer's expressions do with values of the contract. */
export const createValueVisitor = (
  shapes: Shapes,
  questions: TypeQuestions,
  flow: Flow,
  relate: Relate,
  uses: Uses,
): ((node: Ts.Node) => void) => {
  const { compiler, checker } = shapes;
  const { SyntaxKind } = compiler;

  /** The value at these locations is read, and so are its items. */
  const read = (
    locations: readonly Location[],
    node: Ts.Node,
    type: Ts.Type,
    follow: (path: readonly Step[]) => Followed,
  ): void => {
    if (locations.length === 0) return;
    const { accepts, values } = follow([]);
    uses.add("read", locations, node, { accepts: without(accepts, only("gone")) });
    if (values.length > 0) uses.add("compare", locations, node, { values: questions.listed(values, type) });
    if (shapes.itemOf(type) === undefined) return;
    const items = follow(["item"]);
    const at = locations.map((location) => below(location, "items"));
    uses.add("read", at, node, { accepts: without(items.accepts, only("gone")) });
    if (items.values.length > 0)
      uses.add("compare", at, node, { values: questions.listed(items.values, shapes.itemOf(type)) });
  };

  /** A property that an open model does not list. */
  const readOther = (
    owner: Ts.Type,
    name: string | undefined,
    node: Ts.Node,
    follow: (path: readonly Step[]) => Followed,
  ): void => {
    if (owner.getStringIndexType() === undefined || !shapes.involves(owner)) return;
    const models = shapes.modelsOf(owner);
    if (models.length === 0) return;
    const accepts = without(follow([]).accepts, only("gone"));
    uses.add(
      "read",
      models.map((model) => below(model, "additionalProperties")),
      node,
      { accepts },
    );
    if (name !== undefined)
      uses.add(
        "read",
        models.map((model) => undocumented(model, name)),
        node,
        { accepts: either(accepts, only("gone")) },
      );
  };

  const typeOf = (symbol: Ts.Symbol | undefined): Ts.Type =>
    symbol === undefined ? checker.getUnknownType() : checker.getTypeOfSymbol(symbol);

  const isWritten = (node: Ts.Expression): Ts.Expression | undefined => {
    const { parent } = node;
    return compiler.isBinaryExpression(parent) &&
      parent.left === node &&
      parent.operatorToken.kind === SyntaxKind.EqualsToken
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
      uses.add("send", locations, node, questions.sent(checker.getTypeAtLocation(written), typeOf(symbol)));
      return;
    }
    const follow = (path: readonly Step[]): Followed => flow.follow(node, path);
    read(locations, node, typeOf(symbol), follow);
    if (locations.length > 0) return;
    const owner = checker.getNonNullableType(checker.getTypeAtLocation(node.expression));
    if (checker.getPropertyOfType(owner, name) === undefined) readOther(owner, name, node, follow);
  };

  const byIndex = (node: Ts.ElementAccessExpression): void => {
    const owner = checker.getNonNullableType(checker.getTypeAtLocation(node.expression));
    if (shapes.itemOf(owner) !== undefined || !shapes.involves(owner)) return;
    readOther(owner, undefined, node, (path) => flow.follow(node, path));
    if (checker.getPropertiesOfType(owner).some((one) => shapes.locationsOf(one).length > 0))
      depend(owner, node);
  };

  /** Something is done with every property, whichever there are. */
  const depend = (type: Ts.Type, node: Ts.Node): void => {
    const models = shapes.modelsOf(type);
    uses.add("keys", models, node);
    uses.add("whole", models, node);
  };

  const byBinding = (element: Ts.BindingElement): void => {
    const pattern = element.parent;
    if (!compiler.isObjectBindingPattern(pattern) || element.dotDotDotToken !== undefined) return;
    const owner = checker.getNonNullableType(checker.getTypeAtLocation(pattern));
    const taken = element.propertyName ?? element.name;
    if (!compiler.isIdentifier(taken) && !compiler.isStringLiteralLike(taken)) return depend(owner, element);
    const property = checker.getPropertyOfType(owner, taken.text);
    const follow = (path: readonly Step[]): Followed => flow.followInto(element as Declared, path);
    if (property === undefined) return readOther(owner, taken.text, element, follow);
    read(shapes.locationsOf(property), element, checker.getTypeOfSymbol(property), follow);
  };

  /** Positions in which an expression is given to something that has a type of its own. */
  const isGiven = (node: Ts.Node, parent: Ts.Node): boolean =>
    ((compiler.isVariableDeclaration(parent) ||
      compiler.isParameter(parent) ||
      compiler.isPropertyDeclaration(parent)) &&
      parent.initializer === node &&
      // A pattern gives what it takes apart no type.
      (parent.type ?? compiler.getJSDocType(parent)) !== undefined) ||
    (compiler.isPropertyAssignment(parent) && parent.initializer === node) ||
    ((compiler.isCallExpression(parent) || compiler.isNewExpression(parent)) && parent.expression !== node) ||
    (compiler.isArrowFunction(parent) && parent.body === node) ||
    (compiler.isBinaryExpression(parent) &&
      parent.right === node &&
      parent.operatorToken.kind === SyntaxKind.EqualsToken) ||
    compiler.isReturnStatement(parent) ||
    compiler.isArrayLiteralExpression(parent) ||
    compiler.isSatisfiesExpression(parent) ||
    compiler.isAssertionExpression(parent) ||
    compiler.isJsxExpression(parent) ||
    compiler.isYieldExpression(parent) ||
    (compiler.isParenthesizedExpression(parent) && compiler.getJSDocType(parent) !== undefined);

  const byGiving = (node: Ts.Expression): void => {
    const { parent } = node;
    if (compiler.isCallExpression(parent) || compiler.isNewExpression(parent)) byGeneric(node, parent);
    const target = checker.getContextualType(node);
    if (target === undefined) return;
    if (compiler.isObjectLiteralExpression(node)) return byLiteral(node, target);
    relate(checker.getTypeAtLocation(node), target, node);
  };

  const byLiteral = (node: Ts.ObjectLiteralExpression, target: Ts.Type): void => {
    const source = checker.getTypeAtLocation(node);
    if (source !== target && shapes.involves(target)) {
      const models = shapes.modelsOf(target);
      const given = checker
        .getPropertiesOfType(source)
        .filter(({ flags }) => !(flags & compiler.SymbolFlags.Optional));
      uses.add("build", models, node, { gives: given.map(({ name }) => name) });
    }
    for (const property of node.properties) {
      if (compiler.isSpreadAssignment(property))
        relate(checker.getTypeAtLocation(property.expression), target, property);
      else if (property.name !== undefined) byMember(property, property.name, target);
    }
  };

  const byMember = (property: Ts.ObjectLiteralElementLike, name: Ts.PropertyName, target: Ts.Type): void => {
    if (!compiler.isIdentifier(name) && !compiler.isStringLiteralLike(name)) return;
    const wanted = checker.getPropertyOfType(checker.getNonNullableType(target), name.text);
    const locations = shapes.locationsOf(wanted);
    if (locations.length === 0) return;
    const value = compiler.isPropertyAssignment(property) ? property.initializer : name;
    const type = checker.getTypeAtLocation(value);
    uses.add("send", locations, property, questions.sent(type, typeOf(wanted)));
    if (compiler.isShorthandPropertyAssignment(property) && wanted !== undefined)
      relate(type, checker.getTypeOfSymbol(wanted), property);
  };

  /** A generic function that looks at the properties of what it is given: `pick(contact, "name")`. */
  const byGeneric = (node: Ts.Expression, call: Ts.CallExpression | Ts.NewExpression): void => {
    const type = checker.getTypeAtLocation(node);
    if (!shapes.involves(type)) return;
    const declaration = checker.getResolvedSignature(call)?.declaration;
    if (declaration === undefined || compiler.isJSDocSignature(declaration)) return;
    const names = typeParametersOf(declaration);
    const index = Math.min(call.arguments?.indexOf(node) ?? 0, declaration.parameters.length - 1);
    if (names.size === 0 || !mentions(compiler, declaration.parameters[index]?.type, names)) return;
    for (const { constraint } of declaration.typeParameters ?? [])
      if (constraint !== undefined && mentions(compiler, declaration.parameters[index]?.type, names))
        relate(type, checker.getTypeFromTypeNode(constraint), node);
    if (looksAtKeys(declaration, names)) depend(type, node);
  };

  const looksAtKeys = (node: Ts.Node, names: ReadonlySet<string>): boolean => {
    if (compiler.isBlock(node)) return false;
    if (
      compiler.isTypeOperatorNode(node) &&
      node.operator === SyntaxKind.KeyOfKeyword &&
      mentions(compiler, node.type, names)
    )
      return true;
    if (compiler.isMappedTypeNode(node)) return true;
    return compiler.forEachChild(node, (inner) => looksAtKeys(inner, names) || undefined) === true;
  };

  const byKeys = (node: Ts.Expression): void => {
    const type = checker.getTypeAtLocation(node);
    if (shapes.involves(type)) depend(type, node);
  };

  const byIn = (node: Ts.BinaryExpression): void => {
    const owner = checker.getTypeAtLocation(node.right);
    if (!shapes.involves(owner)) return;
    if (!compiler.isStringLiteralLike(node.left)) return depend(owner, node);
    const property = checker.getPropertyOfType(checker.getNonNullableType(owner), node.left.text);
    uses.add("read", shapes.locationsOf(property), node, {
      accepts: property === undefined ? nothing : anyValue,
    });
  };

  return (node) => {
    if (compiler.isPropertyAccessExpression(node)) byAccess(node, node.name, node.name.text);
    else if (compiler.isElementAccessExpression(node)) {
      const argument = node.argumentExpression;
      if (compiler.isStringLiteralLike(argument)) byAccess(node, argument, argument.text);
      else byIndex(node);
    } else if (compiler.isBindingElement(node)) byBinding(node);
    else if (compiler.isForInStatement(node)) byKeys(node.expression);
    else if (compiler.isJsxSpreadAttribute(node)) byKeys(node.expression);
    else if (compiler.isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword)
      byIn(node);
    if (compiler.isExpression(node) && isGiven(node, node.parent)) byGiving(node);
    if (compiler.isShorthandPropertyAssignment(node)) byShorthand(node);
  };

  function byShorthand(node: Ts.ShorthandPropertyAssignment): void {
    const target = checker.getContextualType(node.parent);
    const wanted =
      target === undefined
        ? undefined
        : checker.getPropertyOfType(checker.getNonNullableType(target), node.name.text);
    if (wanted !== undefined)
      relate(checker.getTypeAtLocation(node.name), checker.getTypeOfSymbol(wanted), node);
  }
};
