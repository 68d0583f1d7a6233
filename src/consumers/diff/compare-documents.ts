import { childPointer } from "../../core/formats/json-pointer.ts";
import { type Cursor, cursorAt } from "../../documents/cursor.ts";
import { entriesOf, isText, itemsOf } from "../../documents/json.ts";
import { isObject } from "../../core/model/json-object.ts";
import { checkReferences } from "../../documents/references.ts";
import type { SourceDocument } from "../../documents/source-document.ts";
import { asSchema, type Schema } from "../../documents/schemas/schema.ts";
import type { Change, Direction } from "./change.ts";
import { impactsOf } from "./kinds.ts";
import { compareOperations, type LocatedOperation, operationsByKey } from "./operation-changes.ts";
import { compareSchemas } from "./schema-changes.ts";
import type { ReportChange, Sides, Versions } from "./versions.ts";

/** A user of a named model: an operation, or another model in the same direction. */
type User = { readonly operation: string } | { readonly model: string };

interface ReportedChange {
  readonly kind: string;
  readonly pointer: string;
  readonly message: string;
  readonly sides: Sides;
  readonly user: User | undefined;
}

const modelsOf = (root: unknown): ReadonlyMap<string, Schema> => {
  const components = isObject(root) && isObject(root["components"]) ? root["components"] : {};
  return new Map(entriesOf(components["schemas"]).map(([name, schema]) => [name, asSchema(schema)]));
};

/** A model in one direction; the same model may be both sent and answered. */
const keyOf = (model: string, direction: Direction): string => `${direction} ${model}`;

/** The users of each model, and their operations. */
const createUsage = () => {
  const users = new Map<string, Set<string>>();
  const nameOf = (user: User): string => ("operation" in user ? `operation ${user.operation}` : user.model);
  const operationsOf = (name: string, seen: Set<string>): readonly string[] => {
    if (seen.has(name)) return [];
    seen.add(name);
    if (name.startsWith("operation ")) return [name.slice("operation ".length)];
    return [...(users.get(name) ?? [])].flatMap((one) => operationsOf(one, seen));
  };
  return {
    add: (model: string, user: User): void => {
      const known = users.get(model) ?? new Set();
      users.set(model, known.add(nameOf(user)));
    },
    operations: (user: User | undefined): readonly string[] =>
      user === undefined ? [] : [...new Set(operationsOf(nameOf(user), new Set()))].toSorted(),
  };
};

/** A named model, and a direction in which it was found. */
interface Met {
  readonly model: string;
  readonly direction: Direction;
}

/** Models to compare, once per direction. */
const createWaiting = () => {
  const pending: Met[] = [];
  const known = new Set<string>();
  return {
    has: (model: string, direction: Direction): boolean => known.has(keyOf(model, direction)),
    add: (model: string, direction: Direction): void => {
      const key = keyOf(model, direction);
      if (!known.has(key)) pending.push({ model, direction });
      known.add(key);
    },
    *all(): Generator<Met> {
      for (let next = pending.pop(); next !== undefined; next = pending.pop()) yield next;
    },
  };
};

/** Compares schemas, and each named model once per direction. */
const createSchemaComparison = (roots: Versions<unknown>, reported: ReportedChange[]) => {
  const usage = createUsage();
  const models = { old: modelsOf(roots.old), new: modelsOf(roots.new) };
  const waiting = createWaiting();

  const compare = (pair: Versions<Schema>, pointer: string, direction: Direction, user: User): void => {
    const annotate: ReportChange = (kind, at, message, sides = {}) =>
      reported.push({ kind, pointer: at, message, sides, user });
    compareSchemas(
      pair,
      { pointer, inside: new Set() },
      {
        roots,
        annotate,
        report: (kind, ...rest) => annotate(`${direction}-${kind}`, ...rest),
        meet: (model) => {
          usage.add(keyOf(model, direction), user);
          waiting.add(model, direction);
        },
      },
    );
  };

  const drain = (): void => {
    for (const { model, direction } of waiting.all()) {
      const pair = { old: models.old.get(model) ?? true, new: models.new.get(model) ?? true };
      compare(pair, childPointer("/components/schemas", model), direction, {
        model: keyOf(model, direction),
      });
    }
  };

  return {
    operations: usage.operations,
    compare,
    /** Compares the models found in operations, then those that no operation uses. */
    finish: (): void => {
      drain();
      for (const model of models.old.keys())
        if (models.new.has(model) && !waiting.has(model, "request")) waiting.add(model, "response");
      drain();
    },
    models,
  };
};

type Note = (kind: string, pointer: string, message: string, user?: User) => void;

const compareNames = (
  pair: Versions<ReadonlyMap<string, unknown>>,
  kinds: Versions<string>,
  pointer: (name: string) => string,
  note: Note,
): void => {
  for (const name of pair.new.keys()) if (!pair.old.has(name)) note(kinds.new, pointer(name), name);
  for (const name of pair.old.keys()) if (!pair.new.has(name)) note(kinds.old, pointer(name), name);
};

const serversOf = (root: Cursor): ReadonlyMap<string, unknown> =>
  new Map(
    itemsOf(root.value["servers"]).flatMap((server) =>
      isObject(server) && isText(server["url"]) ? [[server["url"], server]] : [],
    ),
  );

const rootOf = (document: SourceDocument): Cursor => cursorAt(document, "");

const only = (operation: LocatedOperation, kind: string, note: Note): void =>
  note(kind, operation.operation.pointer, operation.id, { operation: operation.id });

/** One change for each location, however many operations share it. */
const folded = (changes: readonly Change[]): readonly Change[] => {
  const byLocation = Map.groupBy(changes, ({ kind, pointer, message }) =>
    JSON.stringify([kind, pointer, message]),
  );
  return [...byLocation.values()].flatMap(([first, ...rest]) => {
    if (first === undefined) return [];
    const operations = new Set([first, ...rest].flatMap((change) => change.operations));
    return [{ ...first, operations: [...operations].toSorted() }];
  });
};

const byLocation = (left: Change, right: Change): number =>
  left.pointer.localeCompare(right.pointer, "en") ||
  left.kind.localeCompare(right.kind, "en") ||
  left.message.localeCompare(right.message, "en");

/**
 * Every difference between two versions of an OpenAPI document that a program can notice, sorted by location. Texts for
 * people (summaries, descriptions, examples) do not count.
 * @throws UsageError for a reference that leaves a document, leads to nothing or forms a cycle.
 */
export const compareDocuments = (pair: Versions<SourceDocument>): readonly Change[] => {
  checkReferences(pair.old);
  checkReferences(pair.new);
  const roots = { old: rootOf(pair.old), new: rootOf(pair.new) };
  const reported: ReportedChange[] = [];
  const note: Note = (kind, pointer, message, user) =>
    reported.push({ kind, pointer, message, sides: {}, user });
  const schemas = createSchemaComparison({ old: pair.old.root, new: pair.new.root }, reported);

  const operations = { old: operationsByKey(roots.old), new: operationsByKey(roots.new) };
  for (const [key, operation] of operations.new) {
    const old = operations.old.get(key);
    if (old === undefined) {
      only(operation, "operation-added", note);
      continue;
    }
    const user = { operation: operation.id };
    compareOperations(
      { old, new: operation },
      {
        report: (kind, pointer, message) => note(kind, pointer, message, user),
        schemas: (versions, pointer, direction) =>
          schemas.compare(
            { old: asSchema(versions.old), new: asSchema(versions.new) },
            pointer,
            direction,
            user,
          ),
      },
    );
  }
  for (const [key, operation] of operations.old)
    if (!operations.new.has(key)) only(operation, "operation-removed", note);

  schemas.finish();
  compareNames(
    schemas.models,
    { old: "model-removed", new: "model-added" },
    (name) => childPointer("/components/schemas", name),
    note,
  );
  compareNames(
    { old: serversOf(roots.old), new: serversOf(roots.new) },
    { old: "server-removed", new: "server-added" },
    () => "/servers",
    note,
  );
  const changes = reported.map(({ kind, pointer, message, sides, user }): Change => ({
    kind,
    ...impactsOf(kind),
    pointer,
    operations: schemas.operations(user),
    message,
    ...sides,
  }));
  return folded(changes).toSorted(byLocation);
};
