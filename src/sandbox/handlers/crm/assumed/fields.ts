import { isObject } from "../../../../harness/model/json-object.ts";
import { validateModel } from "../../../../contract/validation.ts";
import { refuse, type FieldError, type Refusal } from "../../../refusal.ts";

/**
 * Reads the fields of a JSON object, or 422 with every field that is wrong. `read` gets a reader whose answers are
 * worthless once anything was wrong; they are thrown away then.
 */
export const readFields = <Result>(
  body: unknown,
  read: (fields: Fields) => Result,
): Result | Refusal<422> => {
  const errors: FieldError[] = [];
  const fields = Fields.of(body, "", errors);
  const result = read(fields);
  return errors.length === 0 ? result : refuse(422, "The request is not valid.", { fields: errors });
};

const decimal = /^\d{1,10}(?:\.\d{1,2})?$/;

/** What a reader of whole numbers allows, both included. */
interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

/** The fields of one object of a body. Null and a missing field are the same; other fields are not looked at. */
export class Fields {
  readonly #values: ReadonlyMap<string, unknown>;
  readonly #path: string;
  readonly #errors: FieldError[];

  constructor(values: ReadonlyMap<string, unknown>, path: string, errors: FieldError[]) {
    this.#values = values;
    this.#path = path;
    this.#errors = errors;
  }

  /** A reader of a value, which finds nothing in one that is no object and says so. */
  static of(value: unknown, path: string, errors: FieldError[]): Fields {
    if (!isObject(value))
      errors.push({
        field: path === "" ? "body" : path,
        code: "INVALID_TYPE",
        message: "An object is needed.",
      });
    return new Fields(
      new Map(isObject(value) ? Object.entries(value) : []),
      path === "" ? "" : `${path}.`,
      errors,
    );
  }

  /** Notes that a field is wrong. */
  wrong(name: string, code: string, message: string): void {
    this.#errors.push({ field: `${this.#path}${name}`, code, message });
  }

  /** Text that is not empty. */
  text(name: string): string {
    const text = this.optionalText(name);
    if (text === null && this.#get(name) === undefined) this.wrong(name, "REQUIRED", `${name} is needed.`);
    else if (text?.trim() === "") this.wrong(name, "REQUIRED", `${name} must not be empty.`);
    return text ?? "";
  }

  optionalText(name: string): string | null {
    const value = this.#get(name);
    if (value === undefined) return null;
    if (typeof value === "string") return value;
    this.wrong(name, "INVALID_TYPE", `${name} must be text.`);
    return null;
  }

  flag(name: string, otherwise: boolean): boolean {
    return this.optionalFlag(name) ?? otherwise;
  }

  optionalFlag(name: string): boolean | null {
    const value = this.#get(name);
    if (value === undefined) return null;
    if (typeof value === "boolean") return value;
    this.wrong(name, "INVALID_TYPE", `${name} must be true or false.`);
    return null;
  }

  whole(name: string): number {
    const value = this.optionalWhole(name);
    if (value === null && this.#get(name) === undefined) this.wrong(name, "REQUIRED", `${name} is needed.`);
    return value ?? 0;
  }

  optionalWhole(name: string, bounds?: Bounds): number | null {
    const value = this.#get(name);
    if (value === undefined) return null;
    if (typeof value !== "number" || !Number.isSafeInteger(value)) {
      this.wrong(name, "INVALID_TYPE", `${name} must be a whole number.`);
      return null;
    }
    if (bounds !== undefined && (value < bounds.minimum || value > bounds.maximum)) {
      this.wrong(name, "OUT_OF_RANGE", `${name} must be from ${bounds.minimum} to ${bounds.maximum}.`);
    }
    return value;
  }

  /** A moment in UTC, ISO 8601, as it was sent; a date without a time is its first moment. */
  optionalMoment(name: string): string | null {
    const sent = this.optionalText(name);
    const text = sent !== null && /^\d{4}-\d{2}-\d{2}$/.test(sent) ? `${sent}T00:00:00Z` : sent;
    if (text === null || validateModel("crm", "UtcDateTime", text).length === 0) return text;
    this.#wrongMoment(name);
    return null;
  }

  /** An instant in milliseconds since the epoch, from a moment in UTC. */
  instant(name: string, otherwise: number): number {
    const text = this.optionalMoment(name);
    const instant = text === null ? otherwise : Date.parse(text);
    // Leap seconds and decimal commas are moments, but no instants of a Date.
    if (Number.isNaN(instant)) this.#wrongMoment(name);
    return instant;
  }

  /** An amount of money in cents, from a decimal string or a number as far as `form` allows it. */
  amount(name: string, form: "number-or-text" | "number" | "text"): number {
    const cents = this.optionalAmount(name, form);
    if (cents === null && this.#get(name) === undefined) this.wrong(name, "REQUIRED", `${name} is needed.`);
    return cents ?? 0;
  }

  optionalAmount(name: string, form: "number-or-text" | "number" | "text"): number | null {
    const value = this.#get(name);
    if (value === undefined) return null;
    const kind = typeof value === "number" ? "number" : "text";
    if (
      (typeof value !== "number" && typeof value !== "string") ||
      (form !== "number-or-text" && form !== kind)
    ) {
      this.wrong(name, "INVALID_TYPE", `${name} must be an amount, as ${form.replaceAll("-", " ")}.`);
      return null;
    }
    const text = String(value);
    if (Number(text) < 0) this.wrong(name, "NEGATIVE", `${name} must not be negative.`);
    else if (!decimal.test(text))
      this.wrong(name, "INVALID_FORMAT", `${name} must be an amount with two decimals at most.`);
    return Math.round(Number(text) * 100);
  }

  /** The address of a page or a receiver. */
  webAddress(name: string): string {
    const text = this.text(name);
    const isWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
    if (text !== "" && !isWeb) this.wrong(name, "INVALID_FORMAT", `${name} must be a web address.`);
    return text;
  }

  /** What `read` makes of an object, or undefined when there is none. */
  object<Result>(name: string, read: (fields: Fields) => Result): Result | undefined {
    const value = this.#get(name);
    return value === undefined ? undefined : read(Fields.of(value, `${this.#path}${name}`, this.#errors));
  }

  /** What `read` makes of each object of a list; an absent list is empty. */
  list<Result>(name: string, read: (fields: Fields, index: number) => Result): Result[] {
    const value = this.#get(name) ?? [];
    if (!Array.isArray(value)) {
      this.wrong(name, "INVALID_TYPE", `${name} must be a list.`);
      return [];
    }
    return value.map((item: unknown, index) =>
      read(Fields.of(item, `${this.#path}${name}[${index}]`, this.#errors), index),
    );
  }

  /** Every field as it was sent. */
  all(): Record<string, unknown> {
    return Object.fromEntries(this.#values);
  }

  /** A value of any kind; undefined when there is none. */
  anything(name: string): unknown {
    return this.#get(name);
  }

  #wrongMoment(name: string): void {
    this.wrong(name, "INVALID_FORMAT", `${name} must be an ISO 8601 date or moment in UTC.`);
  }

  #get(name: string): unknown {
    return this.#values.get(name) ?? undefined;
  }
}
