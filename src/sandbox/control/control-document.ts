import type { components, operations } from "../../builtin/generated/types/control.ts";
import { valueAtPointer } from "../../core/formats/json-pointer.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import { beyondDocument } from "../reference/documents.ts";

/** The id of an operation in the control interface's document. */
export type ControlId = keyof operations;

type JsonOf<Message> = Message extends { content: { "application/json": infer Json } } ? Json : undefined;

/** A documented body as an answer, which nobody changes. */
type Shown<Value> = Value extends object ? { readonly [Key in keyof Value]: Shown<Value[Key]> } : Value;

type Responses<Id extends ControlId> = operations[Id]["responses"];

export type Reply<Id extends ControlId> = Id extends unknown
  ? { [Status in keyof Responses<Id>]: ReplyWith<Status, JsonOf<Responses<Id>[Status]>> }[keyof Responses<Id>]
  : never;

type ReplyWith<Status, Body> = Body extends undefined
  ? { readonly status: Status; readonly body?: undefined }
  : { readonly status: Status; readonly body: Shown<Body> };

/** 400 with the reason. */
export const wrong = (message: string) => ({ status: 400, body: { message } }) as const;

/** A request as documented: its body and path parameters are validated. */
export interface ControlRequest<Id extends ControlId> {
  readonly body: JsonOf<NonNullable<operations[Id]["requestBody"]>>;
  readonly path: Readonly<NonNullable<operations[Id]["parameters"]["path"]>>;
  readonly origin: string;
}

export type ControlModels = components["schemas"];

export interface ControlOperation {
  readonly id: ControlId;
  readonly method: string;
  readonly path: string;
  readonly does: string;
  /** Names of integers in the path. */
  readonly integers: readonly string[];
  /** Name and properties of the body's model; optional properties end with a question mark. */
  readonly body?: { readonly model: keyof ControlModels; readonly properties: readonly string[] };
}

// The document is ours, and the compiler compares its ids and models with what is served.
const entriesOf = (value: unknown): [string, JsonObject][] =>
  isObject(value) ? (Object.entries(value) as [string, JsonObject][]) : [];

const bodyOf = (document: JsonObject, requestBody: unknown): Pick<ControlOperation, "body"> => {
  const reference = valueAtPointer(requestBody, "/content/application~1json/schema/$ref");
  if (typeof reference !== "string") return {};
  const { properties, required } = Object(valueAtPointer(document, reference.slice(1))) as JsonObject;
  const isNeeded = (name: string): boolean => Array.isArray(required) && required.includes(name);
  const names = entriesOf(properties).map(([name]) => (isNeeded(name) ? name : `${name}?`));
  return { body: { model: reference.replace(/.*\//, "") as keyof ControlModels, properties: names } };
};

const integersOf = (parameters: unknown): readonly string[] =>
  Array.isArray(parameters)
    ? parameters
        .filter((one) => valueAtPointer(one, "/schema/type") === "integer")
        .map(({ name }) => String(name))
    : [];

const read = (): readonly ControlOperation[] => {
  const document = beyondDocument("control");
  return entriesOf(document["paths"]).flatMap(([path, item]) =>
    entriesOf(item).map(([method, { operationId, summary, parameters, requestBody }]) => ({
      id: operationId as ControlId,
      method: method.toUpperCase(),
      path,
      does: String(summary),
      integers: integersOf(parameters),
      ...bodyOf(document, requestBody),
    })),
  );
};

let known: readonly ControlOperation[] | undefined;

/** Every operation of the document, read once. */
export const controlOperations = (): readonly ControlOperation[] => (known ??= read());
