import { valueAtPointer } from "../../core/formats/json-pointer.ts";
import type { ResponseOutcome } from "../../core/model/exchange.ts";
import type { ApiDocument, ApiOperation } from "../../documents/document.ts";
import { idIn, isRecordId } from "./record-ids.ts";
import {
  type PathPlace,
  placesIn,
  recordsBelow,
  templatesByCollection,
  templateValues,
} from "./templates.ts";

type Named = Readonly<Record<string, string>>;

/** The template of a record, the values of its parameters, and other values of the last one by its other names. */
type NamedRecord = readonly [template: string, values: readonly string[], named?: Named];

const pathOf = (location: string): string => URL.parse(location, "http://localhost")?.pathname ?? "";

const pointerIn = (expression: unknown): string | undefined =>
  typeof expression === "string" ? /^\{?\$response\.body#(\/[^}]*)\}?$/.exec(expression)?.[1] : undefined;

/** Finds the record that the answer to a creation shows. */
export const createCreatedRecords = (
  { operations }: Pick<ApiDocument, "operations">,
  newIds: ReadonlyMap<string, string> = new Map(),
) => {
  const byCollection = templatesByCollection(operations);
  const places = Map.groupBy(
    operations.flatMap(({ path }) => placesIn(path)),
    ({ template }) => template,
  );

  /** What a record is named by in paths whose parameter asks for another property than its id. */
  const otherNames = (template: string, record: unknown, id: string | undefined): Named =>
    Object.fromEntries(
      (places.get(template) ?? []).flatMap((place) => {
        const value = idIn(record, place);
        return value === undefined || value === id ? [] : [[place.name, value]];
      }),
    );
  const templates = [
    ...new Set(operations.flatMap(({ path }) => placesIn(path)).map(({ template }) => template)),
  ];

  const byLocation = ({ headers }: ResponseOutcome, basePath: string): NamedRecord | undefined => {
    const { location } = headers;
    if (location === undefined) return undefined;
    const path = pathOf(location);
    const below = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
    for (const template of templates) {
      const values = templateValues(template, below);
      if (values !== undefined) return [template, values];
    }
    return undefined;
  };

  /** By a link of the document (OpenAPI 3.1, section 4.8.20). */
  const byLink = (
    { responses }: ApiOperation,
    { status, body }: ResponseOutcome,
  ): NamedRecord | undefined => {
    for (const { operationId, parameters } of responses.find((one) => one.status === String(status))?.links ??
      []) {
      const target = operations.find(({ statedId }) => statedId !== undefined && statedId === operationId);
      const targets = target === undefined ? [] : placesIn(target.path);
      const values = targets.flatMap(({ name }) => {
        const pointer = pointerIn(parameters[name] ?? parameters[`path.${name}`]);
        const value =
          pointer === undefined || body.kind !== "json" ? undefined : valueAtPointer(body.value, pointer);
        return isRecordId(value) ? [String(value)] : [];
      });
      const last = targets.at(-1);
      if (last !== undefined && values.length === targets.length) return [last.template, values];
    }
    return undefined;
  };

  const byId = (
    { path, id: operation }: ApiOperation,
    parents: readonly string[],
    { body }: ResponseOutcome,
  ): NamedRecord | undefined => {
    const whole = body.kind === "json" ? body.value : undefined;
    const pointer = newIds.get(operation);
    const value = pointer === undefined ? whole : valueAtPointer(whole, pointer);
    for (const place of recordsBelow(path, byCollection)) {
      const id = idIn(value, place);
      if (id === undefined || placesIn(place.template).length !== parents.length + 1) continue;
      // An owner's word is enough.
      const named = pointer === undefined ? otherNames(place.template, value, id) : {};
      return [place.template, [...parents, id], named];
    }
    return undefined;
  };

  return {
    otherNames,
    /** Templates of the records that a path lists or creates. */
    below: (path: string): readonly PathPlace[] => recordsBelow(path, byCollection),
    in: (
      operation: ApiOperation,
      parents: readonly string[],
      response: ResponseOutcome,
      basePath: string,
    ): NamedRecord | undefined =>
      byLocation(response, basePath) ?? byLink(operation, response) ?? byId(operation, parents, response),
  };
};
