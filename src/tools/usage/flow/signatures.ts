import type * as Ts from "typescript";
import type { FlowContext } from "./flow-context.ts";

export const signatureOf = (
  flow: FlowContext,
  call: Ts.CallExpression | Ts.NewExpression,
): Ts.SignatureDeclaration | undefined => {
  const declaration = flow.checker.getResolvedSignature(call)?.declaration;
  return declaration === undefined || flow.compiler.isJSDocSignature(declaration) ? undefined : declaration;
};

export const calledBy = (flow: FlowContext, access: Ts.Expression): Ts.CallExpression | undefined =>
  flow.compiler.isCallExpression(access.parent) && access.parent.expression === access
    ? access.parent
    : undefined;

export const functionIn = (flow: FlowContext, node: Ts.TypeNode): Ts.FunctionTypeNode | undefined => {
  if (flow.compiler.isFunctionTypeNode(node)) return node;
  if (flow.compiler.isParenthesizedTypeNode(node)) return functionIn(flow, node.type);
  return flow.compiler.isUnionTypeNode(node)
    ? node.types.map((one) => functionIn(flow, one)).find((one) => one !== undefined)
    : undefined;
};
