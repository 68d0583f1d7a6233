import type * as Ts from "typescript";
import {
  type Accepted,
  anyValue,
  both,
  either,
  everything,
  acceptsNothing,
  nullish,
  acceptedOnly,
} from "../accepting.ts";
import { isProperty, allAccepted, type Declared, type Flow, type ValuePath } from "./following.ts";
import { takenBy, isWritten } from "./taking.ts";

export const acceptedBy = (flow: Flow, declaration: Declared, path: ValuePath = []): Accepted => {
  const { name, initializer } = declaration;
  const defaulted: Accepted =
    initializer !== undefined && !flow.compiler.isVariableDeclaration(declaration) && path.length === 0
      ? acceptedOnly("absent")
      : acceptsNothing;
  const type =
    ("type" in declaration ? declaration.type : undefined) ?? flow.compiler.getJSDocType(declaration);
  if (type !== undefined)
    return either(defaulted, takenBy(flow, flow.checker.getTypeFromTypeNode(type), path));
  return either(defaulted, byName(flow, name, declaration, path));
};

export const byName = (
  flow: Flow,
  name: Ts.BindingName,
  declaration: Declared,
  path: ValuePath,
): Accepted => {
  if (flow.compiler.isIdentifier(name))
    return allAccepted(flow.references.to(declaration).map((node) => byReference(flow, node, path)));
  const [first, ...rest] = path;
  if (first === undefined) return acceptsNothing;
  if (flow.compiler.isArrayBindingPattern(name))
    return allAccepted(
      name.elements.map((element) =>
        flow.compiler.isOmittedExpression(element) ? everything : acceptedBy(flow, element, rest),
      ),
    );
  return allAccepted(
    name.elements.map((element) => {
      const taken = element.propertyName ?? element.name;
      if (element.dotDotDotToken !== undefined) return acceptedBy(flow, element, path);
      if (!flow.compiler.isIdentifier(taken) && !flow.compiler.isStringLiteralLike(taken))
        return acceptsNothing;
      return isProperty(first) && taken.text === first.property
        ? acceptedBy(flow, element, rest)
        : everything;
    }),
  );
};

/** `one.name` for its name. */
export const referenceAt = (flow: Flow, node: Ts.Identifier): Ts.Expression =>
  flow.compiler.isPropertyAccessExpression(node.parent) && node.parent.name === node ? node.parent : node;

export const byReference = (flow: Flow, node: Ts.Identifier, path: ValuePath): Accepted => {
  const { parent } = node;
  if (flow.compiler.isBindingElement(parent)) return acceptedBy(flow, parent, path);
  if (flow.compiler.isShorthandPropertyAssignment(parent)) return byMember(flow, parent, path);
  if (flow.compiler.isTypeQueryNode(parent)) return acceptsNothing;
  const reference = referenceAt(flow, node);
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
  flow: Flow,
  member: Ts.PropertyAssignment | Ts.ShorthandPropertyAssignment,
  path: ValuePath,
): Accepted => {
  const literal = member.parent;
  const target = flow.checker.getContextualType(literal);
  const name = flow.compiler.isComputedPropertyName(member.name) ? undefined : member.name.text;
  if (name === undefined) return acceptsNothing;
  const inner = [{ property: name }, ...path];
  if (
    target !== undefined &&
    isWritten(flow, literal, target) &&
    flow.shapes.at(target, [{ property: name }]) !== undefined
  )
    return takenBy(flow, target, inner);
  if (target !== undefined && flow.shapes.isAnything(target)) return anyValue;
  return both(
    allAccepted(flow.references.to(member).map((node) => byReference(flow, node, path))),
    flow.accepted(literal, inner),
  );
};

export const byLiteral = (flow: Flow, literal: Ts.Expression, path: ValuePath): Accepted => {
  const target = flow.checker.getContextualType(literal);
  return target === undefined || !isWritten(flow, literal, target)
    ? flow.accepted(literal, path)
    : takenBy(flow, target, path);
};

export const byLoop = (flow: Flow, parent: Ts.ForOfStatement, path: ValuePath): Accepted => {
  const [first, ...rest] = path;
  const declaration = flow.compiler.isVariableDeclarationList(parent.initializer)
    ? parent.initializer.declarations[0]
    : undefined;
  return first === "item" && declaration !== undefined ? acceptedBy(flow, declaration, rest) : acceptsNothing;
};
