import type { ApiDocument, ApiModel, ApiOperation, SourcePlace } from "../../documents/document.ts";
import { template } from "../../documents/path-template.ts";
import { reachedModels } from "../../documents/reachable.ts";
import type { Change } from "./change.ts";
import { impactsOf } from "./kinds.ts";
import { compareOperations } from "./operations/compare-operations.ts";
import type { OperationContext } from "./operations/context.ts";
import { compareOfferedScopes } from "./operations/security.ts";
import { compareServers } from "./operations/servers.ts";
import { createSchemaComparison, type SchemaComparison, type SchemaUser } from "./schemas/compare-schemas.ts";
import type { Sides, Versions } from "./versions.ts";

export interface CompareOptions {
  /**
   * Whether the names of models matter, as they do to users of generated types. Otherwise a model is only added or
   * removed if nothing refers to it.
   */
  readonly names?: boolean;
}

interface ReportedChange {
  readonly kind: string;
  readonly at: string;
  readonly message: string;
  readonly sides: Sides;
  readonly user: SchemaUser | undefined;
}

/** An operation under a name that stays: what it calls itself, or its method and path. */
export const operationName = ({ statedId, method, path }: ApiOperation): string =>
  statedId ?? `${method.toLowerCase()} ${path}`;

const exactKey = ({ method, path }: ApiOperation): string => `${method} ${path}`;
const templateKey = ({ method, path }: ApiOperation): string => `${method} ${template(path)}`;
const idKey = ({ statedId }: ApiOperation): string => statedId ?? "";

interface Paired {
  readonly pairs: readonly Versions<ApiOperation>[];
  readonly moved: readonly Versions<ApiOperation>[];
  readonly gone: readonly ApiOperation[];
  readonly come: readonly ApiOperation[];
}

/** Pairs operations by path, by path without names of parameters, and last by id: those have moved. */
const paired = (versions: Versions<readonly ApiOperation[]>): Paired => {
  let gone = versions.old;
  let come = versions.new;
  const take = (keyOf: (operation: ApiOperation) => string): readonly Versions<ApiOperation>[] => {
    const partners = Map.groupBy(come, keyOf);
    const pairs: Versions<ApiOperation>[] = [];
    gone = gone.filter((old) => {
      const key = keyOf(old);
      const partner = key === "" ? undefined : partners.get(key)?.shift();
      if (partner !== undefined) pairs.push({ old, new: partner });
      return partner === undefined;
    });
    const taken = new Set(pairs.map((pair) => pair.new));
    come = come.filter((one) => !taken.has(one));
    return pairs;
  };
  const pairs = [...take(exactKey), ...take(templateKey)];
  const moved = take(idKey);
  return { pairs, moved, gone, come };
};

/** The operations that use what changes. */
const createUsers = ({
  usersOf,
}: SchemaComparison): ((user: SchemaUser | undefined) => readonly string[]) => {
  const known = new Map<SchemaUser, readonly string[]>();
  return (user) => {
    if (user === undefined) return [];
    const found = known.get(user);
    if (found !== undefined) return found;
    const seen = new Set([user]);
    // Iteration of a set includes entries added meanwhile.
    for (const one of seen) for (const other of usersOf(one) ?? []) seen.add(other);
    const operations = [...seen].filter((one) => typeof one === "string").toSorted();
    known.set(user, operations);
    return operations;
  };
};

/** One change for each location, however many operations share it. */
const folded = (changes: readonly Change[]): readonly Change[] => {
  const byLocation = Map.groupBy(changes, ({ kind, pointer, message }) =>
    JSON.stringify([kind, pointer, message]),
  );
  return [...byLocation.values()].flatMap(([first, ...rest]) => {
    if (first === undefined) return [];
    if (rest.length === 0) return [first];
    const operations = new Set([first, ...rest].flatMap((change) => change.operations));
    return [{ ...first, operations: [...operations].toSorted() }];
  });
};

const byLocation = (left: Change, right: Change): number =>
  left.pointer.localeCompare(right.pointer, "en") ||
  left.kind.localeCompare(right.kind, "en") ||
  left.message.localeCompare(right.message, "en");

const compareAllOperations = (
  documents: Versions<ApiDocument>,
  contextOf: (operation: ApiOperation, isReversed: boolean) => OperationContext,
): void => {
  const compareGroup = (key: "operations" | "webhooks", what: string): void => {
    const isReversed = key === "webhooks";
    const { pairs, moved, gone, come } = paired({ old: documents.old[key], new: documents.new[key] });
    for (const pair of [...pairs, ...moved]) compareOperations(pair, contextOf(pair.new, isReversed));
    for (const { old, new: now } of moved) {
      const { report, shown } = contextOf(now, isReversed);
      report(`${what}-moved`, shown(now.at), `${exactKey(old)} → ${exactKey(now)}`);
    }
    for (const one of come) {
      const { report, shown } = contextOf(one, isReversed);
      report(`${what}-added`, shown(one.at), operationName(one));
    }
    for (const one of gone) {
      const { report, shown } = contextOf(one, isReversed);
      report(`${what}-removed`, shown(one.at, "old"), operationName(one));
    }
  };
  compareGroup("operations", "operation");
  compareGroup("webhooks", "webhook");
};

/** Compares models that no operation reaches, and the names of models. */
const compareModels = (
  documents: Versions<ApiDocument>,
  schemas: SchemaComparison,
  report: (kind: string, at: string, message: string) => void,
  { names = false }: CompareOptions,
): void => {
  const reached = { old: reachedModels(documents.old), new: reachedModels(documents.new) };
  const { old, new: now } = documents;
  const said = { old: schemas.modelPrints("old"), new: schemas.modelPrints("new") };
  // What has another name, or none, is still there.
  const isMissed = ({ name, schema }: ApiModel, side: "old" | "new"): boolean =>
    names ||
    (!reached[side].has(name) &&
      !said[side === "old" ? "new" : "old"]().has(schemas.fingerprint(side, schema)));
  for (const [name, model] of now.models)
    if (model.isNamed && old.models.get(name)?.isNamed !== true && isMissed(model, "new"))
      report("model-added", schemas.shown(model.at), name);
  for (const [name, model] of old.models) {
    const other = now.models.get(name);
    if (!model.isNamed) continue;
    if (other?.isNamed !== true) {
      if (isMissed(model, "old")) report("model-removed", schemas.shownOld(model.at), name);
    } else if (names || (!reached.old.has(name) && !reached.new.has(name)))
      schemas.add({ old: model.schema, new: other.schema }, schemas.shown(other.at), {
        direction: "response",
      });
  }
};

/** Compares two versions in steps, so that others get their turn; returns every difference, sorted by location. */
export function* comparingDocuments(
  documents: Versions<ApiDocument>,
  options: CompareOptions = {},
): Generator<undefined, readonly Change[]> {
  const reported: ReportedChange[] = [];
  const schemas = createSchemaComparison(documents);
  const shown = (place: SourcePlace, side: keyof Versions<unknown> = "new"): string =>
    side === "new" ? schemas.shown(place) : schemas.shownOld(place);
  const contextOf = (user: SchemaUser | undefined, isReversed = false): OperationContext => ({
    documents,
    report: (kind, at, message, sides = {}) => reported.push({ kind, at, message, sides, user }),
    schemas: (pair, at, direction) =>
      schemas.add(pair, at, { direction, ...(user !== undefined && { user }) }),
    fingerprint: schemas.fingerprint,
    shown,
    names: options.names === true,
    isReversed,
  });
  const whole = contextOf(undefined);
  compareAllOperations(documents, (operation, isReversed) => contextOf(operationName(operation), isReversed));
  yield* schemas.steps();
  compareModels(documents, schemas, whole.report, options);
  yield* schemas.steps();
  compareServers({ old: documents.old.servers, new: documents.new.servers }, whole);
  compareOfferedScopes(whole);
  const operationsOf = createUsers(schemas);
  const changes = [...reported, ...schemas.changes].map(({ kind, at, message, sides, user }): Change => ({
    kind,
    ...impactsOf(kind),
    pointer: at,
    operations: operationsOf(user),
    message,
    ...sides,
  }));
  return folded(changes).toSorted(byLocation);
}

/**
 * Every difference between two versions of an OpenAPI document that a program can notice, sorted by location. Texts for
 * people (summaries, descriptions, examples) do not count.
 */
export const compareDocuments = (
  documents: Versions<ApiDocument>,
  options: CompareOptions = {},
): readonly Change[] => {
  const steps = comparingDocuments(documents, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
};
