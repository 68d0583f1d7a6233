import { childPointer } from "../../harness/formats/json-pointer.ts";
import { child, children, type Cursor, text as textAt } from "../../generators/documents/cursor.ts";
import { entriesOf, isText, itemsOf, textsOf } from "../../generators/documents/json.ts";
import { isObject } from "../../harness/model/json-object.ts";
import type { Direction } from "./change.ts";
import { type ReportChange, text, type Versions } from "./versions.ts";

/** What the comparison of operations needs of the comparison of documents around it. */
export interface OperationContext {
  /** Takes down a change of the operation itself; the kind is whole. */
  readonly report: ReportChange;
  /** Compares a schema of the operation. */
  readonly schemas: (pair: Versions<unknown>, pointer: string, direction: Direction) => void;
}

type MaybeCursor = Versions<Cursor | undefined>;

/** Pairs what is on both sides under one name, with what came and what went. */
const paired = (
  pair: Versions<readonly (readonly [string, Cursor])[]>,
): readonly {
  readonly name: string;
  readonly old: Cursor | undefined;
  readonly new: Cursor | undefined;
}[] => {
  const [before, after] = [new Map(pair.old), new Map(pair.new)];
  return [...new Set([...before.keys(), ...after.keys()])].map((name) => ({
    name,
    old: before.get(name),
    new: after.get(name),
  }));
};

const under = (cursor: Cursor | undefined, name: string): readonly (readonly [string, Cursor])[] =>
  cursor === undefined ? [] : children(cursor, name);

const isTrue = (cursor: Cursor, name: string): boolean => cursor.value[name] === true;

const compareFlag = (
  pair: Versions<Cursor>,
  name: string,
  kinds: Versions<string>,
  { report }: OperationContext,
): void => {
  const [before, after] = [isTrue(pair.old, name), isTrue(pair.new, name)];
  if (before !== after) report(after ? kinds.new : kinds.old, pair.new.pointer, name);
};

const parametersOf = (pathItem: Cursor, operation: Cursor): readonly (readonly [string, Cursor])[] =>
  [...children(pathItem, "parameters"), ...children(operation, "parameters")].map(([, parameter]) => [
    `${textAt(parameter, "in") ?? ""} ${textAt(parameter, "name") ?? ""}`,
    parameter,
  ]);

const serialization = (parameter: Cursor): string =>
  text(["style", "explode", "allowReserved"].map((name) => parameter.value[name] ?? null));

const compareParameter = (pair: Versions<Cursor>, context: OperationContext): void => {
  const { pointer } = pair.new;
  compareFlag(
    pair,
    "required",
    { old: "parameter-became-optional", new: "parameter-became-required" },
    context,
  );
  compareFlag(
    pair,
    "deprecated",
    { old: "parameter-no-longer-deprecated", new: "parameter-deprecated" },
    context,
  );
  const [before, after] = [serialization(pair.old), serialization(pair.new)];
  if (before !== after) context.report("parameter-serialization-changed", pointer, `${before} → ${after}`);
  compareAttached(pair, context);
  context.schemas(
    { old: pair.old.value["schema"], new: pair.new.value["schema"] },
    childPointer(pointer, "schema"),
    "request",
  );
};

const compareParameters = (
  pair: Versions<readonly (readonly [string, Cursor])[]>,
  context: OperationContext,
): void => {
  for (const { name, old, new: now } of paired(pair)) {
    if (old !== undefined && now !== undefined) compareParameter({ old, new: now }, context);
    else if (now !== undefined)
      context.report(
        isTrue(now, "required") ? "required-parameter-added" : "parameter-added",
        now.pointer,
        name,
      );
    else if (old !== undefined)
      context.report(
        isTrue(old, "required") ? "required-parameter-removed" : "parameter-removed",
        old.pointer,
        name,
      );
  }
};

const compareContent = (pair: MaybeCursor, direction: Direction, context: OperationContext): void => {
  const contents = { old: under(pair.old, "content"), new: under(pair.new, "content") };
  for (const { name, old, new: now } of paired(contents)) {
    if (old !== undefined && now !== undefined)
      context.schemas(
        { old: old.value["schema"], new: now.value["schema"] },
        childPointer(now.pointer, "schema"),
        direction,
      );
    else {
      const cursor = now ?? old;
      if (cursor !== undefined)
        context.report(
          `${direction}-media-type-${now === undefined ? "removed" : "added"}`,
          cursor.pointer,
          name,
        );
    }
  }
};

const compareRequest = (pair: MaybeCursor, context: OperationContext): void => {
  const { old, new: now } = pair;
  if (old !== undefined && now !== undefined) {
    compareFlag(
      { old, new: now },
      "required",
      { old: "request-body-became-optional", new: "request-body-became-required" },
      context,
    );
    return compareContent(pair, "request", context);
  }
  const cursor = now ?? old;
  if (cursor === undefined) return;
  const prefix = isTrue(cursor, "required") ? "required-" : "";
  context.report(`${prefix}request-body-${now === undefined ? "removed" : "added"}`, cursor.pointer, "body");
};

const compareHeaders = (pair: Versions<Cursor>, context: OperationContext): void => {
  const headers = { old: under(pair.old, "headers"), new: under(pair.new, "headers") };
  for (const { name, old, new: now } of paired(headers)) {
    if (old === undefined || now === undefined) {
      const cursor = now ?? old;
      if (cursor !== undefined)
        context.report(`response-header-${now === undefined ? "removed" : "added"}`, cursor.pointer, name);
      continue;
    }
    compareFlag(
      { old, new: now },
      "required",
      { old: "response-header-became-optional", new: "response-header-became-required" },
      context,
    );
    context.schemas(
      { old: old.value["schema"], new: now.value["schema"] },
      childPointer(now.pointer, "schema"),
      "response",
    );
  }
};

const hasBody = (response: Cursor): boolean => children(response, "content").length > 0;

const compareResponse = (pair: Versions<Cursor>, context: OperationContext): void => {
  compareAttached(pair, context);
  compareHeaders(pair, context);
  const [before, after] = [hasBody(pair.old), hasBody(pair.new)];
  if (before && after) return compareContent(pair, "response", context);
  if (before !== after)
    context.report(after ? "response-body-added" : "response-body-removed", pair.new.pointer, "body");
};

const isSuccess = (status: string): boolean => status.startsWith("2");

const compareResponses = (pair: Versions<Cursor>, context: OperationContext): void => {
  const responses = { old: under(pair.old, "responses"), new: under(pair.new, "responses") };
  for (const { name, old, new: now } of paired(responses)) {
    if (old !== undefined && now !== undefined) {
      compareResponse({ old, new: now }, context);
      continue;
    }
    const cursor = now ?? old;
    const how = now === undefined ? "removed" : "added";
    if (cursor !== undefined)
      context.report(`${isSuccess(name) ? "success" : "error"}-status-${how}`, cursor.pointer, name);
  }
};

/** The facts and questions attached to a node that is no schema. */
const compareAttached = (pair: Versions<Cursor>, { report }: OperationContext): void => {
  const compare = (names: readonly string[], added: string, removed: string): void => {
    const [before, after] = [pair.old, pair.new].map(({ value }) =>
      names.flatMap((name) => textsOf(value[name])),
    );
    for (const id of after ?? []) if (before?.includes(id) === false) report(added, pair.new.pointer, id);
    for (const id of before ?? []) if (after?.includes(id) === false) report(removed, pair.new.pointer, id);
  };
  compare(["x-facts", "x-facts-about"], "fact-attached", "fact-detached");
  compare(["x-unknown"], "question-opened", "question-closed");
};

/** The ways to authenticate, each as one text; undefined where none is needed. */
const securityOf = (operation: Cursor, root: Cursor): readonly string[] | undefined => {
  const stated = itemsOf(operation.value["security"] ?? root.value["security"]);
  const ways = stated.flatMap((way) => (isObject(way) ? [Object.keys(way).toSorted().join(" and ")] : []));
  const schemes = new Map(entriesOf(schemesOf(root)));
  const reported = ways.map((way) => (way === "" ? "" : `${way} ${text(schemes.get(way) ?? null)}`));
  return reported.every((way) => way === "") ? undefined : reported;
};

const schemesOf = (root: Cursor): unknown => child(root, "components")?.value["securitySchemes"];

const withoutScheme = (way: string): string => way.split(" {")[0] ?? way;

const compareSecurity = (
  pair: Versions<Cursor>,
  roots: Versions<Cursor>,
  { report }: OperationContext,
): void => {
  const [before, after] = [securityOf(pair.old, roots.old), securityOf(pair.new, roots.new)];
  const { pointer } = pair.new;
  if (before === undefined && after === undefined) return;
  if (before === undefined) return report("security-imposed", pointer, "authentication");
  if (after === undefined) return report("security-lifted", pointer, "authentication");
  for (const way of after) if (!before.includes(way)) report("security-added", pointer, withoutScheme(way));
  for (const way of before) if (!after.includes(way)) report("security-removed", pointer, withoutScheme(way));
};

/** An operation and its location in the document. */
export interface LocatedOperation {
  readonly id: string;
  readonly root: Cursor;
  readonly pathItem: Cursor;
  readonly operation: Cursor;
}

const methods = ["get", "put", "post", "delete", "patch", "head", "options", "trace"] as const;

/** A path without the names of its parameters, which callers never see. */
const template = (path: string): string => path.replaceAll(/\{[^}]*\}/g, "{}");

/** The operations of a document by method and path. */
export const operationsByKey = (root: Cursor): ReadonlyMap<string, LocatedOperation> =>
  new Map(
    children(root, "paths").flatMap(([path, pathItem]) =>
      methods.flatMap((method): [string, LocatedOperation][] => {
        const operation = child(pathItem, method);
        if (operation === undefined) return [];
        const id = textAt(operation, "operationId") ?? `${method} ${path}`;
        return [[`${method} ${template(path)}`, { id, root, pathItem, operation }]];
      }),
    ),
  );

const effectOf = ({ operation }: LocatedOperation): string => {
  const effect = operation.value["x-effect"];
  return isText(effect) ? effect : "";
};

/** Reports every difference between two versions of an operation. */
export const compareOperations = (pair: Versions<LocatedOperation>, context: OperationContext): void => {
  const operations = { old: pair.old.operation, new: pair.new.operation };
  const { pointer } = pair.new.operation;
  if (pair.old.id !== pair.new.id)
    context.report("operation-renamed", pointer, `${pair.old.id} → ${pair.new.id}`);
  if (effectOf(pair.old) !== effectOf(pair.new))
    context.report("operation-effect-changed", pointer, `${effectOf(pair.old)} → ${effectOf(pair.new)}`);
  compareFlag(
    operations,
    "deprecated",
    { old: "operation-no-longer-deprecated", new: "operation-deprecated" },
    context,
  );
  compareAttached(operations, context);
  compareSecurity(operations, { old: pair.old.root, new: pair.new.root }, context);
  compareParameters(
    {
      old: parametersOf(pair.old.pathItem, operations.old),
      new: parametersOf(pair.new.pathItem, operations.new),
    },
    context,
  );
  compareRequest(
    { old: child(operations.old, "requestBody"), new: child(operations.new, "requestBody") },
    context,
  );
  compareResponses(operations, context);
};
