import type * as Ts from "typescript";
import { type Accepted, anyValue, both, everything, nothing, nullish } from "../accepting.ts";
import { addComposed, addModels } from "../composed-uses.ts";
import { undocumented } from "../shapes.ts";
import type { Location } from "../use.ts";
import { type Analysis, depend } from "./analysis.ts";

const literalsIn = (
  analysis: Analysis,
  node: Ts.TypeNode,
): readonly (Ts.StringLiteral | Ts.NumericLiteral)[] => {
  if (analysis.compiler.isUnionTypeNode(node)) return node.types.flatMap((one) => literalsIn(analysis, one));
  if (!analysis.compiler.isLiteralTypeNode(node)) return [];
  return analysis.compiler.isStringLiteral(node.literal) || analysis.compiler.isNumericLiteral(node.literal)
    ? [node.literal]
    : [];
};

const propertyOf = (analysis: Analysis, type: Ts.Type, name: string): readonly Location[] =>
  analysis.shapes.locationsOf(
    analysis.checker.getPropertyOfType(analysis.checker.getNonNullableType(type), name),
  );

/** `Contact["name"]`: whatever it is the type of changes with it. */
const byIndexedAccess = (analysis: Analysis, node: Ts.IndexedAccessTypeNode): void => {
  const owner = analysis.checker.getTypeFromTypeNode(node.objectType);
  for (const literal of literalsIn(analysis, node.indexType)) {
    const locations = propertyOf(analysis, owner, literal.text);
    if (locations.length > 0)
      addComposed(analysis, "name", owner, locations, literal, { accepts: acceptedBy(analysis, node) });
  }
};

const acceptedBy = (analysis: Analysis, node: Ts.TypeNode): Accepted => {
  const { parent } = node;
  if (analysis.compiler.isTypeReferenceNode(parent) && parent.typeName.getText() === "NonNullable")
    return nullish;
  const isDeclared = analysis.compiler.isParameter(parent) || analysis.compiler.isVariableDeclaration(parent);
  if (!isDeclared || parent.type !== node) return nothing;
  return both(analysis.flow.followNamed(parent).accepts, nullish);
};

const keysOf = (analysis: Analysis, type: Ts.Type, node: Ts.Node): void => {
  if (analysis.shapes.involves(type)) addModels(analysis, "keys", type, node);
};

const calculates = (analysis: Analysis, node: Ts.Node): boolean =>
  analysis.compiler.isMappedTypeNode(node) ||
  analysis.compiler.isConditionalTypeNode(node) ||
  (analysis.compiler.isTypeOperatorNode(node) &&
    node.operator === analysis.compiler.SyntaxKind.KeyOfKeyword) ||
  analysis.compiler.forEachChild(node, (inner) => calculates(analysis, inner) || undefined) === true;

/** Whether a generic type of the consumer's own is calculated from its arguments. */
const isCalculated = (analysis: Analysis, name: Ts.Node): boolean => {
  const symbol = analysis.checker.getSymbolAtLocation(name);
  const target =
    symbol !== undefined && symbol.flags & analysis.compiler.SymbolFlags.Alias
      ? analysis.checker.getAliasedSymbol(symbol)
      : symbol;
  return (target?.declarations ?? []).some(
    (declaration) => !declaration.getSourceFile().isDeclarationFile && calculates(analysis, declaration),
  );
};

const byArguments = (analysis: Analysis, name: Ts.Node, given: readonly Ts.TypeNode[]): void => {
  const types = given.map((one) => analysis.checker.getTypeFromTypeNode(one));
  const models = types.filter((type) => analysis.shapes.involves(type));
  if (models.length === 0) return;
  for (const literal of given.flatMap((one) => literalsIn(analysis, one)))
    for (const type of models)
      // `Pick<Contact, "name">` needs the property, `Omit` does not.
      addComposed(analysis, "read", type, propertyOf(analysis, type, literal.text), literal, {
        accepts: name.getText() === "Omit" ? everything : anyValue,
      });
  if (!isCalculated(analysis, name)) return;
  for (const type of models) depend(analysis, type, name);
};

/** `interface Row extends Contact { tags: string[] }`: a property of that name cannot come, nor change. */
const byHeritage = (analysis: Analysis, node: Ts.ExpressionWithTypeArguments): void => {
  const owner = node.parent.parent;
  if (!analysis.compiler.isInterfaceDeclaration(owner) && !analysis.compiler.isClassLike(owner)) return;
  const models = analysis.shapes.modelsOf(analysis.checker.getTypeAtLocation(node));
  for (const member of owner.members) {
    const { name } = member;
    if (name === undefined || !analysis.compiler.isIdentifier(name)) continue;
    analysis.uses.add(
      "read",
      models.map((model) => undocumented(model, name.text)),
      member,
    );
  }
  if (analysis.compiler.isClassLike(owner)) analysis.uses.add("build", models, node, { gives: [] });
};

/** Takes down what the consumer's own types take from the contract. */
export const visitTypes = (analysis: Analysis, node: Ts.Node): void => {
  const { compiler, checker } = analysis;
  if (compiler.isIndexedAccessTypeNode(node)) byIndexedAccess(analysis, node);
  else if (compiler.isTypeOperatorNode(node) && node.operator === compiler.SyntaxKind.KeyOfKeyword)
    keysOf(analysis, checker.getTypeFromTypeNode(node.type), node);
  else if (compiler.isTypeReferenceNode(node) && node.typeArguments !== undefined)
    byArguments(analysis, node.typeName, node.typeArguments);
  else if (compiler.isExpressionWithTypeArguments(node)) byHeritage(analysis, node);
};
