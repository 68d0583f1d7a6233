import type { Login } from "../core/model/contract.ts";
import type { FileProblem } from "../core/model/file-rules.ts";
import { isObject, type JsonObject } from "../core/model/json-object.ts";
import { printable } from "../core/output/escape.ts";
import { suggestionHint } from "../core/output/suggest.ts";
import { dotted, type Path } from "../core/source/path.ts";
import type { ApiDocument, ApiOperation } from "../documents/document.ts";
import { isFormType, isJsonType, writableTypes } from "./checks/input.ts";
import { statedName } from "./resources/declared-problems.ts";

/** Credentials of other callers, each with schemes of its own. */
const callers: readonly string[] = ["limited", "strangers"];

const keys = ["login", "body", "token"] as const;

interface Given {
  readonly path: Path;
  readonly value: unknown;
}

/** What is given for each scheme, with its path below the interface. */
const givenIn = (credentials: unknown): readonly Given[] =>
  Object.entries(isObject(credentials) ? credentials : {}).flatMap(([name, value]): readonly Given[] =>
    callers.includes(name) && isObject(value)
      ? Object.entries(value).map(([scheme, inner]) => ({
          path: ["credentials", name, scheme],
          value: inner,
        }))
      : [{ path: ["credentials", name], value }],
  );

const typeOf = (operation: ApiOperation): string | undefined =>
  writableTypes(operation).find((type) => isJsonType(type) || isFormType(type));

/** Where tokens are issued by a named operation, by the dotted path of what it is sent. */
export const loginsOf = (
  name: string,
  { operations }: ApiDocument,
  credentials: unknown,
): Readonly<Record<string, Login>> =>
  Object.fromEntries(
    givenIn(credentials).flatMap(({ path, value }): readonly (readonly [string, Login])[] => {
      if (!isObject(value)) return [];
      const operation = operations.find((one) => statedName(one) === value["login"]);
      if (operation === undefined) return [];
      const { body, token } = value;
      const mediaType = typeOf(operation);
      return [
        [
          `${name}.${path.join(".")}`,
          {
            path: operation.path,
            ...(mediaType === undefined ? {} : { mediaType }),
            ...(body === undefined ? {} : { body }),
            token: String(token),
          },
        ],
      ];
    }),
  );

const problem = (path: Path, message: string, hint?: string): FileProblem => ({
  path,
  part: "value",
  message: `${dotted(path)} ${message}`,
  ...(hint === undefined ? {} : { hint }),
});

const problemsOf = (
  value: JsonObject,
  operations: readonly ApiOperation[],
  path: Path,
): readonly FileProblem[] => {
  const { login, token } = value;
  const known = operations
    .filter(({ method, path: address }) => method === "POST" && !address.includes("{"))
    .map(statedName);
  return [
    ...Object.keys(value)
      .filter((key) => !keys.some((one) => one === key))
      .map((key) =>
        problem([...path, key], "is unknown", suggestionHint(key, keys) ?? `known: ${keys.join(", ")}`),
      ),
    ...(typeof login === "string" && known.includes(login)
      ? []
      : [
          problem(
            login === undefined ? path : [...path, "login"],
            login === undefined
              ? "names no operation"
              : `names ${printable(String(login))}, which is no POST of the document without a path parameter`,
            (typeof login === "string" ? suggestionHint(login, known) : undefined) ??
              "login names the operation that issues a token",
          ),
        ]),
    ...(typeof token === "string" && /^(?:\/.*)?$/.test(token)
      ? []
      : [
          problem(
            token === undefined ? path : [...path, "token"],
            "has no JSON pointer to the token of its answer",
            "for example token: /token",
          ),
        ]),
  ];
};

/** What is wrong in the credentials of an interface. @param path of the interface in the configuration */
export const credentialProblems = (
  credentials: unknown,
  { operations, securitySchemes }: ApiDocument,
  path: Path,
): readonly FileProblem[] =>
  givenIn(credentials).flatMap(({ path: below, value }): readonly FileProblem[] => {
    const at = [...path, ...below];
    const scheme = below.at(-1) ?? "";
    if (!securitySchemes.has(scheme))
      return [
        {
          ...problem(
            at,
            "is no security scheme of the document",
            suggestionHint(scheme, [...securitySchemes.keys(), ...callers]) ??
              (securitySchemes.size === 0
                ? "it states none: give a header in its place, below headers"
                : `it has ${[...securitySchemes.keys()].map(printable).join(", ")}`),
          ),
          part: "key",
        },
      ];
    return isObject(value) ? problemsOf(value, operations, at) : [];
  });
