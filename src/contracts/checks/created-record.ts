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

/** The template of a record, and the values of its parameters. */
export type NamedRecord = readonly [template: string, values: readonly string[]];

const pathOf = (location: string): string => URL.parse(location, "http://localhost")?.pathname ?? "";

const pointerIn = (expression: unknown): string | undefined =>
  typeof expression === "string" ? /^\{?\$response\.body#(\/[^}]*)\}?$/.exec(expression)?.[1] : undefined;

/** Finds the record that the answer to a creation shows. */
export const createCreatedRecords = (
  { operations }: Pick<ApiDocument, "operations">,
  newIds: ReadonlyMap<string, string> = new Map(),
) => {
  const byCollection = templatesByCollection(operations);
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
      const places = target === undefined ? [] : placesIn(target.path);
      const values = places.flatMap(({ name }) => {
        const pointer = pointerIn(parameters[name] ?? parameters[`path.${name}`]);
        const value =
          pointer === undefined || body.kind !== "json" ? undefined : valueAtPointer(body.value, pointer);
        return isRecordId(value) ? [String(value)] : [];
      });
      const last = places.at(-1);
      if (last !== undefined && values.length === places.length) return [last.template, values];
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
      if (id !== undefined && placesIn(place.template).length === parents.length + 1)
        return [place.template, [...parents, id]];
    }
    return undefined;
  };

  return {
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
