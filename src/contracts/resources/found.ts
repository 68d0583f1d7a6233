import { isObject } from "../../core/model/json-object.ts";
import type { KeyProposal } from "../../core/model/key-proposal.ts";
import type { Api, Callable } from "../checks/api.ts";
import { namesAnother } from "../checks/own-texts.ts";
import { statedName } from "./declared-problems.ts";
import { resourceFact } from "./relation.ts";
import { resourceChecks } from "./resource-checks.ts";
import type { ApiResource } from "./resource.ts";

/** The parts of a resource that a configuration may name, in its order. */
const parts = ["create", "read", "list", "update", "replace", "remove"] as const;

type Part = (typeof parts)[number];

/** Facts of what only the owner can state: the document leaves open what such a change means. */
const meanings: Partial<Readonly<Record<Part, string>>> = { update: "updated", replace: "replaced" };

const keyOf = (part: Part): string => (part === "remove" ? "delete" : part);

const callableOf = (resource: ApiResource, part: Part): Callable | undefined => {
  const value = resource[part];
  return value === undefined || "operation" in value ? value : value.callable;
};

/** Whether a value can be sent again as a configuration holds it: it names no record of this run. */
const isRepeatable = (api: Api, value: unknown, name = ""): boolean => {
  if (Array.isArray(value)) return value.every((inner) => isRepeatable(api, inner, name));
  if (isObject(value)) return Object.entries(value).every(([key, inner]) => isRepeatable(api, inner, key));
  // A configuration holds no number that a program would round.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return false;
  // It would name a variable there.
  if (typeof value === "string" && value.includes("${")) return false;
  return !(namesAnother(name) && api.records.valuesNamed(name).includes(String(value)));
};

const valueOf = (api: Api, part: Part, callable: Callable): unknown => {
  const operation = statedName(callable.operation);
  const body = part === "create" ? api.records.accepted.get(callable.id)?.input.body?.value : undefined;
  return isObject(body) && isRepeatable(api, body) ? { operation, body } : operation;
};

const factsOf = (api: Api, resource: ApiResource): readonly string[] =>
  resourceChecks(api, [resource], 0).flatMap(({ facts }) => facts);

/** Whether a run has worked with the records of a resource: what it has created could be read. */
const isProven = (api: Api, resource: ApiResource, judged: ReadonlyMap<string, boolean>): boolean =>
  resource.create === undefined
    ? factsOf(api, resource).some((fact) => judged.get(fact) === true)
    : judged.get(resourceFact(api, resource, "created")) === true;

/**
 * Resources that a run has inferred and worked with, as a declaration.
 * @param resources as the run has tried them
 * @param judged whether each fact that the run has judged holds
 */
export const foundResources = (
  api: Api,
  resources: readonly ApiResource[],
  judged: ReadonlyMap<string, boolean>,
): readonly KeyProposal[] =>
  resources
    .filter((resource) => isProven(api, resource, judged))
    .flatMap((resource) =>
      parts.flatMap((part): readonly KeyProposal[] => {
        const callable = callableOf(resource, part);
        if (callable === undefined) return [];
        const { [part]: _, ...without } = resource;
        const rest = new Set(factsOf(api, without));
        const facts = factsOf(api, resource).filter((fact) => judged.has(fact) && !rest.has(fact));
        const violated = facts.filter((fact) => judged.get(fact) === false);
        const path = ["interfaces", api.name, "resources", resource.name, keyOf(part)];
        const isOpen = violated.includes(resourceFact(api, resource, meanings[part] ?? ""));
        return [
          {
            path,
            value: valueOf(api, part, callable),
            facts,
            ...(violated.length === 0 ? {} : { violated, isOpen }),
          },
        ];
      }),
    );
