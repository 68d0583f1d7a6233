import type * as Ts from "typescript";
import type { OwnedOperation } from "../addresses.ts";
import { operationLocation } from "../locations.ts";
import { locationIn } from "../use.ts";
import { childPointer } from "../../../core/formats/json-pointer.ts";
import type { Analysis } from "./analysis.ts";
import type { CallSyntax } from "./request-syntax.ts";

const locations = new Set(["path", "query", "header", "cookie"]);

const valueType = ({ compiler, checker }: Analysis, property: Ts.ObjectLiteralElementLike): Ts.Type =>
  checker.getTypeAtLocation(compiler.isPropertyAssignment(property) ? property.initializer : property);

/** Whether parameters are grouped by location. Other clients take only query parameters, untyped. */
const isByLocation = (analysis: Analysis, property: Ts.ObjectLiteralElementLike): boolean =>
  analysis.checker
    .getPropertiesOfType(valueType(analysis, property))
    .every(({ name }) => locations.has(name));

/** The types of a body, one for each media type. */
const contentsOf = ({ checker }: Analysis, body: Ts.Symbol): readonly Ts.Type[] => {
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

const relateTo = (
  analysis: Analysis,
  property: Ts.ObjectLiteralElementLike,
  { interface: name, operation }: OwnedOperation,
  part: "parameters" | "requestBody",
): void => {
  const { checker, contract, relate, uses } = analysis;
  if (part === "requestBody")
    uses.add("send", [locationIn(name, childPointer(operationLocation(operation), part))], property);
  const source = valueType(analysis, property);
  const method = operation.method.toLowerCase();
  for (const wanted of contract.member(name, "paths", operation.path, method, part))
    for (const target of part === "parameters"
      ? [checker.getTypeOfSymbol(wanted)]
      : contentsOf(analysis, wanted))
      relate(source, checker.getNonNullableType(target), property);
};

/** Relates `{ params: { query }, body }` next to the path of an operation to its types: the input of typed clients. */
export const relateInput = (analysis: Analysis, call: CallSyntax, called: OwnedOperation): void => {
  const { compiler } = analysis;
  for (const argument of call.arguments ?? [])
    if (compiler.isObjectLiteralExpression(argument))
      for (const property of argument.properties) {
        const name =
          property.name !== undefined && compiler.isIdentifier(property.name) ? property.name.text : "";
        if (name === "params" && isByLocation(analysis, property))
          relateTo(analysis, property, called, "parameters");
        if (name === "body") relateTo(analysis, property, called, "requestBody");
      }
};
