import type * as Ts from "typescript";
import { documentedOperations, type DocumentedOperation } from "../../../builtin/operations.ts";
import { childPointer } from "../../../core/formats/json-pointer.ts";
import { type Location, locationIn } from "../use.ts";
import type { Analysis } from "./analysis.ts";
import { template } from "../../../documents/path-template.ts";

const methodNames = new Set(["get", "put", "post", "delete", "patch", "head", "options"]);

const operationsBy: ReadonlyMap<string, readonly DocumentedOperation[]> = Map.groupBy(
  documentedOperations,
  ({ path }) => template(path),
);

/** The fixed parts of all paths: a file without any of them contains no URL of an operation. */
const fixedParts = [...new Set(documentedOperations.map(({ path }) => path.split("{")[0] ?? path))];

export const mayNamePaths = (text: string): boolean => fixedParts.some((part) => text.includes(part));

/** The operations whose path is the end of a text, with any base address or query around it. */
const operationsAt = (address: string): readonly DocumentedOperation[] => {
  const [path = ""] = address.split(/[?#]/);
  const cut = template(path).replace(/\/$/, "");
  return [...operationsBy].flatMap(([known, operations]) =>
    cut === known || (cut.endsWith(known) && /^(?:https?:\/\/|\{\})/.test(cut)) ? operations : [],
  );
};

const locations = new Set(["path", "query", "header", "cookie"]);

const at = ({ interface: name, path, method }: DocumentedOperation, ...parts: readonly string[]): Location =>
  locationIn(name, childPointer("/paths", path, method.toLowerCase(), ...parts));

/** Records which operations a URL or path in a text calls, and what is sent. */
export const visitCalls = ({ compiler, checker, contract, questions, relate, uses, statuses }: Analysis) => {
  const addressOf = (node: Ts.Node): string | undefined => {
    if (compiler.isStringLiteralLike(node)) return node.text;
    if (!compiler.isTemplateExpression(node)) return undefined;
    return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join("");
  };

  const methodText = (node: Ts.Node | undefined): string | undefined => {
    if (node === undefined || !compiler.isStringLiteralLike(node)) return undefined;
    const text = node.text.toLowerCase();
    return methodNames.has(text) ? text : undefined;
  };

  /** The method next to a URL: `client.GET(…)`, `request("put", …)`, `{ method: "POST" }`. */
  const methodBeside = (call: Ts.CallExpression | Ts.NewExpression): string | undefined => {
    const { expression: callee } = call;
    const name = compiler.isPropertyAccessExpression(callee) ? callee.name.text.toLowerCase() : "";
    if (methodNames.has(name)) return name;
    const given = call.arguments ?? [];
    return given
      .map((argument) => methodText(argument) ?? methodIn(argument))
      .find((one) => one !== undefined);
  };

  const methodIn = (node: Ts.Expression): string | undefined => {
    if (!compiler.isObjectLiteralExpression(node)) return undefined;
    const property = node.properties.find(
      (one) => one.name !== undefined && compiler.isIdentifier(one.name) && one.name.text === "method",
    );
    return property !== undefined && compiler.isPropertyAssignment(property)
      ? methodText(property.initializer)
      : undefined;
  };

  const callAround = (node: Ts.Node): Ts.CallExpression | Ts.NewExpression | undefined => {
    let inner = node;
    while (compiler.isParenthesizedExpression(inner.parent) || compiler.isBinaryExpression(inner.parent))
      inner = inner.parent;
    const { parent } = inner;
    if (!compiler.isCallOrNewExpression(parent)) return undefined;
    const isUrl = compiler.isIdentifier(parent.expression) && parent.expression.text === "URL";
    return isUrl ? (callAround(parent) ?? parent) : parent;
  };

  /** Whether parameters are grouped by location. Other clients take only query parameters, untyped. */
  const isByLocation = (property: Ts.ObjectLiteralElementLike): boolean =>
    checker.getPropertiesOfType(valueType(property)).every(({ name }) => locations.has(name));

  const valueType = (property: Ts.ObjectLiteralElementLike): Ts.Type =>
    checker.getTypeAtLocation(compiler.isPropertyAssignment(property) ? property.initializer : property);

  /** Whether a call accepts only paths of the contract, so that its answer has the types of the operation. */
  const isTyped = (node: Ts.Expression): boolean => {
    const wanted = checker.getContextualType(node);
    const type = wanted === undefined ? undefined : (checker.getBaseConstraintOfType(wanted) ?? wanted);
    return type !== undefined && questions.literalsOf(type).length > 0;
  };

  /** `{ params: { query }, body }` next to the path of an operation: the input of typed clients. */
  const relateInput = (call: Ts.CallExpression | Ts.NewExpression, operation: DocumentedOperation): void => {
    for (const argument of call.arguments ?? [])
      if (compiler.isObjectLiteralExpression(argument))
        for (const property of argument.properties) {
          const name =
            property.name !== undefined && compiler.isIdentifier(property.name) ? property.name.text : "";
          if (name === "params" && isByLocation(property)) relateTo(property, operation, "parameters");
          if (name === "body") relateTo(property, operation, "requestBody");
        }
  };

  /** Records the documented statuses that the code around a call tests. */
  const compareStatuses = (
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
    property: Ts.ObjectLiteralElementLike,
    operation: DocumentedOperation,
    part: "parameters" | "requestBody",
  ): void => {
    if (part === "requestBody") uses.add("send", [at(operation, part)], property);
    const source = valueType(property);
    for (const wanted of contract.member(operation.interface, "operations", operation.id, part))
      for (const target of part === "parameters" ? [checker.getTypeOfSymbol(wanted)] : contentsOf(wanted))
        relate(source, checker.getNonNullableType(target), property);
  };

  const contentsOf = (body: Ts.Symbol): readonly Ts.Type[] => {
    const content = checker.getPropertyOfType(
      checker.getNonNullableType(checker.getTypeOfSymbol(body)),
      "content",
    );
    return content === undefined
      ? []
      : checker
          .getPropertiesOfType(checker.getTypeOfSymbol(content))
          .map((media) => checker.getTypeOfSymbol(media));
  };

  return (node: Ts.Node): void => {
    const address = addressOf(node);
    if (address === undefined || !mayNamePaths(address) || compiler.isLiteralTypeNode(node.parent)) return;
    const call = callAround(node);
    const method = call === undefined ? undefined : methodBeside(call);
    const named = operationsAt(address);
    // Without a method it is a GET if there is one, otherwise any method.
    const reads = named.filter((one) => one.method === "GET");
    const usual = reads.length > 0 ? reads : named;
    const chosen = method === undefined ? usual : named.filter((one) => one.method.toLowerCase() === method);
    for (const operation of chosen) {
      uses.add("call", [at(operation)], node);
      if (compiler.isStringLiteralLike(node) && isTyped(node))
        uses.add("read", [at(operation, "responses")], node);
      if (call === undefined) continue;
      relateInput(call, operation);
      compareStatuses(call, operation);
    }
  };
};
