import { type Plan, send } from "../../core/model/check.ts";
import { type Exchange, isSuccess } from "../../core/model/exchange.ts";
import type { JsonObject } from "../../core/model/json-object.ts";
import type { Api, Callable } from "../checks/api.ts";
import { type Asking, callOf, ownTarget, readForCondition } from "../checks/asking.ts";
import { creationInputs, type Creating } from "../checks/creation-inputs.ts";
import { carriedRecord } from "./fields.ts";
import type { Input } from "../checks/input.ts";
import { type KnownRecord, valueIn } from "../checks/run-records.ts";
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
    path: Object.fromEntries(places.map(({ name }, index) => [name, valueIn(record, name, index)])),
    record,
  };
};

const creating = ({ callable, body }: Creation, unique: readonly string[], isFull = false): Creating => ({
  callable,
  body,
  unique,
  isFull,
});

/** An input that creates another record; undefined if none is known that is accepted. */
export const inputFor = (
  api: Api,
  create: Creation,
  unique: readonly string[],
  isFull = false,
): Input | undefined => creationInputs(api, creating(create, unique, isFull))[0]?.input;

/** Sends a creation, and names the record that its answer shows. */
export function* createBy(
  api: Api,
  resource: ApiResource,
  input: Input,
  tag: Tag,
  parent?: KnownRecord,
): Plan<{ readonly exchange: Exchange<Tag>; readonly record: KnownRecord | undefined } | undefined, Tag> {
  const { create, name } = resource;
  const template = create && newTemplate(api, create);
  if (create === undefined || template === undefined) return undefined;
  const target =
    parent === undefined ? yield* ownTarget(api, create.callable) : pathFor(create.callable, parent);
  if (target === undefined) return undefined;
  const before = new Map(template.flatMap((one) => api.records.own(one)).map((one) => [one, one.creations]));
  const sent = carriedRecord(api, create.callable, resource, input.body?.value);
  const role = tag.on === undefined ? "" : `: ${tag.on}`;
  const asking = { target, input, words: `the ${name} to work with${role}` };
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
  let made: WorkingRecord | undefined;
  // The record that most is judged of shows as much as it can, and so does one that is like it.
  const isFullest = on === "one" || on === "alike";
  for (const { way, input } of creationInputs(api, creating(create, unique, isFullest))) {
    const own = new Set((newTemplate(api, create) ?? []).flatMap((one) => api.records.own(one)));
    const { exchange, record } =
      (yield* createBy(api, resource, input, { step: "create", on }, parent)) ?? {};
    if (exchange === undefined) return undefined;
    const isFull = way === "in full";
    if (isFull && !isSuccess(exchange)) api.records.refusedInFull.add(create.callable.id);
    if (!isSuccess(exchange)) continue;
    if (record === undefined && api.records.answeredWithOthers.has(create.callable.id)) continue;
    if (record === undefined) break;
    made = { on, record, sent: carriedRecord(api, create.callable, resource, input.body?.value) };
    if (!isFull) api.records.rememberWay(create.callable.id, way);
    // Whoever is sent a name again may answer with the record that has it.
    if (!own.has(record)) break;
  }
  return made;
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

/** Removes a record that a plan works with. */
export function* removeRecord(
  api: Api,
  { remove }: ApiResource,
  { record, on }: Pick<WorkingRecord, "record" | "on">,
  step: string,
): Plan<void, Tag> {
  const target = remove && pathFor(remove.callable, record);
  if (remove === undefined || target === undefined) return;
  const asking = { target, input: noInput, words: "its removal" };
  yield* ask(api, remove.callable, asking, { step, on, id: ownId(record) });
}
