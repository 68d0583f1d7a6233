import type * as Ts from "typescript";
import { type Accepted, anyValue, both, everything, acceptsNothing, nullish } from "../accepting.ts";
import { below, type Location } from "../use.ts";
import type { Analysis } from "./analysis.ts";

/** Records what the consumer's own types take from the contract. */
export const visitTypes = ({ compiler, checker, shapes, flow, uses }: Analysis) => {
  const literalsIn = (node: Ts.TypeNode): readonly (Ts.StringLiteral | Ts.NumericLiteral)[] => {
    if (compiler.isUnionTypeNode(node)) return node.types.flatMap((one) => literalsIn(one));
    if (!compiler.isLiteralTypeNode(node)) return [];
    return compiler.isStringLiteral(node.literal) || compiler.isNumericLiteral(node.literal)
      ? [node.literal]
      : [];
  };

  const propertyOf = (type: Ts.Type, name: string): readonly Location[] =>
    shapes.locationsOf(shapes.propertyOf(type, name));

  /** `Contact["name"]`: whatever has this type changes with it. */
  const byIndexedAccess = (node: Ts.IndexedAccessTypeNode): void => {
    const owner = checker.getTypeFromTypeNode(node.objectType);
    for (const literal of literalsIn(node.indexType)) {
      const locations = propertyOf(owner, literal.text);
      if (locations.length > 0)
        uses.addComposed("name", owner, locations, literal, { accepts: acceptedBy(node) });
    }
  };

  const acceptedBy = (node: Ts.TypeNode): Accepted => {
    const { parent } = node;
    if (compiler.isTypeReferenceNode(parent) && parent.typeName.getText() === "NonNullable") return nullish;
    const isDeclared = compiler.isParameter(parent) || compiler.isVariableDeclaration(parent);
    if (!isDeclared || parent.type !== node) return acceptsNothing;
    return both(flow.followNamed(parent).accepts, nullish);
  };

  const keysOf = (type: Ts.Type, node: Ts.Node): void => {
    if (shapes.involves(type)) uses.addModels("keys", type, node);
  };

  const calculates = (node: Ts.Node): boolean =>
    compiler.isMappedTypeNode(node) ||
    compiler.isConditionalTypeNode(node) ||
    (compiler.isTypeOperatorNode(node) && node.operator === compiler.SyntaxKind.KeyOfKeyword) ||
    compiler.forEachChild(node, (inner) => calculates(inner) || undefined) === true;

  /** Whether a generic type of the consumer is computed from its arguments. */
  const isCalculated = (name: Ts.Node): boolean => {
    const symbol = checker.getSymbolAtLocation(name);
    const target =
      symbol !== undefined && symbol.flags & compiler.SymbolFlags.Alias
        ? checker.getAliasedSymbol(symbol)
        : symbol;
    return (target?.declarations ?? []).some(
      (declaration) => !declaration.getSourceFile().isDeclarationFile && calculates(declaration),
    );
  };

  const byArguments = (name: Ts.Node, given: readonly Ts.TypeNode[]): void => {
    const types = given.map((one) => checker.getTypeFromTypeNode(one));
    const models = types.filter((type) => shapes.involves(type));
    if (models.length === 0) return;
    for (const literal of given.flatMap((one) => literalsIn(one)))
      for (const type of models)
        // `Pick<Contact, "name">` needs the property, `Omit` does not.
        uses.addComposed("read", type, propertyOf(type, literal.text), literal, {
          accepts: name.getText() === "Omit" ? everything : anyValue,
        });
    if (!isCalculated(name)) return;
    for (const type of models) uses.addWhole(type, name);
  };

  /** `interface Row extends Contact { tags: string[] }`: no property of that name may be added or change. */
  const byHeritage = (node: Ts.ExpressionWithTypeArguments): void => {
    const owner = node.parent.parent;
    if (!compiler.isInterfaceDeclaration(owner) && !compiler.isClassLike(owner)) return;
    const models = shapes.modelsOf(checker.getTypeAtLocation(node));
    for (const member of owner.members) {
      const { name } = member;
      if (name === undefined || !compiler.isIdentifier(name)) continue;
      uses.add(
        "read",
        models.map((model) => below(model, "properties", name.text)),
        member,
      );
    }
    if (compiler.isClassLike(owner)) uses.add("build", models, node, { gives: [] });
  };

  return (node: Ts.Node): void => {
    if (compiler.isIndexedAccessTypeNode(node)) byIndexedAccess(node);
    else if (compiler.isTypeOperatorNode(node) && node.operator === compiler.SyntaxKind.KeyOfKeyword)
      keysOf(checker.getTypeFromTypeNode(node.type), node);
    else if (compiler.isTypeReferenceNode(node) && node.typeArguments !== undefined)
      byArguments(node.typeName, node.typeArguments);
    else if (compiler.isExpressionWithTypeArguments(node)) byHeritage(node);
  };
};
