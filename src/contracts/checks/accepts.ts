import type { ActiveCheck, Judgement, Plan, PlanContext, Violation } from "../../core/model/check.ts";
import {
  type Authorization,
  type Exchange,
  isSuccess,
  jsonOf,
  responseOf,
} from "../../core/model/exchange.ts";
import { isObject } from "../../core/model/json-object.ts";
import { unreadReason } from "../../core/model/unread-body.ts";
import { type Api, type Callable, factId, validatorKeys } from "./api.ts";
import { distinctInput, renewedInput } from "./creation-inputs.ts";
import { isCreation } from "./effects.ts";
import { askFor, askKnowing, createOwn, answerStatus, type InputTag, targetFor } from "./asking.ts";
import { shapeWords } from "./findings.ts";
import { bodyContent, type Input, isJsonType, unwritableType, writableTypes } from "./input.ts";
import { type Base, firstRecipes, inputBy, type Recipe } from "./recipes.ts";
import { type PathTarget, recordTargets, statedTarget, unknownTargets } from "./targets.ts";
import { placesIn } from "./templates.ts";
import { fewOfEach } from "./few-of-each.ts";
import { extentVariations, validVariations, type Variation } from "./variations.ts";

/** Statuses that say that an input is wrong; others may be about the state of the server. */
const refusals = new Set([400, 406, 413, 414, 415, 422, 431]);

/** As many inputs as are tried before an operation is left alone. */
const attempts = 8;

const words = ({ extent, example, branch, declared }: Recipe): string => {
  if (declared !== undefined) return "as declared";
  if (example !== undefined) return "as in its example";
  if (branch > 0) return `as alternative ${branch + 1}`;
  return extent === "least" ? "without anything optional" : "with everything optional";
};

/** Names of optional parameters and properties that a refusal mentions. */
const namedIn = (api: Api, { operation }: Callable, exchange: Exchange): readonly string[] => {
  const body = jsonOf(exchange);
  const response = responseOf(exchange);
  const text =
    body === undefined ? (response?.body.kind === "text" ? response.body.text : "") : JSON.stringify(body);
  const said = new Set(
    text
      .slice(0, 20_000)
      .toLowerCase()
      .match(/[a-z_$][\w$-]*/g) ?? [],
  );
  const [type = ""] = writableTypes(operation);
  const { properties } = api.reading.view(bodyContent(operation, type)?.schema);
  return [...operation.parameters.map(({ name }) => name), ...Object.keys(properties)]
    .map((name) => name.toLowerCase())
    .filter((name) => said.has(name));
};

interface Search {
  readonly api: Api;
  readonly callable: Callable;
  readonly target: PathTarget;
  readonly authorization: Authorization;
}

/** What its judge knows an attempt by. */
const attemptTag = (recipe: Recipe): InputTag => ({
  what: words(recipe),
  role: recipe.declared !== undefined ? "declared" : recipe.also.length === 0 ? "stated" : "guided",
});

/** Finds an input that is accepted; learns from refusals what else to send. */
function* firstAccepted({ api, callable, target, authorization }: Search): Plan<Base | undefined, InputTag> {
  const waiting = [...firstRecipes(api, callable)];
  const tried = new Set<string>();
  for (let attempt = 0; attempt < attempts;) {
    const recipe = waiting.shift();
    if (recipe === undefined) break;
    const input = inputBy(api, callable, recipe, api.records.next());
    const text = JSON.stringify([recipe, input?.body?.value, [...(input?.parameters ?? [])]]);
    if (input === undefined || tried.has(text)) continue;
    tried.add(text);
    attempt += 1;
    const asking = { target, input, authorization, words: words(recipe) };
    const exchange = yield* askKnowing(api, callable, asking, attemptTag(recipe));
    const status = answerStatus(exchange);
    if (isSuccess(exchange)) {
      api.records.accepted.set(callable.id, { recipe, input });
      return { recipe, input };
    }
    api.records.refused.set(callable.id, status);
    if (status === 401 || status === 403) break;
    if ((status === 404 || status === 410) && placesIn(callable.operation.path).length > 0) break;
    // A record with the same key may be there.
    if (status === 409 && attempt < attempts - 1) waiting.unshift({ ...recipe, usesExamples: false });
    if (status === 400 || status === 422) {
      const also = namedIn(api, callable, exchange);
      if (also.length > 0 && recipe.also.length === 0) waiting.unshift({ ...recipe, also });
    }
  }
  return undefined;
}

/** Whether a refusal says that a record with the same key is there. */
const isConflict = (exchange: Exchange): boolean => {
  const status = answerStatus(exchange);
  if (status === 409) return true;
  if (status !== 400 && status !== 422) return false;
  const response = responseOf(exchange);
  const text = response?.body.kind === "text" ? response.body.text : JSON.stringify(jsonOf(exchange) ?? "");
  return /already|exists|duplicate|unique|taken|in use/i.test(text.slice(0, 20_000));
};

/** Asks for a variation of an accepted input; where a record with the same key is there, with texts of its own. */
function* askVariation(
  { api, callable, target, authorization }: Search,
  { what, input, about }: Pick<Variation, "what" | "input" | "about">,
): Plan<Exchange, InputTag> {
  const ask = (one: Input, tag: InputTag): Plan<Exchange, InputTag> =>
    askKnowing(api, callable, { target, input: one, authorization, words: what }, tag);
  let exchange = yield* ask(distinctInput(api, callable, input, about), { what });
  if (isCreation(callable.operation) && api.records.creationWayOf(callable.id) === undefined)
    for (const way of ["one text", "all texts"] as const) {
      if (!isConflict(exchange)) break;
      const renewed = renewedInput(api, callable, input, { way, except: about });
      exchange = yield* ask(renewed, { what, role: "again" });
      if (isSuccess(exchange)) api.records.rememberWay(callable.id, way);
    }
  return exchange;
}

/** Requests for a record that is not there: they are right, and so must be their answers. */
function* askUnknown({ api, callable, target, authorization }: Search, input: Input): Plan<void, InputTag> {
  const { path } = callable.operation;
  if (placesIn(path).length === 0) return;
  for (const unknown of unknownTargets(api, callable, target))
    yield* askFor(api, callable, {
      target: unknown,
      input,
      authorization,
      words: "a record that is not there",
    });
}

/** A record is deleted, and once more. */
function* askDeletions(search: Search, input: Input): Plan<void, InputTag> {
  const { api, callable, target, authorization } = search;
  yield* askFor(api, callable, { target, input, authorization, words: "the same record once more" });
  yield* askUnknown(search, input);
}

/** What is created has to be removed, so it costs twice. */
const shareOf = ({ reach }: Callable): number => (reach === "a new record" ? 0.3 : 0.4);

/** What is optional is left out, and then sent together; returns the fullest input that was accepted. */
function* askExtents(search: Search, base: Base): Plan<Base, InputTag> {
  const { api, callable } = search;
  let fullest = base;
  for (const variation of extentVariations(api, callable, base.recipe, api.records.next())) {
    const { input, recipe } = variation;
    if (recipe.extent === base.recipe.extent && !base.recipe.usesExamples) continue;
    const exchange = yield* askVariation(search, variation);
    if (isSuccess(exchange) && recipe.extent === "most") fullest = { recipe, input };
  }
  if (fullest === base) fullest = yield* askForMore(search, base);
  api.records.accepted.set(callable.id, base);
  api.records.fullest.set(callable.id, fullest);
  return fullest;
}

/** As many optional properties as are tried one by one, where a body with all of them was refused. */
const mostAdded = 6;

/** Adds to an accepted body what is optional, one by one, and keeps what is accepted. */
function* askForMore(search: Search, base: Base): Plan<Base, InputTag> {
  const { api, callable } = search;
  const full = inputBy(api, callable, { ...base.recipe, extent: "most", also: [] }, api.records.next());
  const { body } = base.input;
  const wanted = full?.body?.value;
  if (body === undefined || !isJsonType(body.mediaType) || !isObject(wanted) || !isObject(body.value))
    return base;
  let best = base;
  const had = new Set(Object.keys(body.value));
  for (const name of Object.keys(wanted)
    .filter((one) => !had.has(one))
    .slice(0, mostAdded)) {
    const now = best.input.body?.value;
    const value = { ...(isObject(now) ? now : {}), [name]: wanted[name] };
    if (!api.fits(validatorKeys.request(callable.id, body.mediaType), value)) continue;
    const input: Input = { ...best.input, body: { mediaType: body.mediaType, value } };
    const what = `with the optional \`${name}\``;
    const exchange = yield* askVariation(search, { what, input, about: name });
    if (isSuccess(exchange))
      best = { recipe: { ...best.recipe, also: [...best.recipe.also, name.toLowerCase()] }, input };
  }
  return best;
}

function* askVariations(search: Search, first: Base, context: PlanContext): Plan<void, InputTag> {
  const { api, callable } = search;
  const base = yield* askExtents(search, first);
  const all = validVariations(api, callable, base.input, base.recipe, api.records.next());
  const few = Math.max(3, Math.floor(api.effort * shareOf(callable)));
  for (const variation of fewOfEach(all, few, context.seed)) yield* askVariation(search, variation);
}

/** Other records that can be read: each may be shown differently. */
function* askOthers({ api, callable, target, authorization }: Search, input: Input): Plan<void, InputTag> {
  const others = recordTargets(api, callable).filter(({ record }) => record !== target.record);
  const isOwn = ({ record }: PathTarget): boolean => record?.origin === "own";
  const few = [...others.filter((one) => !isOwn(one)).slice(0, 1), ...others.filter(isOwn)].slice(0, 2);
  for (const other of few)
    yield* askFor(api, callable, { target: other, input, authorization, words: "another record" });
}

/** Reads what is below a record before the first creation there, which may be answered with one of them. */
function* readBefore({ api, callable, target }: Search): Plan<void, InputTag> {
  const { operation } = callable;
  if (!isCreation(operation) || placesIn(operation.path).length === 0) return;
  const list = api.callables.find(
    (one) => one.operation.method === "GET" && one.operation.path === operation.path,
  );
  const authorization = list && api.credentials.authorizationOf(list.operation);
  if (list === undefined || authorization === undefined) return;
  const input: Input = { parameters: new Map() };
  yield* askFor(api, list, { target, input, authorization, words: "what is there before a creation" });
}

function* plan(api: Api, callable: Callable, context: PlanContext): Plan<void, InputTag> {
  const { operation, reach } = callable;
  const authorization = api.credentials.authorizationOf(operation);
  if (authorization === undefined) return;
  const isDeletion = operation.method === "DELETE";
  const last = placesIn(operation.path).at(-1);
  if (isDeletion && last !== undefined) yield* createOwn(api, last.template);
  const target = yield* targetFor(api, callable);
  const search: Search = { api, callable, target: target ?? { path: {} }, authorization };
  if (target === undefined) {
    const recipe: Recipe = { extent: "least", branch: 0, usesExamples: true, also: [] };
    const input = inputBy(api, callable, recipe, api.records.next());
    if (input !== undefined) yield* askUnknown(search, input);
    return;
  }
  yield* readBefore(search);
  const base = yield* firstAccepted(search);
  if (base === undefined) return;
  if (isDeletion) return yield* askDeletions(search, base.input);
  yield* askUnknown(search, base.input);
  yield* askVariations(search, base, context);
  if (reach === "nothing") yield* askOthers(search, base.input);
}

type Asked = readonly Exchange<InputTag>[];

const roleOf = ({ call }: Exchange<InputTag>): InputTag["role"] => call?.tag?.role;

const isAttempt = (exchange: Exchange<InputTag>): boolean =>
  ["stated", "declared", "guided"].includes(roleOf(exchange) ?? "");

/** Why a refusal says nothing: no input is known that the operation accepts, and that its document states. */
const reasonIn = (api: Api, callable: Callable, asked: Asked): string | undefined => {
  const { operation } = callable;
  if (api.credentials.authorizationOf(operation) === undefined)
    return `no credential is given for ${api.credentials.wanted(operation).join(", ")}`;
  const all = asked.filter(isAttempt);
  const accepted = all.find(isSuccess);
  if (accepted !== undefined)
    // An owner had to declare it: the document alone does not say which inputs are accepted.
    return roleOf(accepted) === "declared" ? "only the declared body was accepted" : undefined;
  const last = all.at(-1);
  if (last !== undefined) return `no input was accepted (${answerStatus(last)})`;
  const unwritable = unwritableType(operation);
  if (unwritable !== undefined) return unreadReason(unwritable);
  return recordTargets(api, callable).length === 0 && statedTarget(api, callable) === undefined
    ? "no record is known that its path could name"
    : "no input could be made from its schema";
};

/** Requests that the document states: what was sent again counts in place of the one before it. */
const statedIn = (asked: Asked): Asked =>
  asked.filter((one, index) => {
    const next = asked[index + 1];
    const isReplaced = next !== undefined && roleOf(next) === "again";
    return !isReplaced && roleOf(one) !== "declared" && roleOf(one) !== "guided";
  });

const refusedWords = "stated inputs are refused";

const refusal = (
  fact: string,
  { operation, name }: Callable,
  exchange: Exchange,
  what: string,
): Violation => ({
  kind: "violation",
  fact,
  severity: "warning",
  rule: "status",
  message: `${operation.method} ${operation.path} refuses an input that its document allows: ${what}`,
  cause: { what: refusedWords, item: `${name}: ${what}` },
  exchange,
  expected: "a success: the document allows this input",
  actual: shapeWords(exchange),
});

/** The document's own inputs are accepted. */
export const acceptsCheck = (
  api: Api,
  callable: Callable,
  effect: ActiveCheck["effect"],
  position: number,
): ActiveCheck<InputTag> => {
  const { operation } = callable;
  const fact = factId(api, callable, "accepts");
  return {
    id: fact,
    facts: [fact],
    severity: "warning",
    title: `${operation.method} ${operation.path} accepts what its document allows`,
    why: "A client that follows the document must not be refused.",
    effect,
    position,
    interfaces: [api.name],
    needs: [],
    plan: (context) => plan(api, callable, context),
    *judge(exchanges): Generator<Judgement> {
      const asked = exchanges.filter(({ call }) => call?.tag !== undefined);
      const reason = reasonIn(api, callable, asked);
      if (reason !== undefined) return yield { kind: "not-applicable", fact, reason };
      for (const exchange of statedIn(asked))
        if (refusals.has(answerStatus(exchange)))
          yield refusal(fact, callable, exchange, exchange.call?.tag?.what ?? "");
    },
  };
};
