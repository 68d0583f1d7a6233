import type { Contract, InterfaceDescription, ScratchRule } from "../core/model/contract.ts";
import type { Compiled } from "../core/model/compiled.ts";
import type { FileRules } from "../core/model/file-rules.ts";
import type { Operation } from "../core/model/operation.ts";
import { isGood } from "../core/model/exchange.ts";
import type { Fact } from "../core/model/fact.ts";
import { isObject, own } from "../core/model/json-object.ts";
import { joinedTables } from "../documents/joined-tables.ts";
import type { WireRequest } from "../core/model/transport.ts";
import type { UndoPlan } from "../core/model/undo-plan.ts";
import { createFieldNames } from "../core/privacy/field-names.ts";
import { type Api, type Callable, factId } from "./checks/api.ts";
import { createCredentials } from "./checks/credentials.ts";
import { documentChecks, documentFacts } from "./checks/document-checks.ts";
import { isCreation, isRemovableCreation, reachOf } from "./checks/effects.ts";
import { createSchemaReading } from "./checks/schema-view.ts";
import { createRunRecords, valueIn } from "./checks/run-records.ts";
import { erased, isItemPath, placesIn } from "./checks/templates.ts";
import type { ApiDocument, ApiOperation } from "../documents/document.ts";
import { documentedBodiesOf, modelsInAnswersOf } from "./documented-bodies.ts";
import { loginsOf } from "./logins.ts";
import { engineOperation } from "./operations.ts";
import { matchesPattern } from "./patterns.ts";
import { declaredBodies, newIdsOf } from "./resources/declared.ts";
import { foundResources } from "./resources/found.ts";
import { unreachedRecords } from "./resources/out-of-reach.ts";
import { resourceChecks, resourcesOf } from "./resources/resource-checks.ts";
import type { ApiResource } from "./resources/resource.ts";
import { type Severities, withSeverities } from "./severities.ts";
import { loadValidatorsOf } from "./validators.ts";

/** A document with what a configuration says about its server. */
export interface DocumentEntry {
  /** Name of the interface. */
  readonly name: string;
  readonly document: ApiDocument;
  /** Ids of operations within their document, where another interface has the same, by their ids in the contract. */
  readonly ownIds?: ReadonlyMap<string, string>;
  readonly baseUrl: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** What is given for its security schemes, with variables as they are written. */
  readonly credentials: unknown;
  /** What the records are, as the configuration declares it. */
  readonly resources?: unknown;
  readonly exclude: readonly string[];
  readonly include: readonly string[];
  readonly severity: Severities;
  /** Names of the headers that every request carries. */
  readonly headers: readonly string[];
  /** Whether a dotted configuration path has a value. */
  has(path: string): boolean;
}

export interface ContractOptions {
  /** Rules of the configuration. */
  readonly config: () => FileRules;
  /** Whether the run may create and change records. */
  readonly writes: boolean;
  /** Requests of the run in all, if the configuration limits them. */
  readonly maxRequests: number | undefined;
  /** Whether the run finds out what could be declared: what is inferred is tried as if it were. */
  readonly infers?: boolean;
}

const names = (patterns: readonly string[], { statedId, id, path }: ApiOperation): boolean =>
  patterns.some((pattern) => [statedId ?? id, path].some((text) => matchesPattern(pattern, text)));

const callablesOf = (
  { document, ownIds, exclude, include }: DocumentEntry,
  reading: Api["reading"],
): readonly Callable[] =>
  document.operations
    .filter((operation) => !names(exclude, operation))
    .map((operation): Callable => {
      const reach = reachOf(operation, reading);
      const isIncluded = reach === "several" && names(include, operation);
      const { id } = operation;
      return { operation, id, name: ownIds?.get(id) ?? id, reach: isIncluded ? "a new record" : reach };
    });

const basePathOf = (baseUrl: string): string => (URL.parse(baseUrl)?.pathname ?? "").replace(/\/+$/, "");

/** The operation that removes records of a template. */
const removerOf = (callables: readonly Callable[], template: string): Callable | undefined =>
  callables.find(
    ({ operation, reach }) =>
      operation.method === "DELETE" &&
      reach === "one record" &&
      erased(operation.path).replace(/\/$/, "") === template,
  );

/** Whether the document states a read of what an operation removes. */
const isRead = (callables: readonly Callable[], { operation: { path } }: Callable): boolean =>
  callables.some(({ operation }) => operation.method === "GET" && erased(operation.path) === erased(path));

const filled = (path: string, values: readonly string[]): string => {
  let index = 0;
  return path.replace(/\{[^{}]*\}/g, () => encodeURIComponent(values[index++] ?? ""));
};

/** Which writes a run may send, and what undoes them. */
const createWrites = (api: Api, basePath: string) => {
  const byId = new Map(api.callables.map((callable) => [callable.id, callable]));
  const callableOf = ({ operation }: WireRequest): Callable => {
    const found = byId.get(operation);
    if (found === undefined) throw new Error(`there is no operation ${operation}`);
    return found;
  };

  /** Whether a request goes to what the run has created, or to what nobody has. */
  const isOwn = (callable: Callable, request: WireRequest): boolean => {
    const origin = api.records.originOf(callable.operation, request);
    return origin === "own" || origin === "invented" || origin === "stated";
  };

  /** Whether a request adds to a record of others what the run removes again. */
  const isBelowAnother = (callable: Callable, request: WireRequest): boolean =>
    api.records.originOf(callable.operation, request) === "seen" &&
    isRemovableCreation(callable, api.callables);

  const allows = (request: WireRequest): boolean => {
    const callable = byId.get(request.operation);
    if (callable === undefined || callable.reach === "several" || !api.writes) return false;
    const hasPlaces = placesIn(callable.operation.path).length > 0;
    // A method that the path does not list carries noValue, to nobody.
    if (request.method !== callable.operation.method)
      return (
        request.body === undefined &&
        (!hasPlaces || api.records.originOf(callable.operation, request) === "invented")
      );
    if (!hasPlaces) return callable.reach === "a new record";
    return isOwn(callable, request) || isBelowAnother(callable, request);
  };

  const undoPlanOf = (request: WireRequest): UndoPlan => {
    const callable = callableOf(request);
    const { operation } = callable;
    const { method, path } = operation;
    if (request.method !== method)
      return {
        kind: "none",
        what: `${request.method} ${path}, which its document does not list, was answered`,
      };
    if (method === "DELETE") return { kind: "own" };
    const isNew =
      isCreation(operation) || (method === "PUT" && api.records.originOf(operation, request) === "invented");
    if (!isNew && isItemPath(path)) return { kind: "own" };
    const since = api.records.answers();
    const what = `what ${method} ${path} has stored, if anything`;
    return {
      kind: "creation",
      what,
      created(response) {
        if (!isGood(response.status) || response.body.kind === "unknown") return undefined;
        const record = api.records.created(operation, request, response, { basePath, since });
        const remover = record && removerOf(api.callables, record.template);
        if (record === undefined || remover === undefined) return undefined;
        const places = placesIn(remover.operation.path);
        const values = places.map(({ name }, index) => valueIn(record, name, index));
        const path = filled(remover.operation.path, values);
        return {
          record: path,
          removal: {
            interface: api.name,
            operation: remover.id,
            method: "DELETE",
            path,
            ...(isRead(api.callables, remover) ? { readPath: path } : {}),
            pathParameters: Object.fromEntries(places.map(({ name }, index) => [name, values[index] ?? ""])),
          },
        };
      },
    };
  };
  return { allows, undoPlanOf };
};

interface Part {
  readonly api: Api;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly response: Compiled;
  readonly entry: DocumentEntry;
  readonly resources: readonly ApiResource[];
  readonly writes: ReturnType<typeof createWrites>;
}

/** Requests for each operation at the least and at the most, and those of a run that nothing limits. */
const leastEffort = 12;
const mostEffort = 300;
const usualRequests = 3000;

const effortFor = (operations: number, maxRequests = usualRequests): number =>
  Math.min(mostEffort, Math.max(leastEffort, Math.floor((0.8 * maxRequests) / Math.max(1, operations))));

const partOf = async (entry: DocumentEntry, options: ContractOptions): Promise<Part> => {
  const { name, document } = entry;
  const reading = createSchemaReading(document);
  const { request, response } = await loadValidatorsOf(name, document);
  const callables = callablesOf(entry, reading);
  const records = createRunRecords(document, entry.values, newIdsOf(entry.resources, document.operations));
  const api: Api = {
    name,
    document,
    callables,
    reading,
    records,
    declared: declaredBodies(entry.resources, document.operations),
    credentials: createCredentials(name, document, (path) => entry.has(path), entry.headers),
    writes: options.writes,
    effort: effortFor(callables.length, options.maxRequests),
    fits: (key, value) => (own(request.validators, key) ?? own(response.validators, key))?.(value) ?? true,
  };
  const operations = Object.fromEntries(
    callables.flatMap(({ operation, id }) => {
      const known = engineOperation(operation, name, reading);
      return known === undefined ? [] : [[id, known] as const];
    }),
  );
  const sent = { ...api, callables: callables.filter(({ id }) => Object.hasOwn(operations, id)) };
  const resources = resourcesOf(sent, entry.resources).map((one) =>
    options.infers === true ? { ...one, isDeclared: true } : one,
  );
  const writes = createWrites(sent, basePathOf(entry.baseUrl));
  return { api: sent, operations, response, entry, resources, writes };
};

/** Keys that a configuration lacks, before a run and after one that tries what can be declared. */
const proposalsOf = (
  { api, entry, resources }: Part,
  { infers }: ContractOptions,
  facts: readonly Fact[],
): Pick<InterfaceDescription, "outOfReach" | "inference"> => ({
  outOfReach: () =>
    unreachedRecords(api, resources, (callable) => {
      const prefix = factId(api, callable, "");
      return facts.flatMap(({ id }) => (id.startsWith(prefix) ? [id] : []));
    }),
  ...(infers === true
    ? {
        inference: {
          checks: [
            ...api.callables.map((callable) => factId(api, callable, "accepts")),
            ...resourceChecks(api, resources, 0).map(({ id }) => id),
          ],
          found: (judged) => {
            const stated = isObject(entry.resources) ? entry.resources : {};
            const inferred = resources.filter(({ name }) => !Object.hasOwn(stated, name));
            return foundResources(api, inferred, judged);
          },
        },
      }
    : {}),
});

/** Relations follow what learns which input is accepted, and come before what is sent to be refused. */
const relationsBegin = 350_000;

const publicTerms: Contract["publicTerms"] = {
  fieldWords: [],
  pathWords: [],
  values: [],
  plainNumbers: [],
  fieldReferences: [],
  credentialMoments: [],
};

/** Where the document's client credentials flows issue tokens (OpenAPI 3.1, section 4.8.30). */
const tokenAddressesOf = ({ name, document }: DocumentEntry): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...document.securitySchemes.values()].flatMap((scheme) => {
      const address = scheme.flows.get("clientCredentials")?.urls["tokenUrl"];
      return address === undefined
        ? []
        : [
            [`${name}.credentials.${scheme.name}`, address] as const,
            [`${name}.credentials.limited.${scheme.name}`, address] as const,
            [`${name}.credentials.strangers.${scheme.name}`, address] as const,
          ];
    }),
  );

/** Where an operation's facts are stated; those of records are in the document as a whole. */
const statedAt = ({ name, document }: DocumentEntry): ((fact: string) => Pick<Fact, "places" | "lines">) => {
  const places = new Map(document.operations.map(({ id, at }) => [id, at]));
  return (fact) => {
    const at = places.get(fact.slice(name.length + 1, fact.lastIndexOf("/")));
    return at === undefined
      ? { places: [document.file], lines: [{ file: document.file, line: 1 }] }
      : { places: [`${at.file}#${at.pointer}`], lines: [{ file: at.file, line: document.line(at) }] };
  };
};

const stated = new WeakMap<InterfaceDescription, ApiDocument>();

/** The document that states what an interface promises; undefined for one of the built-in contract. */
export const documentBehind = (
  { described }: Pick<Contract, "described">,
  name: string,
): ApiDocument | undefined => {
  const description = own(described, name);
  return description && stated.get(description);
};

const descriptionOf = (
  part: Part,
  options: ContractOptions,
  facts: readonly Fact[],
): InterfaceDescription => {
  const { api, entry } = part;
  const description: InterfaceDescription = {
    ...proposalsOf(part, options, facts),
    title: entry.document.title === "" ? api.name : entry.document.title,
    // An address is always there: nothing is skipped for the lack of it.
    mainCredential: `${api.name}.baseUrl`,
    tokenAddresses: tokenAddressesOf(entry),
    logins: loginsOf(api.name, entry.document, entry.credentials),
    credentialsOf: (id) => {
      const callable = api.callables.find((one) => one.id === id) ?? api.callables[0];
      const authorization = callable && api.credentials.authorizationOf(callable.operation);
      return authorization?.kind === "schemes" ? authorization.parts : [];
    },
  };
  stated.set(description, entry.document);
  return description;
};

/** The contract that OpenAPI documents state, each for one interface. */
export const documentContract = async (
  entries: readonly DocumentEntry[],
  options: ContractOptions,
): Promise<Contract> => {
  const parts = await Promise.all(entries.map((entry) => partOf(entry, options)));
  const operations = joinedTables(parts.map((part) => part.operations));
  const checks = parts.flatMap(({ api, entry, resources }) =>
    [...documentChecks(api), ...resourceChecks(api, resources, relationsBegin)].map((check) =>
      withSeverities(check, entry.severity),
    ),
  );
  const facts = parts.flatMap(({ api, entry }) =>
    documentFacts(
      checks.filter(({ interfaces }) => interfaces.includes(api.name)),
      statedAt(entry),
    ),
  );
  const documentedBodies = joinedTables(
    parts.map(({ api, entry }) => documentedBodiesOf(api.name, entry.document)),
  );
  const partOfInterface = (name: string): Part => {
    const found = parts.find(({ api }) => api.name === name);
    if (found === undefined) throw new Error(`there is no interface ${name}`);
    return found;
  };
  const partOfOperation = ({ interface: name }: WireRequest): Part => partOfInterface(name);
  const scratch = Object.fromEntries(
    Object.values(operations).map(({ id, interface: name }): readonly [string, ScratchRule] => [
      id,
      { kind: "own", allows: partOfInterface(name).writes.allows },
    ]),
  );
  let config: FileRules | undefined;
  return {
    interfaces: parts.map(({ api }) => api.name),
    operations,
    compiled: (name) => partOfInterface(name).response,
    schemaFacts: {},
    notationFacts: new Set(),
    modelInstances: joinedTables(parts.map(({ entry }) => modelsInAnswersOf(entry.document))),
    instanceConditions: {},
    documentedBodies,
    described: Object.fromEntries(parts.map((part) => [part.api.name, descriptionOf(part, options, facts)])),
    facts,
    unknowns: [],
    checks,
    observers: [],
    factGroups: Object.fromEntries(parts.map(({ api }) => [api.name, api.name])),
    publicTerms,
    fieldNames: createFieldNames({ operations, documentedBodies, publicTerms }),
    get config() {
      return (config ??= options.config());
    },
    anew: () => documentContract(entries, options),
    scratch,
    undoPlanOf: (request) => partOfOperation(request).writes.undoPlanOf(request),
  };
};
