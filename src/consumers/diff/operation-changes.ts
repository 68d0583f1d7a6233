import { childPointer } from "../../core/formats/json-pointer.ts";
import { child, children, type Cursor, text as textAt } from "../../documents/cursor.ts";
import { entriesOf, isText, itemsOf } from "../../documents/json.ts";
import { isObject } from "../../core/model/json-object.ts";
import type { Direction } from "./change.ts";
import { compareAnnotations, type ReportChange, text, type Versions } from "./versions.ts";

/** Callbacks into the comparison of documents. */
export interface OperationContext {
  /** Reports a change of the operation itself, with its full kind. */
  readonly report: ReportChange;
  /** Compares a schema of the operation. */
  readonly schemas: (pair: Versions<unknown>, pointer: string, direction: Direction) => void;
}

type Named = readonly (readonly [string, Cursor])[];

/** Compares entries with the same name on both sides, and reports added and removed ones. */
const compareNamed = (
  pair: Versions<Named>,
  onBoth: (pair: Versions<Cursor>, name: string) => void,
  onOne: (cursor: Cursor, how: "added" | "removed", name: string) => void,
): void => {
  const [before, after] = [new Map(pair.old), new Map(pair.new)];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(name), after.get(name)];
    if (old !== undefined && now !== undefined) onBoth({ old, new: now }, name);
    else if (now !== undefined) onOne(now, "added", name);
    else if (old !== undefined) onOne(old, "removed", name);
  }
};

const isTrue = (cursor: Cursor, name: string): boolean => cursor.value[name] === true;

/** Reports a flag that only one side has. */
const compareFlag = (
  pair: Versions<Cursor>,
  name: string,
  kinds: Versions<string>,
  { report }: OperationContext,
): void => {
  const [before, after] = [isTrue(pair.old, name), isTrue(pair.new, name)];
  if (before !== after) report(after ? kinds.new : kinds.old, pair.new.pointer, name);
};

const compareRequired = (pair: Versions<Cursor>, what: string, context: OperationContext): void =>
  compareFlag(pair, "required", { old: `${what}-became-optional`, new: `${what}-became-required` }, context);

const compareDeprecated = (pair: Versions<Cursor>, what: string, context: OperationContext): void =>
  compareFlag(
    pair,
    "deprecated",
    { old: `${what}-no-longer-deprecated`, new: `${what}-deprecated` },
    context,
  );

const compareSchema = (pair: Versions<Cursor>, direction: Direction, { schemas }: OperationContext): void =>
  schemas(
    { old: pair.old.value["schema"], new: pair.new.value["schema"] },
    childPointer(pair.new.pointer, "schema"),
    direction,
  );

/** Prefix `required-` of a kind, if the item was or becomes required. */
const prefixOf = (cursor: Cursor): string => (isTrue(cursor, "required") ? "required-" : "");

const parametersOf = (pathItem: Cursor, operation: Cursor): Named =>
  [...children(pathItem, "parameters"), ...children(operation, "parameters")].map(([, parameter]) => [
    `${textAt(parameter, "in") ?? ""} ${textAt(parameter, "name") ?? ""}`,
    parameter,
  ]);

const serialization = (parameter: Cursor): string =>
  text(["style", "explode", "allowReserved"].map((name) => parameter.value[name] ?? null));

const compareParameter = (pair: Versions<Cursor>, context: OperationContext): void => {
  compareRequired(pair, "parameter", context);
  compareDeprecated(pair, "parameter", context);
  const [before, after] = [serialization(pair.old), serialization(pair.new)];
  if (before !== after)
    context.report("parameter-serialization-changed", pair.new.pointer, `${before} → ${after}`);
  compareAttached(pair, context);
  compareSchema(pair, "request", context);
};

const compareParameters = (pair: Versions<Named>, context: OperationContext): void =>
  compareNamed(
    pair,
    (both) => compareParameter(both, context),
    (cursor, how, name) => context.report(`${prefixOf(cursor)}parameter-${how}`, cursor.pointer, name),
  );

const compareContent = (pair: Versions<Cursor>, direction: Direction, context: OperationContext): void =>
  compareNamed(
    { old: children(pair.old, "content"), new: children(pair.new, "content") },
    (both) => compareSchema(both, direction, context),
    ({ pointer }, how, name) => context.report(`${direction}-media-type-${how}`, pointer, name),
  );

const compareRequest = (pair: Versions<Cursor>, context: OperationContext): void =>
  compareNamed(
    { old: bodyOf(pair.old), new: bodyOf(pair.new) },
    (both) => {
      compareRequired(both, "request-body", context);
      compareContent(both, "request", context);
    },
    (cursor, how, name) => context.report(`${prefixOf(cursor)}request-body-${how}`, cursor.pointer, name),
  );

const bodyOf = (operation: Cursor): Named => {
  const body = child(operation, "requestBody");
  return body === undefined ? [] : [["body", body]];
};

const compareHeaders = (pair: Versions<Cursor>, context: OperationContext): void =>
  compareNamed(
    { old: children(pair.old, "headers"), new: children(pair.new, "headers") },
    (both) => {
      compareRequired(both, "response-header", context);
      compareSchema(both, "response", context);
    },
    ({ pointer }, how, name) => context.report(`response-header-${how}`, pointer, name),
  );

const hasBody = (response: Cursor): boolean => children(response, "content").length > 0;

const compareResponse = (pair: Versions<Cursor>, context: OperationContext): void => {
  compareAttached(pair, context);
  compareHeaders(pair, context);
  const [before, after] = [hasBody(pair.old), hasBody(pair.new)];
  if (before && after) return compareContent(pair, "response", context);
  if (before !== after)
    context.report(after ? "response-body-added" : "response-body-removed", pair.new.pointer, "body");
};

const compareResponses = (pair: Versions<Cursor>, context: OperationContext): void =>
  compareNamed(
    { old: children(pair.old, "responses"), new: children(pair.new, "responses") },
    (both) => compareResponse(both, context),
    ({ pointer }, how, status) =>
      context.report(`${status.startsWith("2") ? "success" : "error"}-status-${how}`, pointer, status),
  );

/** The facts and questions annotated at a node that is no schema. */
const compareAttached = (pair: Versions<Cursor>, { report }: OperationContext): void =>
  compareAnnotations({ old: pair.old.value, new: pair.new.value }, pair.new.pointer, report);

/** The ways to authenticate, each as one text; undefined if none is required. */
const securityOf = (operation: Cursor, root: Cursor): readonly string[] | undefined => {
  const stated = itemsOf(operation.value["security"] ?? root.value["security"]);
  const ways = stated.flatMap((way) => (isObject(way) ? [Object.keys(way).toSorted().join(" and ")] : []));
  const schemes = new Map(entriesOf(schemesOf(root)));
  const reported = ways.map((way) => (way === "" ? "" : `${way} ${text(schemes.get(way) ?? null)}`));
  return reported.every((way) => way === "") ? undefined : reported;
};

const schemesOf = (root: Cursor): unknown => child(root, "components")?.value["securitySchemes"];

const withoutScheme = (way: string): string => way.split(" {")[0] ?? way;

const compareSecurity = (pair: Versions<Cursor>, roots: Versions<Cursor>, { report }: OperationContext) => {
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
export const template = (path: string): string => path.replaceAll(/\{[^}]*\}/g, "{}");

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
  compareDeprecated(operations, "operation", context);
  compareAttached(operations, context);
  compareSecurity(operations, { old: pair.old.root, new: pair.new.root }, context);
  compareParameters(
    {
      old: parametersOf(pair.old.pathItem, operations.old),
      new: parametersOf(pair.new.pathItem, operations.new),
    },
    context,
  );
  compareRequest(operations, context);
  compareResponses(operations, context);
};
