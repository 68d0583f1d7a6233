import type { Api } from "../checks/api.ts";
import { replacedByPut, updated } from "./changed.ts";
import { created } from "./created.ts";
import { declaredResources } from "./declared.ts";
import { createdOnce } from "./created-once.ts";
import { createdRefused } from "./created-refused.ts";
import { exactIntegersStay } from "./exact.ts";
import { filtered } from "./filtered.ts";
import { inferredResources } from "./inferred.ts";
import { listed, pagesApart } from "./listed.ts";
import { oddTextsStay } from "./odd-texts.ts";
import { overTime } from "./over-time.ts";
import { belowItsParent } from "./parents.ts";
import { checkOf, type ResourceRelation, type ResourceCheck } from "./relation.ts";
import { removed } from "./removed.ts";
import { replacedOnce } from "./replaced-once.ts";
import type { ApiResource } from "./resource.ts";
import { sortedLists } from "./sorted.ts";
import { uniqueKeys } from "./unique.ts";

const relations: readonly ResourceRelation[] = [
  created,
  exactIntegersStay,
  oddTextsStay,
  createdOnce,
  createdRefused,
  belowItsParent,
  updated,
  replacedByPut,
  replacedOnce,
  uniqueKeys,
  removed,
  pagesApart,
  filtered,
  sortedLists,
  listed,
  overTime,
];

const callablesOf = ({ create, read, list, update, replace, remove, serving }: ApiResource) =>
  [
    create?.callable,
    read,
    list?.callable,
    update,
    replace,
    remove?.callable,
    ...(serving?.operations ?? []).map(({ callable }) => callable),
  ].filter((one) => one !== undefined);

/** Every name once: of two that the paths suggest, the first keeps it. */
const distinct = (resources: readonly ApiResource[]): readonly ApiResource[] => {
  const names = new Set<string>();
  return resources.flatMap((resource) => {
    let { name } = resource;
    for (let number = 2; names.has(name); number += 1) name = `${resource.name}-${number}`;
    names.add(name);
    return [{ ...resource, name }];
  });
};

/** The resources of an interface, declared or inferred. */
export const resourcesOf = (api: Api, declaration: unknown): readonly ApiResource[] => {
  const declared = declaredResources(api, declaration);
  const used = new Set(declared.flatMap(callablesOf).map(({ id }) => id));
  return distinct([...declared, ...inferredResources(api, used)]);
};

/** A resource once for each of its lists. */
const perList = (resource: ApiResource): readonly ApiResource[] => [
  resource,
  ...(resource.otherLists ?? []).map((list) => ({ ...resource, factName: list.callable.name, list })),
];

/** The relations of resources, each as a check that follows the document's own. */
export const resourceChecks = (
  api: Api,
  resources: readonly ApiResource[],
  firstPosition: number,
): readonly ResourceCheck[] =>
  relations.flatMap((relation) =>
    (relation.ofLists === true ? resources.flatMap(perList) : resources)
      .filter((resource) => relation.applies(resource, api) && (api.writes || !relation.writes))
      .map((resource, index) =>
        checkOf(relation, { api, resource, resources }, firstPosition + relation.phase * 5_000 + index),
      ),
  );
