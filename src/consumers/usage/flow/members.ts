import type * as Ts from "typescript";
import { type Accepted, either, everything, acceptsNothing, nullish, acceptedOnly } from "../accepting.ts";
import type { Possibility } from "../use.ts";
import { isProperty, type Flow, type ValuePath } from "./following.ts";
import { byContainerMember } from "./containers.ts";

export const byAccess = (
  flow: Flow,
  access: Ts.PropertyAccessExpression | Ts.ElementAccessExpression,
  name: string,
  path: ValuePath,
): Accepted => {
  const [first, ...rest] = path;
  if (first === undefined) return byOwnMember(flow, access, name);
  if (isProperty(first)) return first.property === name ? flow.accepted(access, rest) : everything;
  return byContainerMember(flow, access, first, rest);
};

export const byElement = (
  flow: Flow,
  access: Ts.ElementAccessExpression,
  path: ValuePath,
  node: Ts.Expression,
): Accepted => {
  const argument = access.argumentExpression;
  if (node === argument) {
    const owner = flow.checker.getTypeAtLocation(access.expression);
    return owner.getStringIndexType() === undefined ? acceptsNothing : acceptedOnly("string", "number");
  }
  if (flow.compiler.isStringLiteralLike(argument)) return byAccess(flow, access, argument.text, path);
  return path[0] === "item" ? flow.accepted(access, path.slice(1)) : acceptsNothing;
};

/** A member of the value itself: `name.length`. */
const byOwnMember = (
  flow: Flow,
  access: Ts.PropertyAccessExpression | Ts.ElementAccessExpression,
  name: string,
): Accepted => {
  const owner = flow.checker.getNonNullableType(flow.checker.getTypeAtLocation(access.expression));
  const own = flow.checker.getPropertyOfType(flow.checker.getApparentType(owner), name);
  const simple: readonly (readonly [Possibility, Ts.Type])[] = [
    ["string", flow.checker.getStringType()],
    ["number", flow.checker.getNumberType()],
    ["boolean", flow.checker.getBooleanType()],
  ];
  const alike = simple.filter(([, type]) => {
    const property = flow.checker.getPropertyOfType(flow.checker.getApparentType(type), name);
    if (property === undefined || own === undefined) return false;
    return property === own || flow.checker.getTypeOfSymbol(property) === flow.checker.getTypeOfSymbol(own);
  });
  return either(new Set(alike.map(([kind]) => kind)), byChain(flow, access));
};

/** What `?.` accepts: the whole chain is then absent. */
const byChain = (flow: Flow, access: Ts.PropertyAccessExpression | Ts.ElementAccessExpression): Accepted => {
  if (access.questionDotToken === undefined) return acceptsNothing;
  const type = flow.checker.getTypeAtLocation(access.expression);
  if (flow.checker.getNonNullableType(type) !== type) return nullish;
  let chain: Ts.Expression = access;
  while (flow.compiler.isOptionalChain(chain.parent) && (chain.parent as Ts.CallChain).expression === chain)
    chain = chain.parent as Ts.Expression;
  return flow.accepted(chain).has("absent") ? nullish : acceptsNothing;
};
