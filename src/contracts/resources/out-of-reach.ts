import type { KeyProposal, OutOfReach } from "../../core/model/key-proposal.ts";
import { isObject } from "../../core/model/json-object.ts";
import { schemaNameOf } from "../../documents/references.ts";
import type { Api, Callable } from "../checks/api.ts";
import { bodyContent, isJsonType, writableTypes } from "../checks/input.ts";
import {
  isItemPath,
  nounOf,
  type PathPlace,
  placesIn,
  recordsBelow,
  templatesByCollection,
} from "../checks/templates.ts";
import { statedName } from "./declared-problems.ts";
import { recordPlace } from "./record-view.ts";
import { resourceChecks } from "./resource-checks.ts";
import type { ApiResource } from "./resource.ts";

/** One kind of records, with what the document says about it. */
interface Kind {
  readonly api: Api;
  readonly place: PathPlace;
  /** Operations whose paths end with its id, or go on from there. */
  readonly on: readonly Callable[];
  readonly resource: ApiResource;
  /** Ids of the facts of an operation. */
  factsOf(callable: Callable): readonly string[];
}

/** The name of the schema that an operation answers with. */
const modelOf = ({ operation }: Callable): string | undefined => {
  const success = operation.responses.find(({ status }) => status.startsWith("2"));
  const schema = success?.content.find(({ mediaType }) => isJsonType(mediaType))?.schema;
  return isObject(schema) && typeof schema["$ref"] === "string" ? schemaNameOf(schema["$ref"]) : undefined;
};

/** Facts of the relations that a resource would have with a creation. */
const relationFacts = ({ api, resource }: Kind, create: Callable | undefined): readonly string[] => {
  const whole = { ...resource, isDeclared: true, ...(create && { create: { callable: create } }) };
  return resourceChecks({ ...api, writes: true }, [whole], 0).flatMap(({ facts }) => facts);
};

const addedFacts = (kind: Kind, create: Callable | undefined): readonly string[] => {
  const now = new Set(resourceChecks(kind.api, [kind.resource], 0).flatMap(({ facts }) => facts));
  return relationFacts(kind, create).filter((fact) => !now.has(fact));
};

const inResource = ({ api, resource }: Kind, key: string): readonly string[] => [
  "interfaces",
  api.name,
  "resources",
  resource.name,
  key,
];

const reached = ({ resource }: Kind, why: string, key: KeyProposal): OutOfReach => ({
  resources: [resource.name],
  why,
  key,
});

const titleOf = ({ operation }: Callable): string => `${operation.method} ${operation.path}`;

/** What a caller must present and does not. */
const lacksCredential = (kind: Kind): OutOfReach | undefined => {
  const { api, on } = kind;
  const refused = on.filter(({ operation }) => api.credentials.authorizationOf(operation) === undefined);
  const [first] = refused;
  if (first === undefined) return undefined;
  const [scheme = ""] = api.credentials.wanted(first.operation);
  return reached(kind, `${titleOf(first)} needs a credential`, {
    path: ["interfaces", api.name, "credentials", scheme],
    facts: refused.flatMap(kind.factsOf),
  });
};

/** Operations that may create its records: below its collection, or by what they answer. */
const creators = ({ api, place, resource }: Kind): readonly Callable[] => {
  const byCollection = templatesByCollection(api.callables.map(({ operation }) => operation));
  const posts = api.callables.filter(
    ({ operation }) => operation.method === "POST" && !isItemPath(operation.path),
  );
  const model = resource.read && modelOf(resource.read);
  const below = posts.filter(({ operation }) =>
    recordsBelow(operation.path, byCollection).some(({ template }) => template === place.template),
  );
  const alike = posts.filter((post) => model !== undefined && modelOf(post) === model);
  return [...new Set([...below, ...alike])];
};

/** No operation is known to create its records. */
const lacksCreation = (kind: Kind): OutOfReach | undefined => {
  const { api, resource, place, on } = kind;
  const [creator] = creators(kind);
  if (creator?.reach === "several")
    return reached(kind, `${titleOf(creator)} is left out, as it may change more than one record`, {
      path: ["interfaces", api.name, "include"],
      value: [creator.name],
      facts: addedFacts(kind, creator),
    });
  if (creator !== undefined)
    return reached(kind, `${titleOf(creator)} probably creates it, but its path does not say so`, {
      path: inResource(kind, "create"),
      value: { operation: statedName(creator.operation) },
      facts: addedFacts(kind, creator),
    });
  const isKnown = api.records.recordsOf(place.template).length > 0;
  if (isKnown || resource.list !== undefined || Object.hasOwn(api.records.stated, place.name))
    return undefined;
  return reached(kind, "no operation creates or lists it", {
    path: ["interfaces", api.name, "values", place.name],
    facts: on.flatMap(kind.factsOf),
  });
};

/** Names of the properties that a body must have, at least. */
const requiredOf = (api: Api, { operation }: Callable): readonly string[] => {
  const type = writableTypes(operation).find(isJsonType) ?? "";
  return api.reading.view(bodyContent(operation, type)?.schema).required;
};

/** A creation that the run has tried in vain, or whose answers show no id. */
const isRefused = (kind: Kind, create: Callable): OutOfReach | undefined => {
  const { api, place } = kind;
  const { accepted, refused, own } = api.records;
  const operation = statedName(create.operation);
  const status = refused.get(create.id);
  const path = inResource(kind, "create");
  const facts = relationFacts(kind, create);
  if (status !== undefined && !accepted.has(create.id)) {
    const body = Object.fromEntries(requiredOf(api, create).map((name) => [name, "…"]));
    return reached(kind, `${titleOf(create)} accepted no body that its schema allows (${status})`, {
      path,
      value: { operation, body },
      facts,
    });
  }
  return accepted.has(create.id) && own(place.template).length === 0
    ? reached(kind, `no id is found in the answers of ${titleOf(create)}`, {
        path,
        value: { operation, newId: "/…" },
        facts,
      })
    : undefined;
};

const obstacleOf = (kind: Kind): OutOfReach | undefined => {
  const { api, resource } = kind;
  const create = resource.create?.callable;
  const before = lacksCredential(kind) ?? (create === undefined ? lacksCreation(kind) : undefined);
  if (before !== undefined || create === undefined) return before;
  if (!api.writes)
    return reached(kind, "writes are off", {
      path: ["safety", "writes"],
      value: true,
      facts: addedFacts(kind, create),
    });
  return isRefused(kind, create);
};

const kindsOf = (api: Api, resources: readonly ApiResource[], factsOf: Kind["factsOf"]): readonly Kind[] => {
  const all = api.callables.map((callable) => ({
    callable,
    place: placesIn(callable.operation.path).at(-1),
  }));
  const places = new Map(all.flatMap(({ place }) => (place === undefined ? [] : [[place.template, place]])));
  return [...places.values()].map((place) => ({
    api,
    place,
    on: all.flatMap((one) => (one.place?.template === place.template ? [one.callable] : [])),
    resource: resources.find((one) => recordPlace(one)?.template === place.template) ?? {
      name: nounOf(place.collection),
      isDeclared: false,
      unique: [],
      canonical: [],
      moves: [],
      lags: false,
    },
    factsOf,
  }));
};

/** One entry for each key: what one key reaches is said once. */
const together = (all: readonly OutOfReach[]): readonly OutOfReach[] =>
  [
    ...Map.groupBy(all, ({ why, key }) =>
      JSON.stringify([key.path, key.value, key.value === undefined ? "" : why]),
    ).values(),
  ].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const facts = [...new Set(same.flatMap(({ key }) => key.facts))];
    return [
      { ...first, resources: same.flatMap(({ resources }) => resources), key: { ...first.key, facts } },
    ];
  });

/**
 * Records that no run can work with as configured, each with the shortest key that changes that, those that add most
 * facts first.
 * @param factsOf ids of the facts of an operation
 */
export const unreachedRecords = (
  api: Api,
  resources: readonly ApiResource[],
  factsOf: Kind["factsOf"],
): readonly OutOfReach[] =>
  together(kindsOf(api, resources, factsOf).flatMap((kind) => obstacleOf(kind) ?? []))
    .filter(({ key }) => key.facts.length > 0)
    .toSorted((one, other) => other.key.facts.length - one.key.facts.length);
