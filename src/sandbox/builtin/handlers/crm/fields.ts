import type { Assumptions } from "../../../assumptions/assumptions.ts";
import type { EndpointContext } from "../../../pipeline/endpoint.ts";
import { refuse, type FieldError, type SandboxRefusal } from "../../../refusal.ts";
import type { Column, ColumnType, Entity } from "../../../store/entity.ts";
import { readMoment, utcDateTime } from "../../../moment.ts";

/** Refuses a valid body for these field errors. */
export const refused = (fields: readonly FieldError[]): SandboxRefusal<422> =>
  refuse(422, "The request is not valid.", { fields });

export const notFound = (field: string, noun: string): FieldError => ({
  field,
  code: "NOT_FOUND",
  message: `There is no such ${noun}.`,
});

const decimal = /^\d{1,10}(?:\.\d{1,2})?$/;

/** The error of an amount of money, which U-08 allows as a decimal string, a number or both. */
const amountError = (field: string, value: unknown, form: Assumptions["U-08"]): FieldError | undefined => {
  const wrong = (code: string, message: string): FieldError => ({ field, code, message });
  if (form !== "number-or-text" && form !== (typeof value === "number" ? "number" : "text"))
    return wrong("INVALID_TYPE", `${field} must be an amount, as ${form}.`);
  if (Number(value) < 0) return wrong("NEGATIVE", `${field} must not be negative.`);
  return decimal.test(String(value))
    ? undefined
    : wrong("INVALID_FORMAT", `${field} must be an amount with two decimals at most.`);
};

/** A validated body, with the properties of its model. */
type Sent = object | undefined;

/** Reads records from bodies and collects errors that their models do not cover. */
export const createReader = ({ assumptions }: Pick<EndpointContext, "assumptions">) => {
  const errors: FieldError[] = [];
  return {
    errors,
    /**
     * The columns written by a body. Omitted and null ones have their value in `otherwise`, else null, or false if the
     * column is not nullable.
     */
    read: <Input extends object>({ named }: Entity, sent: Sent, otherwise: Partial<Input> = {}): Input => {
      // Their names are those of the columns.
      const values = (sent ?? {}) as Readonly<Record<string, unknown>>;
      const fallbacks = otherwise as Readonly<Record<string, unknown>>;
      const written = named.flatMap(({ name, column: { type, details } }): [string, unknown][] => {
        if (details.isReplaceable !== true) return [];
        const called = details.sentAs ?? name;
        const value = values[called] ?? undefined;
        const nothing = type === "boolean" && details.isRequired === true ? false : null;
        if (value === undefined) return [[name, fallbacks[name] ?? nothing]];
        if (type === "instant") return [[name, readMoment(String(value))]];
        if (type !== "decimal") return [[name, value]];
        const error = amountError(called, value, assumptions["U-08"]);
        if (error !== undefined) errors.push(error);
        return [[name, Math.round(Number(value) * 100)]];
      });
      // The body's model has the names and types of the columns.
      return Object.fromEntries(written) as Input;
    },
  };
};

/** Cents, as a number or as digits, to a decimal string: 184050 becomes `1840.50` (GEN-01). */
export const decimalString = (cents: number | string): string => {
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

type Show = (value: unknown, assumptions: Assumptions) => unknown;

const asStored: Show = (value) => value;

const shows: Readonly<Partial<Record<string, Show>>> = {
  decimal: (cents) => decimalString(Number(cents ?? 0)),
  instant: (instant) => utcDateTime(Number(instant)),
};

/** An unknown text is empty or left out (U-01), never null, which the OpenAPI documents do not allow. */
const neverNull: Show = (text, assumptions) => text ?? (assumptions["U-01"] === "empty" ? "" : undefined);

/** A property that the last replacement left out may also be null, which the OpenAPI documents do not allow (CRM-27). */
const cleared =
  (type: ColumnType): Show =>
  (value, { removedNoteProperties: form }) => {
    if (value !== null || form === "absent") return value ?? undefined;
    if (type === "boolean") return false;
    return form === "null" ? null : "";
  };

const showOf = ({ type, details: { isNeverNull, isCleared } }: Column<unknown>): Show => {
  if (isCleared === true) return cleared(type);
  return isNeverNull === true ? neverNull : (shows[type] ?? asStored);
};

/** Shows the columns of records that are not internal, as in answers. */
export const createView = <View extends object>({
  named,
}: Entity): (<Kept extends { readonly id: number }>(record: Kept, assumptions: Assumptions) => View) => {
  const shown = named
    .filter(({ column }) => column.details.isHidden === undefined)
    .map(({ name, column }) => ({ name, called: column.details.called ?? name, show: showOf(column) }));
  return (record, assumptions) => {
    // The names are those of the columns.
    const values = record as Readonly<Record<string, unknown>>;
    const view: Record<string, unknown> = { id: record.id };
    for (const { name, called, show } of shown) {
      const value = show(values[name], assumptions);
      if (value !== undefined) view[called] = value;
    }
    // The document's model of the record, which tests of answers verify.
    return view as View;
  };
};
