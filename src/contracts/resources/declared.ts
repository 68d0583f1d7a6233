import { lateMs } from "../../core/model/clock.ts";
import type { FileProblem } from "../../core/model/file-rules.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import { printable } from "../../core/output/escape.ts";
import { suggestionHint } from "../../core/output/suggest.ts";
import type { Path } from "../../core/source/path.ts";
import type { ApiDocument, ApiOperation } from "../../documents/document.ts";
import type { Api, Callable, DeclaredBody } from "../checks/api.ts";
import { textsOf } from "../../documents/json.ts";
import { nameKeys, unknownNames } from "./declared-names.ts";
import { problem, statedName, unknownKeys } from "./declared-problems.ts";
import { furtherOperations, furtherProblems, servingKeys, textMap } from "./further.ts";
import type { ApiResource } from "./resource.ts";

/** What a resource may say, and what each of its operations may. */
const operationKeys = {
  create: ["operation", "body", "newId"],
  read: ["operation"],
  list: ["operation", "items", "total", "next"],
  update: ["operation"],
  replace: ["operation"],
  delete: ["operation", "then"],
} as const;

const otherKeys = ["parent", "unique", "canonical", "moves", "lag"] as const;

type OperationKey = keyof typeof operationKeys;

const operationNames = Object.keys(operationKeys) as readonly OperationKey[]; // Its own keys.

const keys: readonly string[] = [...operationNames, ...otherKeys, ...servingKeys];

const operationProblems = (
  value: unknown,
  key: OperationKey,
  operations: readonly ApiOperation[],
  path: Path,
): readonly FileProblem[] => {
  const known = operations.map(statedName);
  const named = isObject(value) ? value["operation"] : value;
  const at = isObject(value) ? [...path, "operation"] : path;
  const ofName =
    typeof named === "string" && known.includes(named)
      ? []
      : [
          problem(
            at,
            named === undefined
              ? "names no operation"
              : `${printable(String(named))} is no operation of the document`,
            (typeof named === "string" ? suggestionHint(named, known) : undefined) ??
              "name an operationId of the document",
          ),
        ];
  if (!isObject(value)) return ofName;
  const ofPointers = ["newId", "items", "total", "next"]
    .filter((one) => value[one] !== undefined && !/^(?:\/.*)?$/.test(String(value[one])))
    .map((one) =>
      problem([...path, one], `${printable(String(value[one]))} is no JSON pointer`, "for example /data/id"),
    );
  const { then } = value;
  const ofThen =
    then === undefined || then === "gone" || then === "kept"
      ? []
      : [problem([...path, "then"], `${printable(String(then))} is neither gone nor kept`)];
  return [...ofName, ...unknownKeys(value, operationKeys[key], path), ...ofPointers, ...ofThen];
};

const isNames = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every((one) => typeof one === "string"));

const isLag = (value: unknown): boolean =>
  value === undefined || /^\d+(?:\.\d+)?(?:ms|s|m)$/.test(String(value));

/** The operations that a resource names, as far as they are known. */
const namedBy = (value: JsonObject, operations: readonly ApiOperation[]): readonly ApiOperation[] =>
  operationNames.flatMap((key) => {
    const part = value[key];
    const named = isObject(part) ? part["operation"] : part;
    return operations.find((one) => statedName(one) === named) ?? [];
  });

/** What is wrong in the `resources` of an interface. @param path where they are in the configuration */
export const resourceProblems = (
  resources: unknown,
  document: ApiDocument,
  path: Path,
): readonly FileProblem[] => {
  const { operations } = document;
  if (resources === undefined) return [];
  if (!isObject(resources)) return [problem(path, "must map names to resources")];
  return Object.entries(resources).flatMap(([name, value]) => {
    const at = [...path, name];
    if (!isObject(value)) return [problem(at, "must say how the records are created, read and listed")];
    const { parent } = value;
    const hasParent =
      parent === undefined || (typeof parent === "string" && Object.hasOwn(resources, parent));
    return [
      ...unknownKeys(value, keys, at),
      ...operationNames.flatMap((key) =>
        value[key] === undefined ? [] : operationProblems(value[key], key, operations, [...at, key]),
      ),
      ...(hasParent
        ? []
        : [
            problem(
              [...at, "parent"],
              `${printable(String(parent))} is no resource here`,
              suggestionHint(String(parent), Object.keys(resources)),
            ),
          ]),
      ...nameKeys
        .filter((key) => !isNames(value[key]))
        .map((key) => problem([...at, key], "must be a list of property names")),
      ...unknownNames(value, namedBy(value, operations), document, at),
      ...furtherProblems(value, { resources, document, path: at }),
      ...(isLag(value["lag"]) ? [] : [problem([...at, "lag"], "must be a time such as 500ms or 2s")]),
    ];
  });
};

const milliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

const lagOf = (value: unknown): number => {
  const { amount = "0", unit = "ms" } =
    /^(?<amount>[\d.]+)(?<unit>ms|s|m)$/.exec(String(value))?.groups ?? {};
  return Number(amount) * (milliseconds[unit] ?? 1);
};

/** JSON pointers to the ids of new records, by the operations that create them. */
export const newIdsOf = (
  resources: unknown,
  operations: readonly ApiOperation[],
): ReadonlyMap<string, string> =>
  new Map(
    Object.values(isObject(resources) ? resources : {}).flatMap((value) => {
      const create = isObject(value) ? value["create"] : undefined;
      if (!isObject(create) || typeof create["newId"] !== "string") return [];
      const operation = operations.find((one) => statedName(one) === create["operation"]);
      return operation === undefined ? [] : [[operation.id, create["newId"]] as const];
    }),
  );

/** Bodies that the owner declares to be accepted, by the operations that create by them. */
export const declaredBodies = (
  resources: unknown,
  operations: readonly ApiOperation[],
): ReadonlyMap<string, DeclaredBody> =>
  new Map(
    Object.values(isObject(resources) ? resources : {}).flatMap((value) => {
      const create = isObject(value) ? value["create"] : undefined;
      if (!isObject(value) || !isObject(create) || !isObject(create["body"])) return [];
      const operation = operations.find((one) => statedName(one) === create["operation"]);
      const declared: DeclaredBody = { body: create["body"], unique: textsOf(value["unique"]) };
      return operation === undefined ? [] : [[operation.id, declared] as const];
    }),
  );

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The resources that a configuration declares; checked before. */
export const declaredResources = (
  { callables }: Pick<Api, "callables">,
  resources: unknown,
): readonly ApiResource[] => {
  if (!isObject(resources)) return [];
  const callableOf = (value: unknown): Callable | undefined => {
    const named = isObject(value) ? value["operation"] : value;
    return callables.find(({ operation }) => statedName(operation) === named);
  };
  const partOf = (value: unknown): JsonObject => (isObject(value) ? value : {});
  return Object.entries(resources).flatMap(([name, value]): readonly ApiResource[] => {
    if (!isObject(value)) return [];
    const [create, read, list] = [value["create"], value["read"], value["list"]].map(callableOf);
    const [update, replace, remove] = [value["update"], value["replace"], value["delete"]].map(callableOf);
    const { items, total, next } = partOf(value["list"]);
    const [parent, model] = [value["parent"], value["model"]].map(textOf);
    const pointers = Object.fromEntries(
      Object.entries({ items, total, next }).filter(([, pointer]) => typeof pointer === "string"),
    );
    const keeps = partOf(value["delete"])["then"] === "kept";
    return [
      {
        name,
        isDeclared: true,
        ...(create === undefined
          ? {}
          : {
              create: {
                callable: create,
                body: partOf(value["create"])["body"],
              },
            }),
        ...(read === undefined ? {} : { read }),
        ...(list === undefined ? {} : { list: { callable: list, ...pointers } }),
        ...(update === undefined ? {} : { update }),
        ...(replace === undefined ? {} : { replace }),
        ...(remove === undefined ? {} : { remove: { callable: remove, keeps } }),
        ...(parent === undefined ? {} : { parent }),
        unique: textsOf(value["unique"]),
        canonical: textsOf(value["canonical"]),
        moves: textsOf(value["moves"]),
        lags: lagOf(value["lag"]) > lateMs,
        ...(servingKeys.some((key) => value[key] !== undefined)
          ? {
              serving: {
                ...(model === undefined ? {} : { model }),
                refers: textMap(value["refers"]),
                copies: textMap(value["copies"]),
                names: textMap(value["names"]),
                operations: furtherOperations(value["operations"], callableOf),
              },
            }
          : {}),
      },
    ];
  });
};
