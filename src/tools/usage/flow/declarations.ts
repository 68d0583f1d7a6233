import type * as Ts from "typescript";
import { type Accepted, anyValue, both, either, everything, nothing, nullish, only } from "../accepting.ts";
import { all, isProperty, type Declared, type FlowContext, type Path } from "./flow-context.ts";
import { takenBy } from "./taken.ts";

export const acceptedBy = (flow: FlowContext, declaration: Declared, path: Path = []): Accepted => {
  const { name, initializer } = declaration;
  const defaulted: Accepted =
    initializer !== undefined && !flow.compiler.isVariableDeclaration(declaration) && path.length === 0
      ? only("absent")
      : nothing;
  const type =
    ("type" in declaration ? declaration.type : undefined) ?? flow.compiler.getJSDocType(declaration);
  if (type !== undefined)
    return either(defaulted, takenBy(flow, flow.checker.getTypeFromTypeNode(type), path));
  return either(defaulted, byName(flow, name, declaration, path));
};

export const byName = (
  flow: FlowContext,
  name: Ts.BindingName,
  declaration: Declared,
  path: Path,
): Accepted => {
  if (flow.compiler.isIdentifier(name))
    return all(flow.references.to(declaration).map((node) => byReference(flow, node, path)));
  const [first, ...rest] = path;
  if (first === undefined) return nothing;
  if (flow.compiler.isArrayBindingPattern(name))
    return all(
      name.elements.map((element) =>
        flow.compiler.isOmittedExpression(element) ? everything : flow.acceptedBy(element, rest),
      ),
    );
  return all(
    name.elements.map((element) => {
      const taken = element.propertyName ?? element.name;
      if (element.dotDotDotToken !== undefined) return flow.acceptedBy(element, path);
      if (!flow.compiler.isIdentifier(taken) && !flow.compiler.isStringLiteralLike(taken)) return nothing;
      return isProperty(first) && taken.text === first.property ? flow.acceptedBy(element, rest) : everything;
    }),
  );
};

export const byReference = (flow: FlowContext, node: Ts.Identifier, path: Path): Accepted => {
  const { parent } = node;
  if (flow.compiler.isBindingElement(parent)) return flow.acceptedBy(parent, path);
  if (flow.compiler.isShorthandPropertyAssignment(parent)) return byMember(flow, parent, path);
  if (flow.compiler.isTypeQueryNode(parent)) return nothing;
  const reference = flow.compiler.isPropertyAccessExpression(parent) && parent.name === node ? parent : node;
  const above = reference.parent;
  if (
    flow.compiler.isBinaryExpression(above) &&
    above.left === reference &&
    above.operatorToken.kind === flow.compiler.SyntaxKind.EqualsToken
  )
    return nullish;
  return flow.accepted(reference, path);
};

export const byMember = (
  flow: FlowContext,
  member: Ts.PropertyAssignment | Ts.ShorthandPropertyAssignment,
  path: Path,
): Accepted => {
  const literal = member.parent;
  const target = flow.checker.getContextualType(literal);
  const name = flow.compiler.isComputedPropertyName(member.name) ? undefined : member.name.text;
  if (name === undefined) return nothing;
  const inner = [{ property: name }, ...path];
  if (
    target !== undefined &&
    isWritten(flow, literal, target) &&
    flow.shapes.at(target, [{ property: name }]) !== undefined
  )
    return takenBy(flow, target, inner);
  if (target !== undefined && flow.shapes.isAnything(target)) return anyValue;
  return both(
    all(flow.references.to(member).map((node) => byReference(flow, node, path))),
    flow.accepted(literal, inner),
  );
};

export const byLiteral = (flow: FlowContext, literal: Ts.Expression, path: Path): Accepted => {
  const target = flow.checker.getContextualType(literal);
  return target === undefined || !isWritten(flow, literal, target)
    ? flow.accepted(literal, path)
    : takenBy(flow, target, path);
};

/** Whether a contextual type is one that somebody wrote, and not one inferred from the expression itself. */
const isWritten = (flow: FlowContext, node: Ts.Expression, target: Ts.Type): boolean =>
  target !== flow.checker.getTypeAtLocation(node);

export const byLoop = (flow: FlowContext, parent: Ts.ForOfStatement, path: Path): Accepted => {
  const [first, ...rest] = path;
  const declaration = flow.compiler.isVariableDeclarationList(parent.initializer)
    ? parent.initializer.declarations[0]
    : undefined;
  return first === "item" && declaration !== undefined ? flow.acceptedBy(declaration, rest) : nothing;
};
