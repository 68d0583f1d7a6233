import type { Parameter } from "../../core/model/operation.ts";
import { refuse, type FieldError, type SandboxRefusal } from "../refusal.ts";
import type { ParameterValue, ParsedRequest } from "./endpoint.ts";

/**
 * Parses path and query parameters to their documented types; 400 names those of another type. The first of a repeated
 * one counts.
 */
export const parseParameters = (
  parameters: readonly Parameter[],
  pathTexts: Readonly<Record<string, string>>,
  search: URLSearchParams,
): Omit<ParsedRequest, "body"> | SandboxRefusal<400> => {
  const parsed: Record<"path" | "query", [name: string, value: ParameterValue][]> = { path: [], query: [] };
  const wrong: FieldError[] = [];
  for (const parameter of parameters) {
    if (parameter.in === "header" || parameter.in === "cookie") continue;
    const text =
      parameter.in === "path" ? pathTexts[parameter.name] : (search.get(parameter.name) ?? undefined);
    const result = parse(parameter, text);
    if ("problem" in result) wrong.push(result.problem);
    else if (result.value !== undefined) parsed[parameter.in].push([parameter.name, result.value]);
  }
  if (wrong.length > 0)
    return refuse(400, "A parameter of the address is not as it should be.", { fields: wrong });
  return {
    // Names from outside, such as __proto__, become own properties.
    path: Object.fromEntries(parsed.path),
    query: Object.fromEntries(parsed.query),
    undocumented: search.size === 0 ? none : othersIn(search, parameters),
  };
};

const none: Readonly<Record<string, string>> = {};

const othersIn = (search: URLSearchParams, parameters: readonly Parameter[]): Record<string, string> => {
  const known = new Set(parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name));
  const others = [...search].filter(([name]) => !known.has(name)).toReversed();
  return Object.fromEntries(others);
};

type Result = { readonly value: ParameterValue | undefined } | { readonly problem: FieldError };

const parse = (parameter: Parameter, text: string | undefined): Result => {
  if (text === undefined) {
    return parameter.required ? problem(parameter, "REQUIRED", "is required") : { value: undefined };
  }
  switch (parameter.type) {
    case "string":
      return { value: text };
    case "integer":
      // No record has an unsafe integer as its id.
      return /^[+-]?\d+$/.test(text) && (parameter.in === "path" || Number.isSafeInteger(Number(text)))
        ? { value: Number(text) }
        : problem(parameter, "INVALID_TYPE", "must be an integer");
    case "number":
      return /^[+-]?\d+(\.\d+)?$/.test(text) && Number.isFinite(Number(text))
        ? { value: Number(text) }
        : problem(parameter, "INVALID_TYPE", "must be a number");
    case "boolean":
      return /^(true|false)$/i.test(text)
        ? { value: text.toLowerCase() === "true" }
        : problem(parameter, "INVALID_TYPE", "must be true or false");
  }
};

const problem = ({ name }: Parameter, code: string, text: string): Result => ({
  problem: { field: name, code, message: `${name} ${text}.` },
});
