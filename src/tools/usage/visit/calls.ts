import type * as Ts from "typescript";
import { documentedOperations, type DocumentedOperation } from "../../../contract/operations.ts";
import { childPointer } from "../../../harness/formats/json-pointer.ts";
import { template } from "../which-interface.ts";
import { type Location, locationIn } from "../use.ts";
import type { Analysis } from "./analysis.ts";

const methodNames = new Set(["get", "put", "post", "delete", "patch", "head", "options"]);

const operationsBy: ReadonlyMap<string, readonly DocumentedOperation[]> = Map.groupBy(
  documentedOperations,
  ({ path }) => template(path),
);

/** What no operation's path is without: files without any are not searched for addresses. */
const fixedParts = [...new Set(documentedOperations.map(({ path }) => path.split("{")[0] ?? path))];

export const mayNamePaths = (text: string): boolean => fixedParts.some((part) => text.includes(part));

/** The operations whose path a text ends with, whatever base address or query is around it. */
const operationsAt = (address: string): readonly DocumentedOperation[] => {
  const [path = ""] = address.split(/[?#]/);
  const cut = template(path).replace(/\/$/, "");
  return [...operationsBy].flatMap(([known, operations]) =>
    cut === known || (cut.endsWith(known) && /^(?:https?:\/\/|\{\})/.test(cut)) ? operations : [],
  );
};

const addressOf = (analysis: Analysis, node: Ts.Node): string | undefined => {
  if (analysis.compiler.isStringLiteralLike(node)) return node.text;
  if (!analysis.compiler.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join("");
};

const methodText = (analysis: Analysis, node: Ts.Node | undefined): string | undefined => {
  if (node === undefined || !analysis.compiler.isStringLiteralLike(node)) return undefined;
  const text = node.text.toLowerCase();
  return methodNames.has(text) ? text : undefined;
};

/** The method that is written beside an address: `client.GET(…)`, `request("put", …)`, `{ method: "POST" }`. */
const methodBeside = (analysis: Analysis, call: Ts.CallExpression | Ts.NewExpression): string | undefined => {
  const { expression: callee } = call;
  const name = analysis.compiler.isPropertyAccessExpression(callee) ? callee.name.text.toLowerCase() : "";
  if (methodNames.has(name)) return name;
  const given = call.arguments ?? [];
  return given
    .map((argument) => methodText(analysis, argument) ?? methodIn(analysis, argument))
    .find((one) => one !== undefined);
};

const methodIn = (analysis: Analysis, node: Ts.Expression): string | undefined => {
  if (!analysis.compiler.isObjectLiteralExpression(node)) return undefined;
  const property = node.properties.find(
    (one) => one.name !== undefined && analysis.compiler.isIdentifier(one.name) && one.name.text === "method",
  );
  return property !== undefined && analysis.compiler.isPropertyAssignment(property)
    ? methodText(analysis, property.initializer)
    : undefined;
};

const callAround = (analysis: Analysis, node: Ts.Node): Ts.CallExpression | Ts.NewExpression | undefined => {
  let inner = node;
  while (
    analysis.compiler.isParenthesizedExpression(inner.parent) ||
    analysis.compiler.isBinaryExpression(inner.parent)
  )
    inner = inner.parent;
  const { parent } = inner;
  if (!analysis.compiler.isCallExpression(parent) && !analysis.compiler.isNewExpression(parent))
    return undefined;
  const isUrl = analysis.compiler.isIdentifier(parent.expression) && parent.expression.text === "URL";
  return isUrl ? (callAround(analysis, parent) ?? parent) : parent;
};

const locations = new Set(["path", "query", "header", "cookie"]);

/** Whether parameters are given by where they belong. Other clients take those of the query alone, untyped. */
const isByLocation = (analysis: Analysis, property: Ts.ObjectLiteralElementLike): boolean =>
  analysis.checker
    .getPropertiesOfType(valueType(analysis, property))
    .every(({ name }) => locations.has(name));

const valueType = ({ compiler, checker }: Analysis, property: Ts.ObjectLiteralElementLike): Ts.Type =>
  checker.getTypeAtLocation(compiler.isPropertyAssignment(property) ? property.initializer : property);

/** Whether a call takes nothing but paths of the contract, so that its answer has the types of the operation. */
const isTyped = ({ checker, questions }: Analysis, node: Ts.Expression): boolean => {
  const wanted = checker.getContextualType(node);
  const type = wanted === undefined ? undefined : (checker.getBaseConstraintOfType(wanted) ?? wanted);
  return type !== undefined && questions.literalsOf(type).length > 0;
};

/** `{ params: { query }, body }` beside the path of an operation: what typed clients are given. */
const relateInput = (
  analysis: Analysis,
  call: Ts.CallExpression | Ts.NewExpression,
  operation: DocumentedOperation,
): void => {
  for (const argument of call.arguments ?? [])
    if (analysis.compiler.isObjectLiteralExpression(argument))
      for (const property of argument.properties) {
        const name =
          property.name !== undefined && analysis.compiler.isIdentifier(property.name)
            ? property.name.text
            : "";
        if (name === "params" && isByLocation(analysis, property))
          relateTo(analysis, property, operation, "parameters");
        if (name === "body") relateTo(analysis, property, operation, "requestBody");
      }
};

const at = ({ interface: name, path, method }: DocumentedOperation, ...parts: readonly string[]): Location =>
  locationIn(name, childPointer("/paths", path, method.toLowerCase(), ...parts));

/** Takes down the documented statuses that the code around a call asks for. */
const compareStatuses = (
  { uses, statuses }: Analysis,
  call: Ts.CallExpression | Ts.NewExpression,
  operation: DocumentedOperation,
): void => {
  for (const { status, node } of statuses(call)) {
    const documented = [String(status), `${Math.floor(status / 100)}XX`].find((code) =>
      Object.hasOwn(operation.responses, code),
    );
    if (documented !== undefined)
      uses.add("compare", [at(operation, "responses", documented)], node, { values: [status] });
  }
};

const relateTo = (
  analysis: Analysis,
  property: Ts.ObjectLiteralElementLike,
  operation: DocumentedOperation,
  part: "parameters" | "requestBody",
): void => {
  if (part === "requestBody") analysis.uses.add("send", [at(operation, part)], property);
  const source = valueType(analysis, property);
  for (const wanted of analysis.contract.member(operation.interface, "operations", operation.id, part))
    for (const target of part === "parameters"
      ? [analysis.checker.getTypeOfSymbol(wanted)]
      : contentsOf(analysis, wanted))
      analysis.relate(source, analysis.checker.getNonNullableType(target), property);
};

const contentsOf = (analysis: Analysis, body: Ts.Symbol): readonly Ts.Type[] => {
  const content = analysis.checker.getPropertyOfType(
    analysis.checker.getNonNullableType(analysis.checker.getTypeOfSymbol(body)),
    "content",
  );
  return content === undefined
    ? []
    : analysis.checker
        .getPropertiesOfType(analysis.checker.getTypeOfSymbol(content))
        .map((media) => analysis.checker.getTypeOfSymbol(media));
};

/** Takes down which operations an address or a path in a text calls, and what is sent with it. */
export const visitCalls = (analysis: Analysis, node: Ts.Node): void => {
  const address = addressOf(analysis, node);
  if (address === undefined || !mayNamePaths(address) || analysis.compiler.isLiteralTypeNode(node.parent))
    return;
  const call = callAround(analysis, node);
  const method = call === undefined ? undefined : methodBeside(analysis, call);
  const named = operationsAt(address);
  // Without a method it is a GET where there is one, else whatever there is.
  const reads = named.filter((one) => one.method === "GET");
  const usual = reads.length > 0 ? reads : named;
  const chosen = method === undefined ? usual : named.filter((one) => one.method.toLowerCase() === method);
  for (const operation of chosen) {
    analysis.uses.add("call", [at(operation)], node);
    if (analysis.compiler.isStringLiteralLike(node) && isTyped(analysis, node))
      analysis.uses.add("read", [at(operation, "responses")], node);
    if (call === undefined) continue;
    relateInput(analysis, call, operation);
    compareStatuses(analysis, call, operation);
  }
};
