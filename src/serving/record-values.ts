import { isObject, type JsonObject, own } from "../core/model/json-object.ts";
import { isRecordId } from "../contracts/checks/record-ids.ts";
import type { Schema } from "../documents/schemas/schema.ts";
import { exactText, roundedJson } from "./exact-json.ts";
import type { ServedKind } from "./kinds.ts";
import type { Schemas } from "./schemas.ts";
import type { ServingParts } from "./served-document.ts";

const createdAt =
  /^(?:created?|inserted|submitted|placed|issued|added)(?:_?(?:at|on|time|date|ts|date_?time))?(?:_?utc)?$|^creation_?(?:date|time)$|^date_?created$/i;
const changedAt =
  /^(?:updated|modified|changed|last_?(?:updated|modified|changed))(?:_?(?:at|on|time|date|ts|date_?time))?(?:_?utc)?$|^date_?(?:updated|modified)$/i;

const momentFor = (schema: Schema | undefined, now: number, { reading }: Schemas): unknown => {
  const { types, keywords } = reading.view(schema);
  const iso = new Date(now).toISOString();
  if (types.includes("string")) return keywords["format"] === "date" ? iso.slice(0, 10) : iso;
  return keywords["format"] === "int64" ? now : Math.floor(now / 1000);
};

const isMoment = (schema: Schema | undefined, { reading }: Schemas): boolean => {
  const { types, keywords } = reading.view(schema);
  const { format } = keywords;
  return types.includes("integer") || format === "date-time" || format === "date";
};

/** A text that the seed decides, in the form of a UUID. */
const uuid = (text: string): string => {
  const hex = Buffer.from(text).toString("hex").padEnd(32, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** An example would be the same for all. */
const withoutExamples = (schema: Schema | undefined, { reading }: Schemas): Schema | undefined => {
  if (!isObject(schema)) return schema;
  const { keywords, types } = reading.view(schema);
  const { example: _, examples: __, default: ___, ...rest } = keywords;
  return { ...rest, type: types.length === 1 ? types[0] : types };
};

/** An id that no record of the kind has had. */
const idFor = (
  kind: ServedKind,
  schemas: Schemas,
  { store, token }: Pick<ServingParts, "store" | "token">,
): string | number => {
  const number = store.next(kind.template);
  const { types, keywords } = schemas.reading.view(kind.idSchema);
  const { minimum, format, pattern, maxLength } = keywords;
  if (types.includes("integer") || types.includes("number"))
    return typeof minimum === "number" && minimum > 1 ? Math.ceil(minimum) + number - 1 : number;
  if (format === "uuid") return uuid(token(`${kind.template} ${number}`, 16));
  if (pattern !== undefined || format !== undefined || maxLength !== undefined)
    return String(schemas.part(withoutExamples(kind.idSchema, schemas), number));
  return types.includes("string") ? `${kind.resource.name.toLowerCase()}-${number}` : number;
};

/** Ids, times and defaults of records. */
export const createServedValues = (schemas: Schemas, { store, now, token }: ServingParts) => {
  const { reading } = schemas;

  /** Properties that a record shows although nobody sent them: defaults, times, and what answers must hold. */
  const added = (kind: ServedKind, sent: JsonObject, number: number): JsonObject => {
    const { properties, required } = reading.view(kind.schema);
    const entries = Object.entries(properties).flatMap(([name, schema], at): [string, unknown][] => {
      if (Object.hasOwn(sent, name) || schemas.isWriteOnly(schema)) return [];
      if ((createdAt.test(name) || changedAt.test(name)) && isMoment(schema, schemas))
        return [[name, momentFor(schema, now(), schemas)]];
      const { keywords } = reading.view(schema);
      if (keywords["default"] !== undefined) return [[name, keywords["default"]]];
      return required.includes(name) ? [[name, schemas.part(schema, number + at)]] : [];
    });
    return Object.fromEntries(entries);
  };

  /** Properties that change with every change. */
  const touched = (kind: ServedKind, sent: JsonObject): JsonObject => {
    const { properties } = reading.view(kind.schema);
    return Object.fromEntries(
      Object.entries(properties).flatMap(([name, schema]): [string, unknown][] =>
        changedAt.test(name) && isMoment(schema, schemas) && !Object.hasOwn(sent, name)
          ? [[name, momentFor(schema, now(), schemas)]]
          : [],
      ),
    );
  };

  /** What a client may set: nothing that is only read, and no secret is kept. */
  const settable = (sent: JsonObject, kind: ServedKind, body: Schema | undefined): JsonObject => {
    const views = [reading.view(kind.schema).properties, reading.view(body).properties];
    return Object.fromEntries(
      Object.entries(sent).filter(
        ([name]) =>
          !views.some((properties) => {
            const schema = own(properties, name);
            return schema !== undefined && (reading.isReadOnly(schema) || schemas.isWriteOnly(schema));
          }),
      ),
    );
  };

  /** Properties that no body of the operation could hold: the server's own. */
  const serversOwn = (record: JsonObject, kind: ServedKind, body: Schema | undefined): JsonObject => {
    const sendable = reading.view(body).properties;
    return Object.fromEntries(
      Object.entries(record).filter(([name]) => {
        const schema = own(sendable, name);
        if (name === kind.idProperty) return true;
        if (schema !== undefined) return reading.isReadOnly(schema);
        return Object.hasOwn(reading.view(kind.schema).properties, name);
      }),
    );
  };

  /**
   * A record that its answers can show: what they do not allow is left out, or made anew where they need it. Requests
   * may be documented to allow more than answers do.
   */
  const fitted = (kind: ServedKind, record: JsonObject): JsonObject => {
    const shown = kind.wrapper === undefined ? record : { [kind.wrapper]: record };
    const misfits = schemas.misfits(kind.validator, roundedJson(shown), kind.wrapper);
    if (misfits.size === 0) return record;
    const { properties, required } = reading.view(kind.schema);
    const entries = Object.entries(record).flatMap(([name, value], at): [string, unknown][] => {
      if (!misfits.has(name) || name === kind.idProperty) return [[name, value]];
      return required.includes(name) ? [[name, schemas.part(properties[name], at)]] : [];
    });
    return Object.fromEntries(entries);
  };

  /** The id that a body gives a new record, as a value and in a path; undefined if it gives none. */
  const givenId = (
    sent: JsonObject,
    kind: ServedKind,
  ): { readonly value: unknown; readonly key: string } | undefined => {
    const value =
      kind.isNamedByClient && kind.idProperty !== undefined ? own(sent, kind.idProperty) : undefined;
    const key = isRecordId(value) ? String(value) : exactText(value);
    return key !== undefined && kind.canBeId(key) ? { value, key } : undefined;
  };

  return {
    newId: (kind: ServedKind) => idFor(kind, schemas, { store, token }),
    added,
    fitted,
    touched,
    settable,
    serversOwn,
    givenId,
  };
};

export type ServedValues = ReturnType<typeof createServedValues>;
