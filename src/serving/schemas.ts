import type { Compiled, ValidationError } from "../core/model/compiled.ts";
import { isObject, own } from "../core/model/json-object.ts";
import { makeValue, noValue } from "../contracts/checks/make-value.ts";
import { createSchemaReading, type SchemaReading } from "../contracts/checks/schema-view.ts";
import type { ApiDocument } from "../documents/document.ts";
import type { Schema } from "../documents/schemas/schema.ts";
import type { Reason } from "./served-document.ts";

type Fields = Reason["fields"];

const words: Readonly<Record<string, (params: ValidationError["params"]) => string>> = {
  required: () => "is required",
  type: ({ type }) => `must be ${String(type).replace(",", " or ")}`,
  format: ({ format }) => `must be in the format ${String(format)}`,
  enum: () => "must be one of the listed values",
  const: () => "must be the stated value",
  additionalProperties: () => "is no property of this object",
  unevaluatedProperties: () => "is no property of this object",
  minimum: ({ limit }) => `must be at least ${String(limit)}`,
  maximum: ({ limit }) => `must be at most ${String(limit)}`,
  minLength: ({ limit }) => `must have at least ${String(limit)} characters`,
  maxLength: ({ limit }) => `must have at most ${String(limit)} characters`,
  pattern: () => "must match the stated pattern",
};

/** What is below a choice is named by the choice itself. */
const fieldOf = ({ instancePath, params }: ValidationError): string => {
  const inner = params["missingProperty"] ?? params["additionalProperty"] ?? params["unevaluatedProperty"];
  const path = inner === undefined ? instancePath : `${instancePath}/${String(inner)}`;
  return path.slice(1).replaceAll("/", ".");
};

const mostFields = 20;

const fieldsOf = (errors: readonly ValidationError[], outer: string): Fields => {
  const found = new Map<string, string>();
  for (const error of errors) {
    const field = [outer, fieldOf(error)].filter((part) => part !== "").join(".");
    if (!found.has(field)) found.set(field, words[error.keyword]?.(error.params) ?? "is not as documented");
  }
  return [...found]
    .slice(0, mostFields)
    .map(([field, message]) => ({ field, message: `${field || "the body"} ${message}` }));
};

/** As many values as are tried before one is given up. */
const attempts = 12;

/** Every request reads the same few schemas. */
const remembering = (reading: SchemaReading): SchemaReading => {
  const views = new WeakMap<object, ReturnType<SchemaReading["view"]>>();
  const flags = new WeakMap<object, boolean>();
  return {
    ...reading,
    view: (schema) => {
      if (!isObject(schema)) return reading.view(schema);
      const known = views.get(schema) ?? reading.view(schema);
      views.set(schema, known);
      return known;
    },
    isReadOnly: (schema) => {
      if (!isObject(schema)) return reading.isReadOnly(schema);
      const known = flags.get(schema) ?? reading.isReadOnly(schema);
      flags.set(schema, known);
      return known;
    },
  };
};

/** What a document says about values: reads, judges and makes them. */
export const createSchemas = (
  document: ApiDocument,
  { request, response }: { readonly request: Compiled; readonly response: Compiled },
) => {
  const reading = remembering(createSchemaReading(document));
  /** FaultyServer hold what is only read, and nothing that is only written. */
  const answering: SchemaReading = {
    ...reading,
    isReadOnly: (schema) => reading.view(schema).keywords["writeOnly"] === true,
  };
  const errorsIn = (compiled: Compiled, key: string, value: unknown): readonly ValidationError[] => {
    const validate = own(compiled.validators, key);
    return validate === undefined || validate(value) ? [] : (validate.errors ?? []);
  };
  const fits = (key: string, value: unknown): boolean => errorsIn(response, key, value).length === 0;
  return {
    reading,
    /** What is wrong in a part of a request. */
    faults: (key: string, value: unknown, name = ""): Fields => fieldsOf(errorsIn(request, key, value), name),
    /** Names of the properties of an answer that do not fit; of what wraps it, those inside. */
    misfits: (key: string, value: unknown, wrapper: string | undefined): ReadonlySet<string> =>
      new Set(
        errorsIn(response, key, value).flatMap(({ instancePath }) => {
          const path = instancePath.split("/").slice(1);
          const name = wrapper === undefined ? path[0] : path[0] === wrapper ? path[1] : undefined;
          return name === undefined ? [] : [name.replaceAll("~1", "/").replaceAll("~0", "~")];
        }),
      ),
    /** Whether a value fits a part of a request. */
    allows: (key: string, value: unknown): boolean => errorsIn(request, key, value).length === 0,
    fits,
    /** A value for an answer; the best one that can be made. */
    answerValue: (schema: Schema | undefined, key: string, number = 0): unknown => {
      let last: unknown;
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const value = makeValue(schema, {
          reading: answering,
          extent: attempt % 2 === 0 ? "most" : "least",
          number: number + Math.floor(attempt / 4),
          branch: Math.floor(attempt / 2) % 3,
          usesExamples: attempt < 8,
        });
        if (value === noValue) continue;
        if (fits(key, value)) return value;
        last ??= value;
      }
      return last;
    },
    /** A value for one property of an answer. */
    part: (schema: Schema | undefined, number: number): unknown => {
      const value = makeValue(schema, { reading: answering, extent: "least", number });
      return value === noValue ? null : value;
    },
    isWriteOnly: (schema: Schema): boolean => reading.view(schema).keywords["writeOnly"] === true,
    /** Whether two schemas are of the same model. */
    isSame: (one: Schema | undefined, other: Schema | undefined): boolean => {
      if (one === other) return one !== undefined;
      if (one === undefined || other === undefined) return false;
      const [left, right] = [reading.modelOf(one), reading.modelOf(other)];
      return left !== undefined && left === right;
    },
    typeIs: (schema: Schema | undefined, type: string): boolean => reading.view(schema).types.includes(type),
  };
};

export type Schemas = ReturnType<typeof createSchemas>;

/** The items of an array's schema. */
export const itemSchema = (reading: SchemaReading, schema: Schema | undefined): Schema | undefined => {
  const { items } = reading.view(schema).keywords;
  return isObject(items) || typeof items === "boolean" ? items : undefined;
};
