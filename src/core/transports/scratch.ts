import type { Contract, ScratchRule } from "../model/contract.ts";
import { own, parseJson } from "../model/json-object.ts";
import { bodyTextOf, type WireRequest } from "../model/transport.ts";

type Setting = (path: string) => unknown;

const sameText = (left: unknown, right: unknown): boolean =>
  left !== undefined && right !== undefined && String(left) === String(right);

/** The values of a property under any letter case: only some servers distinguish cases. */
const valuesOf = (body: unknown, name: string): readonly unknown[] =>
  typeof body === "object" && body !== null
    ? Object.entries(body)
        .filter(([key]) => key.toLowerCase() === name.toLowerCase())
        .map(([, value]) => value)
    : [];

const namesOnly = (body: unknown, name: string, ids: readonly unknown[]): boolean =>
  valuesOf(body, name).every((value) => ids.some((id) => sameText(value, id)));

const replacesDeclared = (request: WireRequest, declared: unknown): boolean => {
  const [id] = valuesOf(declared, "id");
  if (id === undefined) return false;
  const body = parseJson(bodyTextOf(request));
  return body === undefined || (valuesOf(body, "id").length > 0 && namesOnly(body, "id", [id]));
};

/** Whether a request goes to its operation's own path; any other path may belong to another interface. */
const isAtItsPath = (
  { operations }: Pick<Contract, "operations">,
  { operation: id, pathParameters }: WireRequest,
  path: string,
): boolean => {
  const documented = own(operations, id);
  const filled = documented?.path.replace(/\{([^{}]+)\}/g, (_, name: string) =>
    encodeURIComponent(pathParameters[name] ?? ""),
  );
  return filled === path;
};

const allows = (rule: ScratchRule, request: WireRequest, setting: Setting): boolean => {
  switch (rule.kind) {
    case "path": {
      const { parameter, settings, body } = rule;
      return (
        settings.some((path) => sameText(request.pathParameters[parameter], setting(path))) &&
        (body === undefined ||
          namesOnly(parseJson(bodyTextOf(request)), body.property, body.settings.map(setting)))
      );
    }
    case "body":
      return replacesDeclared(request, setting(rule.declared));
    case "own":
      return rule.allows(request);
    case "creation":
      return rule.declared.some((path) => setting(path) !== undefined);
  }
};

/** Whether a write at a path below the base address touches only records declared as scratch in the configuration. */
export const isScratchWrite =
  (contract: Pick<Contract, "operations" | "scratch">, setting: Setting) =>
  (request: WireRequest, path: string): boolean => {
    const { operation } = request;
    const rule = own(contract.scratch, operation);
    return rule !== undefined && isAtItsPath(contract, request, path) && allows(rule, request, setting);
  };
