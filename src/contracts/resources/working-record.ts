import { type Plan, send } from "../../core/model/check.ts";
import { type Exchange, isSuccess } from "../../core/model/exchange.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import type { Api, Callable } from "../checks/api.ts";
import { validatorKeys } from "../checks/api.ts";
import { type Asking, callOf, ownTarget, readForCondition } from "../checks/asking.ts";
import { bodyContent, type Input, isJsonType, writableTypes } from "../checks/input.ts";
import { inputBy } from "../checks/recipes.ts";
import type { KnownRecord } from "../checks/run-records.ts";
import type { PathTarget } from "../checks/targets.ts";
import { placesIn, recordsBelow, templatesByCollection } from "../checks/templates.ts";
import type { ApiResource, Creation } from "./resource.ts";
import type { Role, Tag } from "./tag.ts";

/** A record that a plan has created to work with. */
export interface WorkingRecord {
  readonly on: Role;
  readonly record: KnownRecord;
  /** What its creation was sent; undefined if that was no JSON object. */
  readonly sent: JsonObject | undefined;
}

export const noInput: Input = { parameters: new Map() };

/** Sends one request and takes in what its answer shows; names the state of the record where the document asks for it. */
export function* ask(
  api: Api,
  callable: Callable,
  asking: Omit<Asking, "authorization">,
  tag: Tag,
): Plan<Exchange<Tag> | undefined, Tag> {
  const authorization = api.credentials.authorizationOf(callable.operation);
  if (authorization === undefined) return undefined;
  if (callable.reach === "one record") yield* readForCondition(api, callable, asking.target, authorization);
  const call = callOf(api, callable, { ...asking, authorization });
  const exchange = yield* send<Tag>({ ...call, tag, fresh: true });
  api.records.see(exchange);
  return exchange;
}

/** The path of an operation on a record that may be gone, or on what is below it. */
export const pathFor = ({ operation }: Callable, record: KnownRecord): PathTarget | undefined => {
  const places = placesIn(operation.path);
  if (places.length > record.values.length) return undefined;
  return {
    path: Object.fromEntries(places.map(({ name }, index) => [name, record.values[index] ?? ""])),
    record,
  };
};

const fits = (api: Api, { id }: Callable, mediaType: string, value: unknown): boolean =>
  api.fits(validatorKeys.request(id, mediaType), value);

/** Other spellings of a text that no record has yet. */
const fresh = (text: string, number: number): readonly string[] => {
  const [local = "", domain] = text.split("@");
  return domain === undefined
    ? [`${text} ${number}`, `${text}-${number}`, `${text}${number}`]
    : [`${local}${number}@${domain}`];
};

/** A declared body with values of its own: of its unique properties, and of one text. */
const withOwnValues = (
  api: Api,
  callable: Callable,
  mediaType: string,
  body: JsonObject,
  unique: readonly string[],
  number: number,
): JsonObject => {
  let made = body;
  let hasText = false;
  for (const [name, value] of Object.entries(body)) {
    if (typeof value !== "string" || (hasText && !unique.includes(name))) continue;
    const schema = bodyContent(callable.operation, mediaType)?.schema;
    const { keywords } = api.reading.view(api.reading.view(schema).properties[name]);
    if (keywords["enum"] !== undefined || keywords["const"] !== undefined) continue;
    const other = fresh(value, number)
      .map((text) => ({ ...made, [name]: text }))
      .find((candidate) => fits(api, callable, mediaType, candidate));
    if (other === undefined) continue;
    made = other;
    hasText = true;
  }
  return made;
};

/** An input that creates another record; undefined if none is known that is accepted. */
export const inputFor = (
  api: Api,
  { callable, body }: Creation,
  unique: readonly string[],
): Input | undefined => {
  const base = api.records.accepted.get(callable.id);
  const number = api.records.next();
  const [mediaType = "application/json"] = writableTypes(callable.operation);
  if (!isObject(body)) return base && inputBy(api, callable, base.recipe, number);
  const value = isJsonType(mediaType) ? withOwnValues(api, callable, mediaType, body, unique, number) : body;
  return { parameters: base?.input.parameters ?? new Map(), body: { mediaType, value } };
};

/** A declared body as it is: values of its own may name what is not there. */
const statedInput = (api: Api, { callable, body }: Creation): Input | undefined => {
  const [mediaType = "application/json"] = writableTypes(callable.operation);
  if (!isObject(body)) return undefined;
  const parameters = api.records.accepted.get(callable.id)?.input.parameters ?? new Map<string, unknown>();
  return { parameters, body: { mediaType, value: body } };
};

/** Sends a creation, and names the record that its answer shows. */
export function* createBy(
  api: Api,
  { create, name }: ApiResource,
  input: Input,
  tag: Tag,
  parent?: KnownRecord,
): Plan<{ readonly exchange: Exchange<Tag>; readonly record: KnownRecord | undefined } | undefined, Tag> {
  const template = create && newTemplate(api, create);
  if (create === undefined || template === undefined) return undefined;
  const target =
    parent === undefined ? yield* ownTarget(api, create.callable) : pathFor(create.callable, parent);
  if (target === undefined) return undefined;
  const before = new Map(template.flatMap((one) => api.records.own(one)).map((one) => [one, one.creations]));
  const value = input.body?.value;
  const sent = isObject(value) ? value : undefined;
  const asking = { target, input, words: `the ${name} to work with: ${tag.on ?? ""}` };
  const exchange = yield* ask(api, create.callable, asking, { ...tag, sent });
  if (exchange === undefined) return undefined;
  const record = template
    .flatMap((one) => api.records.own(one))
    .find((one) => one.creations > (before.get(one) ?? 0));
  return { exchange, record };
}

/** Templates of what an operation creates. */
const newTemplate = (api: Api, { callable }: Creation): readonly string[] =>
  recordsBelow(
    callable.operation.path,
    templatesByCollection(api.callables.map(({ operation }) => operation)),
  ).map(({ template }) => template);

/** Creates a record to work with, below a parent if its path names one. */
export function* makeRecord(
  api: Api,
  resource: ApiResource,
  on: Role,
  parent?: KnownRecord,
): Plan<WorkingRecord | undefined, Tag> {
  const { create, unique } = resource;
  if (create === undefined) return undefined;
  for (const input of [inputFor(api, create, unique), statedInput(api, create)]) {
    if (input === undefined) continue;
    const made = yield* createBy(api, resource, input, { step: "create", on }, parent);
    if (made === undefined) return undefined;
    const value = input.body?.value;
    if (isSuccess(made.exchange))
      return made.record && { on, record: made.record, sent: isObject(value) ? value : undefined };
  }
  return undefined;
}

export const ownId = ({ values }: KnownRecord): string => values.at(-1) ?? "";

/** Reads a record that a plan works with. */
export function* readRecord(
  api: Api,
  { name, read }: ApiResource,
  { record, on }: Pick<WorkingRecord, "record" | "on">,
  step: string,
  headers?: Readonly<Record<string, string>>,
): Plan<Exchange<Tag> | undefined, Tag> {
  const target = read && pathFor(read, record);
  if (read === undefined || target === undefined) return undefined;
  const asking = {
    target,
    input: noInput,
    words: `${step}: the ${name} that is ${on}`,
    ...(headers === undefined ? {} : { headers }),
  };
  return yield* ask(api, read, asking, { step, on, id: ownId(record) });
}
