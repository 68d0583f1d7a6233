import { operations, type OperationId } from "../../builtin/generated/operations.ts";
import { resources } from "../../builtin/generated/resources.ts";
import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import { interfaces } from "../../builtin/interfaces.ts";
import {
  send,
  sendAll,
  type ActiveCheck,
  type Judgement,
  type Plan,
  type PlanContext,
} from "../../core/model/check.ts";
import {
  isBusy,
  isSuccess,
  jsonOf,
  responseOf,
  type Call,
  type Exchange,
  type Spelling,
  untagged,
} from "../../core/model/exchange.ts";
import { Answers } from "../support/answers.ts";
import { isObject, isSameJson } from "../support/json.ts";
import { notApplicable, statusOf, violation } from "../support/judgements.ts";
import { isFree } from "../support/marked.ts";
import { pagedListEndpoints, queryEndpointNames } from "../support/paged-endpoint.ts";
import { readPage, leastDeepRecord } from "../support/replaced-record.ts";
import { bearer, fullCall, mainBearer, sampleCall, securedOperations } from "../support/sample-calls.ts";
import { type Compared, shownParts } from "../support/shown-parts.ts";
import { toBeRefused } from "../support/refusal.ts";
import { passwordGrant, passwordNeeds } from "../support/token-calls.ts";
import { unknownId } from "../support/ids.ts";

/** The fact about every JSON body. */
const bodies = "GEN-03";

type Effect = "read" | "write";

/** Another spelling of a request. */
interface Writing {
  readonly what: string;
  /** The clause that makes it equal. */
  readonly why: string;
  /** Combined with others that change a different part of the request. */
  readonly bundle: 0 | 1;
  /** The fact about JSON bodies if the body is changed; otherwise the operation's own. */
  readonly fact?: typeof bodies;
  applies(call: Call): boolean;
  change(call: Call): Call;
}

/** An earlier request that must not matter. */
interface Circumstance {
  readonly what: string;
  /** The earlier request; undefined if there is none. */
  before(call: Call, context: PlanContext): Call | undefined;
}

const has = (kind: "json" | "form") => (call: Call) => call.body?.kind === kind;

/** A signature may cover the address as written (U-18), and proxies recognise writes by it. */
const mayBeReaddressed = ({ authorization, body }: Call): boolean =>
  authorization.kind !== "hmac" && body === undefined;

const hasQuery = (call: Call): boolean => mayBeReaddressed(call) && call.query !== undefined;

const writing = (
  spelling: Spelling,
  what: string,
  why: string,
  bundle: Writing["bundle"],
  applies: Writing["applies"],
): Writing => ({
  ...(/^(?:charset|media|json)/.test(spelling) ? { fact: bodies } : {}),
  what,
  why,
  bundle,
  applies,
  change: (call) => ({ ...call, spelled: [...(call.spelled ?? []), spelling] }),
});

const writings: readonly Writing[] = [
  writing("header-names", "header names in capitals", "RFC 9110, 5.1", 0, () => true),
  writing("accept-anything", "any media type accepted", "RFC 9110, 12.5.1", 0, () => true),
  writing("accept-list", "a list of media types accepted", "RFC 9110, 12.5.1", 1, () => true),
  writing("charset", "a media type with a charset", "RFC 8259, 11", 0, ({ body }) => body !== undefined),
  writing(
    "media-type-case",
    "a media type in capitals",
    "RFC 9110, 8.3.1",
    1,
    ({ body }) => body !== undefined,
  ),
  writing(
    "query-order",
    "parameters in another order",
    "interfaces.md, B: parameters have names",
    1,
    ({ query }) => Object.keys(query ?? {}).length > 1,
  ),
  writing("query-names", "percent-encoded names of parameters", "RFC 3986, 2.3", 0, hasQuery),
  writing("query-values", "percent-encoded values of parameters", "RFC 3986, 2.3", 1, hasQuery),
  writing(
    "path-encoding",
    "an id with a percent-encoded character",
    "RFC 3986, 2.3",
    1,
    (call) => mayBeReaddressed(call) && call.path !== undefined,
  ),
  writing("json-order", "properties in another order", "RFC 8259, 4", 0, has("json")),
  writing("json-space", "white space in JSON", "RFC 8259, 2", 0, has("json")),
  writing("json-escapes", "escapes in JSON", "RFC 8259, 7", 1, has("json")),
  writing("form-order", "fields in another order", "interfaces.md, A: fields have names", 0, has("form")),
  writing("form-encoding", "fields that are percent-encoded throughout", "URL standard, 5.1", 1, has("form")),
  {
    what: "a moment with a fraction of a second",
    why: "ISO 8601; RFC 3339, 5.6",
    bundle: 0,
    applies: ({ operation }) => operation === "replaceContactNote",
    change: (call) => withValues(call, (value) => `${value}`.replace(/(T\d\d:\d\d:\d\d)Z$/, "$1.000Z")),
  },
];

const withValues = (call: Call, change: (text: string, name: string) => string): Call => {
  const { body } = call;
  if (body?.kind !== "json" || !isObject(body.value)) return call;
  const entries = Object.entries(body.value).map(([name, value]) => [
    name,
    typeof value === "string" ? change(value, name) : value,
  ]);
  return { ...call, body: { ...body, value: Object.fromEntries(entries) } };
};

const weaker: Readonly<Record<string, string>> = {
  crm: "crm.credentials.limitedApiKey",
  donation: "donation.credentials.limitedToken",
  volunteer: "volunteer.credentials.limitedToken",
};

const foreign: Readonly<Record<string, string>> = {
  crm: "crm.credentials.otherOrganizationApiKey",
  volunteer: "volunteer.credentials.otherOrganizationToken",
};

const askedBy = (
  names: Readonly<Record<string, string>>,
  call: Call,
  context: PlanContext,
): Call | undefined => {
  const name = names[operations[call.operation as OperationId].interface];
  const isBearer = call.authorization.kind === "secret";
  return isBearer && name !== undefined && context.has(name)
    ? { ...call, authorization: bearer(name) }
    : undefined;
};

const malformed = (call: Call): Call | undefined => {
  const [first] = Object.keys(call.query ?? {});
  if (call.body !== undefined)
    return { ...call, body: { kind: "text", text: '{"take": ', mediaType: "application/json" } };
  return first === undefined ? undefined : { ...call, query: { ...call.query, [first]: "none" } };
};

const circumstances: readonly Circumstance[] = [
  {
    what: "a read of what is not there",
    before: (call) => {
      const [name] = Object.keys(call.path ?? {});
      return name === undefined ? undefined : { ...call, path: { [name]: unknownId } };
    },
  },
  { what: "a malformed request", before: malformed },
  {
    what: "a request without a credential",
    before: (call) => ({ ...call, authorization: { kind: "none" } }),
  },
  { what: "a request with a weaker credential", before: (call, context) => askedBy(weaker, call, context) },
  {
    what: "a request of another organization",
    before: (call, context) => askedBy(foreign, call, context),
  },
];

/** A request that is repeated. */
interface Subject {
  readonly operation: OperationId;
  readonly call: Call;
  readonly fact: string;
  readonly how: Compared;
}

const facts: Readonly<Partial<Record<OperationId, string>>> = {
  issueToken: "CRM-20",
  getContactByReference: "CRM-21",
  getContact: "CRM-22",
  listContactMethodTypes: "CRM-23",
  getWebhook: "CRM-25",
  replaceContactNote: "CRM-26",
  ...Object.fromEntries(pagedListEndpoints.map(({ operation }) => [operation, "DON-04"])),
  listCustomFields: "DON-09",
  listPremiums: "DON-09",
  listProjects: "DON-09",
  ...Object.fromEntries(queryEndpointNames.map(({ operation }) => [operation, "DON-10"])),
  getQueryOptions: "DON-15",
  getQueryList: "DON-16",
  replaceCampaign: "DON-17",
  replaceProject: "DON-17",
  replaceSegment: "DON-17",
  listUsers: "VOL-01",
  getUser: "VOL-02",
  updateProject: "VOL-04",
  updateGroup: "VOL-05",
  setGroupMembers: "VOL-06",
};

/** A sorted page that does not begin with the first record. */
const inOrder = (call: Call): Call => ({
  ...call,
  ...(call.query === undefined ? {} : { query: { ...call.query, Skip: 1 } }),
  ...(call.body?.kind === "json" && isObject(call.body.value)
    ? { body: { ...call.body, value: { ...call.body.value, skip: 1 } } }
    : {}),
});

const ordered: ReadonlySet<string> = new Set(
  [...pagedListEndpoints, ...queryEndpointNames].map(({ operation }) => operation),
);

/** Adds characters that need escapes to a free text; a slash has a two-character escape. */
const withSigns = (call: Call): Call =>
  withValues(call, (text, name) => (isFree(name, text) ? `${text} / Zoë, José 🙂` : text));

const comparedAs = (operation: OperationId): Compared => {
  if (ordered.has(operation)) return "in order";
  return operation === "listUsers" ? "by number" : "in any order";
};

/** How a request is sent: in some spellings, beside those, after another request, or as usual. */
type As =
  | "as usual"
  | "once more"
  | "at last"
  | { readonly with: readonly string[]; readonly isAgain: boolean }
  | { readonly beside: readonly string[] }
  | { readonly after: string; readonly isAgain: boolean }
  | { readonly time: number };

interface Tag {
  readonly of: string;
  readonly as: As;
  /** The read after the write. */
  readonly isRead?: true;
}

const again = ", again";

const labelOf = (operation: string, as: As): string => {
  if (typeof as === "string") return `${operation} ${as}`;
  if ("time" in as) return `${operation} time ${as.time}`;
  if ("beside" in as) return `${operation} beside ${operation} with ${as.beside.join(" and ")}`;
  const how = "after" in as ? `after ${as.after}` : `with ${as.with.join(" and ")}`;
  return `${operation} ${how}${as.isAgain ? again : ""}`;
};

const usual = (operation: string): string => labelOf(operation, "as usual");

const subjectOf = (operation: OperationId, context: PlanContext): readonly Subject[] => {
  const fact = facts[operation];
  const { interface: of, security } = operations[operation];
  if (fact === undefined || (security === "hmac" && !context.has("crm.credentials.hmac.secret"))) return [];
  const authorization = security === "hmac" ? ({ kind: "hmac" } as const) : mainBearer(of);
  const [isOrdered, label] = [ordered.has(operation), usual(operation)];
  const call = (isOrdered ? fullCall : sampleCall)(operation, context, authorization, label);
  if (call === undefined) return [];
  return [{ operation, call: isOrdered ? inOrder(call) : withSigns(call), fact, how: comparedAs(operation) }];
};

const login = (context: PlanContext): readonly Subject[] =>
  passwordNeeds.every((path) => context.has(path))
    ? [
        {
          operation: "issueToken",
          call: passwordGrant(usual("issueToken")),
          fact: "CRM-20",
          how: "in any order",
        },
      ]
    : [];

const subjectsOf = (context: PlanContext, of: BuiltinInterface, effect: Effect): readonly Subject[] => [
  ...securedOperations(of, effect).flatMap((operation) => subjectOf(operation, context)),
  ...(of === "crm" && effect === "read" ? login(context) : []),
];

const written = (some: readonly Writing[], isAgain = false): As => ({
  with: some.map(({ what }) => what),
  isAgain,
});

const writtenCall = ({ call }: Subject, some: readonly Writing[]): Call =>
  some.reduce((changed, one) => one.change(changed), call);

const bundlesOf = ({ call }: Subject): readonly (readonly Writing[])[] =>
  [0, 1]
    .map((bundle) => writings.filter((one) => one.bundle === bundle && one.applies(call)))
    .filter((some) => some.length > 0);

/** The answer to a request, with the read after a write. */
interface Answered {
  readonly as: As;
  readonly exchange: Exchange;
  readonly entries: ReadonlySet<string>;
}

/** The record stored under the id of a write. */
const storedIn = (read: Exchange | undefined, { request: { body } }: Exchange): readonly string[] => {
  const record =
    read === undefined ? undefined : leastDeepRecord(jsonOf(read), isObject(body) ? body["id"] : undefined);
  return Object.entries(record ?? {}).map(([name, value]) => `stored ${name} is ${JSON.stringify(value)}`);
};

const answeredIn = (
  exchanges: readonly Exchange<Tag>[],
  { operation, how }: Subject,
): readonly Answered[] => {
  const [answers, reads] = [new Answers<As>(), new Answers<As>()];
  for (const exchange of exchanges) {
    const tag = exchange.call?.tag;
    if (tag?.of === operation) (tag.isRead === true ? reads : answers).set(tag.as, exchange);
  }
  return [...answers]
    .filter(([, exchange]) => responseOf(exchange) !== undefined && !isBusy(exchange))
    .map(([as, exchange]) => ({
      as,
      exchange,
      entries: new Set([
        `status ${statusOf(exchange)}`,
        `body ${responseOf(exchange)?.body.kind}`,
        ...shownParts(jsonOf(exchange), how),
        ...storedIn(reads.get(as), exchange),
      ]),
    }));
};

const isUsual = ({ as }: Answered): boolean => typeof as === "string" || !("with" in as);

/** What at least half of some answers, and more than one, contain. */
const usuallySaid = (some: readonly Answered[]): ReadonlySet<string> => {
  const counts = new Map<string, number>();
  for (const { entries } of some) for (const one of entries) counts.set(one, (counts.get(one) ?? 0) + 1);
  return new Set([...counts].flatMap(([one, count]) => (count > 1 && count * 2 >= some.length ? [one] : [])));
};

const saidByAll = (some: readonly Answered[]): ReadonlySet<string> =>
  new Set([...usuallySaid(some)].filter((one) => some.every(({ entries }) => entries.has(one))));

const lacking = (answered: Answered | undefined, expected: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(answered === undefined ? [] : [...expected].filter((one) => !answered.entries.has(one)));

/** Repetitions of a request whose answers differ, so that an occasional difference shows again. */
const timesMore = 8;

/** Sends one request in all spellings and circumstances, and repeats those answered differently. */
function* askAlike(subject: Subject, context: PlanContext): Plan<void, Tag> {
  const { operation, call } = subject;
  const of = Object.values(resources.donation).find(({ replace }) => replace.operation === operation);
  const seen: Exchange<Tag>[] = [];
  const tagged = (as: As, made: Call = call): Call<Tag> => ({
    ...made,
    label: labelOf(operation, as),
    tag: { of: operation, as },
    fresh: true,
  });
  const ask = function* (as: As, one: Call<Tag> = tagged(as)): Plan<void, Tag> {
    seen.push(yield* send(one));
    const tag: Tag = { of: operation, as, isRead: true };
    const read = of && (yield* readPage(of, context, `${one.label}, read back`, { tag }));
    if (read !== undefined) seen.push(read);
  };
  // In direct succession, whatever else the run asks meanwhile.
  const askAfter = function* ({ what, before }: Circumstance, isAgain: boolean): Plan<void, Tag> {
    const first = before(call, context);
    if (first === undefined) return;
    const label = `${operation}: ${what}${isAgain ? again : ""}`;
    const refused = toBeRefused({ ...first, label, fresh: true });
    seen.push(...(yield* sendAll([refused, tagged({ after: what, isAgain })])));
  };
  yield* ask("as usual", { ...call, tag: { of: operation, as: "as usual" } });
  if (!seen.slice(0, 1).every(isSuccess)) return;
  const bundles = bundlesOf(subject);
  const askWritten = (some: readonly Writing[], isAgain?: boolean) =>
    ask(written(some, isAgain), tagged(written(some, isAgain), writtenCall(subject, some)));
  for (const some of bundles) yield* askWritten(some);
  const isRead = operations[operation].effect === "read";
  if (isRead) for (const one of circumstances) yield* askAfter(one, false);
  else yield* ask("once more");

  const answers = answeredIn(seen, subject);
  const usuals = answers.filter(isUsual);
  const [usually, always] = [usuallySaid(usuals), saidByAll(usuals)];
  const isSuspect = (one: Answered): boolean => lacking(one, isUsual(one) ? usually : always).size > 0;
  const suspects = answers.filter(isSuspect);
  if (suspects.length === 0) return;
  const isSuspected = (as: As): boolean => suspects.some((one) => isSameJson(one.as, as));
  yield* ask("at last");
  for (const some of bundles) {
    if (!isSuspected(written(some))) continue;
    if (some.length > 1) for (const one of some) yield* askWritten([one]);
    yield* ask({ beside: some.map(({ what }) => what) });
    yield* askWritten(some, true);
  }
  const isOdd = ({ what }: Circumstance): boolean => isSuspected({ after: what, isAgain: false });
  for (const one of circumstances.filter(isOdd)) yield* askAfter(one, true);
  for (let time = 1; time <= (isRead ? timesMore : 1); time += 1) yield* ask({ time });
}

const differs = (
  subject: Subject,
  odd: Answered,
  also: readonly Answered[],
  how: { readonly fact: string; readonly what: string; readonly why: string },
): Judgement => {
  const [usually, now] = [also.at(-1), odd].map((one) => (one === undefined ? 0 : statusOf(one.exchange)));
  return violation({
    fact: how.fact,
    rule: "relation",
    message: `${subject.operation} is answered differently ${how.what} (${how.why})`,
    cause: { what: `operations are answered differently ${how.what}`, item: subject.operation },
    exchange: odd.exchange,
    also: also.map(({ exchange }) => exchange),
    expected: `the same answer as to the same request${usually === now ? "" : `: ${usually}`}`,
    actual: usually === now ? `${now} with something else` : String(now),
  });
};

/** The entries of both sets. */
const isShared = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].some((entry) => other.has(entry));

const answerTo = (answers: readonly Answered[], as: As): Answered | undefined =>
  answers.find((one) => isSameJson(one.as, as));

/** Differences of the answers to another spelling that occur twice. */
const judgeWritings = function* (subject: Subject, answers: readonly Answered[]): Generator<Judgement> {
  const usuals = answers.filter(isUsual);
  const expected = saidByAll(usuals);
  const factOf = ({ fact }: Writing): string =>
    has("json")(subject.call) ? (fact ?? subject.fact) : subject.fact;
  for (const some of bundlesOf(subject)) {
    const [first, second] = [answerTo(answers, written(some)), answerTo(answers, written(some, true))];
    const lost = new Set([...lacking(first, expected)].filter((one) => lacking(second, expected).has(one)));
    if (first === undefined || second === undefined || lost.size === 0) continue;
    const alone = some.flatMap((one) => {
      const answer = some.length === 1 ? second : answerTo(answers, written([one]));
      return answer !== undefined && isShared(lacking(answer, expected), lost) ? [{ one, answer }] : [];
    });
    for (const { one, answer } of alone)
      yield differs(subject, answer, [first, second, ...usuals], {
        fact: factOf(one),
        what: `with ${one.what}`,
        why: one.why,
      });
    if (alone.length === 0)
      yield differs(subject, second, [first, ...usuals], {
        fact: subject.fact,
        what: `with ${some.map(({ what }) => what).join(" and ")}`,
        why: some.map(({ why }) => why).join("; "),
      });
  }
};

/** Differences after another request that occur twice, and never otherwise. */
const judgeCircumstances = function* (subject: Subject, answers: readonly Answered[]): Generator<Judgement> {
  const usuals = answers.filter(isUsual);
  for (const { what } of circumstances) {
    const [first, second] = [false, true].map((isAgain) => answerTo(usuals, { after: what, isAgain }));
    if (first === undefined || second === undefined) continue;
    const others = usuals.filter((one) => one !== first && one !== second);
    const expected = saidByAll(others);
    if (!isShared(lacking(first, expected), lacking(second, expected))) continue;
    yield differs(subject, second, [first, ...others], {
      fact: subject.fact,
      what: `after ${what}`,
      why: "nothing is stated to change by it",
    });
    return;
  }
};

/** The facts judged by a request of an operation with this fact. */
const factsOf = (fact: string, call: Call): readonly string[] =>
  has("json")(call) ? [fact, bodies] : [fact];

interface Row {
  readonly interface: BuiltinInterface;
  readonly effect: Effect;
  readonly facts: ActiveCheck["facts"];
}

const whys: Readonly<Record<Effect, string>> = {
  read: "HTTP libraries differ in order, white space, escapes and headers, and other callers make mistakes.",
  write: "HTTP libraries differ in order, white space, escapes and headers.",
};

const equalRequestsCheck = ({ interface: of, effect, facts: own }: Row): ActiveCheck<Tag> => ({
  id: `${of}-${effect}s-are-answered-alike`,
  facts: own,
  effect,
  interfaces: [of],
  needs: [interfaces[of].mainCredential],
  title:
    effect === "read"
      ? "A read gets the same answer in every equivalent spelling, after any other request, every time"
      : "A write gets the same answer in every equivalent spelling",
  why: whys[effect],
  turns: 6,
  factsWith(context) {
    const could = subjectsOf(context, of, effect).flatMap(({ fact, call }) => factsOf(fact, call));
    return own.filter((fact) => could.includes(fact));
  },
  *plan(context) {
    for (const subject of context.sample(subjectsOf(context, of, effect), 1))
      yield* askAlike(subject, context);
  },
  *judge(exchanges): Generator<Judgement> {
    const asked = askedIn(exchanges);
    const judged = new Set(asked.flatMap(({ fact, call }) => factsOf(fact, call)));
    for (const fact of own)
      if (!judged.has(fact)) yield notApplicable("nothing to judge on this target", fact);
    for (const subject of asked) {
      const answers = answeredIn(exchanges, subject);
      yield* judgeWritings(subject, answers);
      yield* judgeCircumstances(subject, answers);
    }
  },
});

/** The successful requests of a plan. */
const askedIn = (exchanges: readonly Exchange<Tag>[]): readonly Subject[] =>
  exchanges.flatMap(({ call, operation, ...exchange }): readonly Subject[] => {
    const known = Object.values(operations).find(({ id }) => id === operation)?.id;
    const fact = known && facts[known];
    if (call === undefined || known === undefined || fact === undefined) return [];
    const isUsual = call.tag?.as === "as usual" && call.tag.isRead !== true;
    if (!isUsual || exchange.outcome.kind !== "response" || exchange.outcome.status >= 300) return [];
    return [{ operation: known, call: untagged(call), fact, how: comparedAs(known) }];
  });

const rows: readonly Row[] = [
  { interface: "crm", effect: "read", facts: ["CRM-20", "CRM-21", "CRM-22", "CRM-23", "CRM-25"] },
  { interface: "crm", effect: "write", facts: ["CRM-26", bodies] },
  {
    interface: "donation",
    effect: "read",
    facts: ["DON-04", "DON-09", "DON-10", "DON-15", "DON-16", bodies],
  },
  { interface: "donation", effect: "write", facts: ["DON-17", bodies] },
  { interface: "volunteer", effect: "read", facts: ["VOL-01", "VOL-02"] },
  { interface: "volunteer", effect: "write", facts: ["VOL-04", "VOL-05", "VOL-06", bodies] },
];

/** Checks that ask the same in other spellings and circumstances, neither of which may matter. */
export const equalRequests: readonly ActiveCheck[] = rows.map(equalRequestsCheck);
