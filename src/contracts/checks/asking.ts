import { type Plan, send } from "../../core/model/check.ts";
import {
  type Authorization,
  type Call,
  type Exchange,
  isSuccess,
  responseOf,
} from "../../core/model/exchange.ts";
import type { Api, Callable } from "./api.ts";
import { creationInputs, distinctInput } from "./creation-inputs.ts";
import { isRemovableCreation } from "./effects.ts";
import type { Input } from "./input.ts";
import type { KnownRecord } from "./run-records.ts";
import { type PathTarget, recordTargets, statedTarget } from "./targets.ts";
import { erased, isItemPath, placesIn, recordsBelow, templatesByCollection } from "./templates.ts";
import { requestParts } from "./written.ts";

export const answerStatus = (exchange: Exchange): number => responseOf(exchange)?.status ?? 0;

/** A request to an operation, before it is written. */
export interface Asking {
  readonly target: PathTarget;
  readonly input: Input;
  readonly authorization: Authorization;
  /** What the request is about, for people. */
  readonly words: string;
  readonly expects?: "refusal";
  /** Further headers, such as a condition. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const callOf = (api: Api, { operation, id }: Callable, asking: Asking): Call => {
  const { target, input, authorization, words, expects, headers } = asking;
  const { etag } = target.record ?? {};
  const condition = operation.parameters.find(
    ({ in: place, name }) => place === "header" && name.toLowerCase() === "if-match",
  );
  const written = requestParts(operation, input, api.reading);
  return {
    operation: id,
    path: target.path,
    ...written,
    headers: {
      ...written.headers,
      ...(condition === undefined || etag === undefined ? {} : { [condition.name]: etag }),
      ...headers,
    },
    authorization,
    label: `${words} (${api.records.next()})`,
    words,
    asItFails: true,
    ...(expects === undefined ? {} : { expects }),
  };
};

/** What a check of a document knows its own requests by. */
export interface InputTag {
  /** What the request is about, in words. */
  readonly what: string;
  /**
   * Why it was sent: to find an input that is accepted, which the document states, an owner has declared or a refusal has
   * led to; once more in place of the one before it; once more because the connection broke under the one before it; or
   * to compare the one before it with what is right.
   */
  readonly role?: "stated" | "declared" | "guided" | "again" | "after a break" | "compared";
}

/** Whether the connection broke before any answer, which a server that crashes on a request shows. */
export const isBroken = ({ outcome }: Exchange): boolean =>
  outcome.kind === "failure" && outcome.reason === "reset" && outcome.isPartial !== true;

/**
 * Sends one request and takes in what its answer shows. If the connection broke under it, which a network may do once, a
 * request that is known to be accepted and the same one again show whose doing that was.
 * @param tag what its judge knows it by
 */
export function* askFor(
  api: Api,
  callable: Callable,
  asking: Asking,
  tag?: InputTag,
): Plan<Exchange<InputTag>, InputTag> {
  const ask = function* (one: Asking, as?: InputTag): Plan<Exchange<InputTag>, InputTag> {
    const exchange = yield* send<InputTag>({ ...callOf(api, callable, one), ...(as && { tag: as }) });
    api.records.see(exchange);
    return exchange;
  };
  const exchange = yield* ask(asking, tag);
  const accepted = api.records.accepted.get(callable.id);
  if (!isBroken(exchange) || accepted === undefined) return exchange;
  const { expects: _, ...right } = asking;
  const input = distinctInput(api, callable, accepted.input);
  const control = { ...right, input, words: "what was accepted before the connection broke" };
  const isUp = isSuccess(yield* ask(control, { what: control.words, role: "compared" }));
  return isUp ? yield* ask(asking, { what: asking.words, role: "after a break" }) : exchange;
}

const noInput: Input = { parameters: new Map() };

/** Reads a record, so that conditions on its state can be given. */
export function* readForCondition(
  api: Api,
  callable: Callable,
  target: PathTarget,
  authorization: Authorization,
): Plan {
  const { record } = target;
  const needsState = callable.operation.parameters.some(
    ({ in: place, name }) => place === "header" && /^if-match$/i.test(name),
  );
  if (record === undefined || !needsState) return;
  const template = erased(callable.operation.path).replace(/\/$/, "");
  const reader = api.callables.find(
    ({ operation }) => operation.method === "GET" && erased(operation.path).replace(/\/$/, "") === template,
  );
  if (reader === undefined) return;
  const call = callOf(api, reader, {
    target,
    input: noInput,
    authorization,
    words: "the record before it is changed",
  });
  const exchange = yield* send({ ...call, fresh: true });
  api.records.see(exchange);
}

/** Sends a request that names the state of the record it changes, where the document asks for that. */
export function* askKnowing(
  api: Api,
  callable: Callable,
  asking: Asking,
  tag?: InputTag,
): Plan<Exchange<InputTag>, InputTag> {
  if (callable.reach === "one record")
    yield* readForCondition(api, callable, asking.target, asking.authorization);
  return yield* askFor(api, callable, asking, tag);
}

/** Creates a record of a template by an operation whose input is known to be accepted. */
export function* createOwn(api: Api, template: string, depth = 0): Plan<KnownRecord | undefined> {
  if (!api.writes || depth > 4) return undefined;
  const byCollection = templatesByCollection(api.callables.map(({ operation }) => operation));
  const creator = api.callables.find(
    ({ operation, id }) =>
      operation.method === "POST" &&
      !isItemPath(operation.path) &&
      api.records.accepted.has(id) &&
      recordsBelow(operation.path, byCollection).some((place) => place.template === template),
  );
  const authorization = creator && api.credentials.authorizationOf(creator.operation);
  if (creator === undefined || authorization === undefined) return undefined;
  const target = yield* ownTarget(api, creator, depth + 1);
  if (target === undefined) return undefined;
  const ownNow = (): KnownRecord | undefined =>
    api.records.recordsOf(template).find(({ origin }) => origin === "own");
  const before = ownNow();
  for (const { way, input } of creationInputs(api, { callable: creator })) {
    const words = "a record to work with";
    const exchange = yield* send(callOf(api, creator, { target, input, authorization, words }));
    api.records.see(exchange);
    if (!isSuccess(exchange)) continue;
    api.records.rememberWay(creator.id, way);
    if (ownNow() !== before) break;
  }
  return ownNow();
}

/**
 * A target whose record the run may change: its own, or one that the configuration names; for what is created below a
 * record and removed again, any.
 */
export function* ownTarget(api: Api, callable: Callable, depth = 0): Plan<PathTarget | undefined> {
  const last = placesIn(callable.operation.path).at(-1);
  if (last === undefined) return { path: {} };
  const mayChange = ({ record }: PathTarget): boolean =>
    record?.origin === "own" || record?.origin === "stated";
  const known = recordTargets(api, callable).find(mayChange);
  if (known !== undefined) return known;
  yield* createOwn(api, last.template, depth);
  const own = recordTargets(api, callable).find(mayChange);
  // A record that no operation creates can hold what the run creates and removes.
  if (own !== undefined || !isRemovableCreation(callable, api.callables)) return own;
  return recordTargets(api, callable)[0];
}

/** A target that can be read: any record that is known. */
function* targetToRead(api: Api, callable: Callable): Plan<PathTarget | undefined> {
  const [known] = recordTargets(api, callable);
  if (known !== undefined) return known;
  const own = yield* ownTarget(api, callable);
  return own ?? statedTarget(api, callable);
}

export const targetFor = (api: Api, callable: Callable): Plan<PathTarget | undefined> =>
  callable.reach === "nothing" ? targetToRead(api, callable) : ownTarget(api, callable);
