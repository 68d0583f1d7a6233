import type * as Ts from "typescript";
import type { Compiler } from "../load-compiler.ts";

/** Anything that takes arguments. */
export type CallSyntax = Ts.CallExpression | Ts.NewExpression;

const methodNames = new Set(["get", "put", "post", "delete", "patch", "head", "options"]);

/** The address in a text; `{}` stands for a value in it. */
export const addressIn = (compiler: Compiler, node: Ts.Node): string | undefined => {
  if (compiler.isStringLiteralLike(node)) return node.text;
  if (!compiler.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join("");
};

const methodText = (compiler: Compiler, node: Ts.Node | undefined): string | undefined => {
  if (node === undefined || !compiler.isStringLiteralLike(node)) return undefined;
  const text = node.text.toLowerCase();
  return methodNames.has(text) ? text : undefined;
};

const methodIn = (compiler: Compiler, node: Ts.Expression): string | undefined => {
  if (!compiler.isObjectLiteralExpression(node)) return undefined;
  const property = node.properties.find(
    (one) => one.name !== undefined && compiler.isIdentifier(one.name) && one.name.text === "method",
  );
  return property !== undefined && compiler.isPropertyAssignment(property)
    ? methodText(compiler, property.initializer)
    : undefined;
};

/** The method next to a URL: `client.GET(…)`, `request("put", …)`, `{ method: "POST" }`. */
export const methodBeside = (compiler: Compiler, call: CallSyntax): string | undefined => {
  const { expression: callee } = call;
  const name = compiler.isPropertyAccessExpression(callee) ? callee.name.text.toLowerCase() : "";
  if (methodNames.has(name)) return name;
  return (call.arguments ?? [])
    .map((argument) => methodText(compiler, argument) ?? methodIn(compiler, argument))
    .find((one) => one !== undefined);
};

/** The call that gets an address. */
export const callAround = (compiler: Compiler, node: Ts.Node): CallSyntax | undefined => {
  let inner = node;
  while (compiler.isParenthesizedExpression(inner.parent) || compiler.isBinaryExpression(inner.parent))
    inner = inner.parent;
  const { parent } = inner;
  if (!compiler.isCallOrNewExpression(parent)) return undefined;
  const isUrl = compiler.isIdentifier(parent.expression) && parent.expression.text === "URL";
  return isUrl ? (callAround(compiler, parent) ?? parent) : parent;
};
