import { isUnversioned } from "../support/unversioned.ts";
import { anyOf } from "../../core/output/list-of.ts";
import type { OperationId } from "../../builtin/generated/operations.ts";
import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import type { JudgeTools, Judgement, PassiveCheck, Sample } from "../../core/model/check.ts";
import { isSuccess, jsonOf, responseOf, type Exchange } from "../../core/model/exchange.ts";
import { isNotModified } from "../support/conditional.ts";
import { showsModel } from "../support/contact-models.ts";
import { askedId, sameId } from "../support/ids.ts";
import { isObject, property } from "../support/json.ts";
import { fromSchema, notApplicable, statusOf, violation } from "../support/judgements.ts";
import { pagedListEndpoints, queryEndpointNames } from "../support/paged-endpoint.ts";
import {
  extentOf,
  lastingParts,
  namesIn,
  shownPropertiesOf,
  valuesIn,
  type ShownParts,
} from "../support/shown-parts.ts";
import { showsAnother } from "../support/shown-record.ts";
import { steadyAnswers, type Steadiness } from "../support/steady-answers.ts";

interface DocumentedAnswer extends Steadiness {
  readonly id: string;
  readonly fact: string;
  readonly interface: BuiltinInterface;
  readonly operations: readonly (OperationId | string)[];
  /** The documented statuses of a success; any if none is stated. */
  readonly statuses?: readonly number[];
  /** The statuses that need a body. */
  readonly withBody?: readonly number[] | "all";
  /** Why a body does not answer what was asked. */
  readonly isAnother?: (exchange: Exchange) => string | undefined;
  /** What is remembered of its answers, instead of those to equal reads. */
  readonly sample?: () => Sample;
  readonly title: string;
  readonly why: string;
}

/** Redirects are reported separately: the base address is seldom the operation's fault. */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Whether an exchange has a success status, or a 3xx that is neither a redirect nor 304. */
const isAnswer = (exchange: Exchange): boolean => {
  const status = statusOf(exchange);
  return status >= 200 && status < 400 && !redirects.has(status) && !isNotModified(exchange);
};

const isOrdinary = (exchange: Exchange): boolean =>
  !isUnversioned(exchange) && exchange.call?.expects !== "refusal" && exchange.call?.sandbox === undefined;

const judgeAnswer = function* (
  of: DocumentedAnswer,
  exchange: Exchange,
  tools: JudgeTools,
): Generator<Judgement> {
  const status = statusOf(exchange);
  const { operation = "" } = exchange;
  const expected = of.statuses && anyOf(of.statuses);
  if (status >= 300 || (of.statuses !== undefined && !of.statuses.includes(status)))
    return yield violation({
      rule: "status",
      message: `${operation} answers ${status}${expected === undefined ? " to a read without a condition" : `, expected ${expected}`}`,
      exchange,
      expected: expected ?? "an answer",
      actual: String(status),
    });
  const kind = responseOf(exchange)?.body.kind;
  if (kind === "unknown") return yield notApplicable("the recording holds no body");
  const isOwed = of.withBody === "all" || of.withBody?.includes(status) === true;
  // An empty answer may be right for an unknown id: a recording does not show which ids are known.
  if (kind === "empty" && isOwed && (of.statuses !== undefined || exchange.call !== undefined))
    yield violation({
      rule: "missing",
      message: `${operation} answers ${status} without a body`,
      exchange,
      expected: "a JSON body",
      actual: "no body",
    });
  // Most models have their own facts and checks.
  for (const broken of tools.validate(exchange))
    if (broken.facts.includes(of.fact)) yield fromSchema(broken, exchange);
  const another = kind === "json" ? of.isAnother?.(exchange) : undefined;
  if (another !== undefined)
    yield violation({
      rule: "relation",
      message: another,
      exchange,
      pointer: property(jsonOf(exchange), "id") === undefined ? "" : "/id",
      expected: "the record that was asked for",
      actual: "another answer",
    });
};

const samplingOf = (of: DocumentedAnswer, operations: ReadonlySet<string>): Pick<PassiveCheck, "sample"> => {
  return { sample: of.sample ?? steadyAnswers(operations, of) };
};

const documentedAnswer = (of: DocumentedAnswer): PassiveCheck => {
  const operations = new Set<string>(of.operations);
  return {
    id: of.id,
    facts: [of.fact],
    effect: "passive",
    headOnly: true,
    interfaces: [of.interface],
    title: of.title,
    why: of.why,
    applies: (exchange) =>
      operations.has(exchange.operation ?? "") && isOrdinary(exchange) && isAnswer(exchange),
    judge: (exchange, tools) => judgeAnswer(of, exchange, tools),
    ...samplingOf(of, operations),
  };
};

const hasAnotherId = (exchange: Exchange, parameter: string): boolean => {
  const id = property(jsonOf(exchange), "id");
  const asked = askedId(exchange, parameter);
  return id !== undefined && id !== null && asked !== undefined && !sameId(id, asked);
};

const anotherId =
  (parameter: string, what: string) =>
  (exchange: Exchange): string | undefined =>
    hasAnotherId(exchange, parameter) ? `the answer is another ${what}` : undefined;

const shownNames = (exchange: Exchange): ShownParts => namesIn(jsonOf(exchange));

const lasting = (exchange: Exchange): ShownParts => lastingParts(jsonOf(exchange));

/** Values that nobody repeatedly changes and restores during a run. */
const settled = (exchange: Exchange): ShownParts => valuesIn(jsonOf(exchange));

/** The records that a write names in its path and body, and who sends it. */
const namedBy = ({ call }: Exchange): string | undefined => {
  if (call?.body?.kind !== "json" || !isObject(call.body.value)) return undefined;
  const ids = Object.entries(call.body.value).filter(([name]) => /id$/i.test(name));
  return JSON.stringify([call.operation, call.path, ids, call.authorization]);
};

/** What a write answers of a record without having been sent it: equal each time, except for ids and moments. */
const unsent = (...names: readonly string[]): Steadiness => ({
  value: (exchange) => shownPropertiesOf(jsonOf(exchange), names),
  isTwice: true,
  isWritten: false,
  keyOf: (exchange) => (isSuccess(exchange) ? namedBy(exchange) : undefined),
});

/** The account of a password grant without a code; undefined for any other request. */
const accountOf = ({ call, operation, request }: Exchange): string | undefined => {
  const { body } = request;
  const isMeant = operation === "issueToken" && call !== undefined && call.expects !== "refusal";
  if (!isMeant || !isObject(body) || body["grant_type"] !== "password" || "otp" in body) return undefined;
  return String(body["username"]);
};

/**
 * Reports an account that logged in without a code and is asked for one later in the run: 202 is stated only for
 * accounts with a second factor. In a recording the account may have changed meanwhile.
 */
const steadyLogins = (): Sample => {
  const loggedIn = new Map<string, Exchange>();
  return {
    see(exchange) {
      const account = accountOf(exchange);
      if (account === undefined) return undefined;
      const before = loggedIn.get(account);
      if (statusOf(exchange) === 200) loggedIn.set(account, exchange);
      if (statusOf(exchange) !== 202 || before === undefined) return undefined;
      return [
        violation({
          rule: "status",
          message: "a login asks for a code, where the same login was answered with a token before",
          exchange,
          also: [before],
          expected: "200",
          actual: "202",
        }),
      ];
    },
  };
};

const rows: readonly DocumentedAnswer[] = [
  {
    id: "token-answers-are-documented",
    fact: "CRM-20",
    interface: "crm",
    operations: ["issueToken"],
    statuses: [200, 202],
    withBody: [200],
    sample: steadyLogins,
    title: "A token request succeeds with 200, or with 202 where a code is missing",
    why: "Clients take any other status for a refusal, or for a token that is not there.",
  },
  {
    id: "reference-answers-are-documented",
    fact: "CRM-21",
    interface: "crm",
    operations: ["getContactByReference"],
    statuses: [200],
    withBody: "all",
    value: shownNames,
    isWritten: false,
    title: "A read by reference is answered with 200 and a contact, every time",
    why: "Clients that have read a contact once rely on reading it again.",
  },
  {
    id: "contact-answers-are-documented",
    fact: "CRM-22",
    interface: "crm",
    operations: ["getContact"],
    statuses: [200],
    withBody: "all",
    // Anything but an object breaks the model (CRM-01).
    isAnother: (exchange) =>
      isObject(jsonOf(exchange)) && !showsModel("Contact", jsonOf(exchange))
        ? "the answer is not a contact"
        : anotherId("contactId", "contact")(exchange),
    value: lasting,
    isWritten: false,
    title: "A read of a contact is answered with 200 and the contact, every time",
    why: "A 204 or an empty body reads as a contact without any data.",
  },
  {
    id: "contact-method-types-answers-are-documented",
    fact: "CRM-23",
    interface: "crm",
    operations: ["listContactMethodTypes"],
    statuses: [200],
    withBody: "all",
    value: settled,
    isTwice: true,
    isWritten: false,
    title: "The contact method types are answered with 200 and a list, every time",
    why: "Forms offer what this list holds.",
  },
  {
    id: "event-contact-answers-are-documented",
    fact: "CRM-24",
    interface: "crm",
    operations: ["addEventContact"],
    statuses: [200],
    withBody: "all",
    ...unsent(
      "contactId",
      "contactUrl",
      "displayName",
      "firstName",
      "avatarUrl",
      "primaryPhone",
      "primaryEmail",
    ),
    title: "Adding an individual to an event is answered with 200 and the event contact",
    why: "Clients read the new id from the answer, since no read of event contacts is documented.",
  },
  {
    id: "webhook-answers-are-documented",
    fact: "CRM-25",
    interface: "crm",
    operations: ["getWebhook"],
    statuses: [200],
    withBody: "all",
    isAnother: anotherId("webhookId", "webhook"),
    value: lasting,
    isWritten: false,
    title: "A read of a webhook is answered with 200 and the webhook, every time",
    why: "Clients read the signing secret from it whenever they start.",
  },
  {
    id: "note-answers-are-documented",
    fact: "CRM-26",
    interface: "crm",
    operations: ["replaceContactNote"],
    statuses: [200],
    withBody: "all",
    isAnother: anotherId("noteId", "note"),
    ...unsent("contactId", "createDateTimeUtc", "createdByUser", "createdByAvatarUrl"),
    title: "Replacing a note is answered with 200 and the note",
    why: "No read of a note is documented: consumers see only this answer.",
  },
  {
    id: "list-answers-are-documented",
    fact: "DON-04",
    interface: "donation",
    operations: pagedListEndpoints.map(({ operation }) => operation),
    statuses: [200],
    withBody: "all",
    value: shownNames,
    title: "A list of donors, gifts or campaigns is answered with 200 and a page, every time",
    why: "A consumer that reads page after page stops at the first that is missing.",
  },
  {
    id: "reference-list-answers-are-steady",
    fact: "DON-09",
    interface: "donation",
    operations: ["listCustomFields", "listPremiums", "listProjects"],
    statuses: [200, 204],
    value: shownNames,
    title: "A reference list that was answered once is answered the same way again",
    why: "Forms offer what these lists hold.",
  },
  {
    id: "query-answers-are-documented",
    fact: "DON-10",
    interface: "donation",
    operations: queryEndpointNames.map(({ operation }) => operation),
    statuses: [200],
    withBody: "all",
    value: shownNames,
    title: "A query is answered with 200 and a page, every time",
    why: "A consumer that reads page after page stops at the first that is missing.",
  },
  {
    id: "query-options-answers-are-steady",
    fact: "DON-15",
    interface: "donation",
    operations: ["getQueryOptions"],
    statuses: [200, 204],
    value: (exchange) => extentOf(jsonOf(exchange)),
    isTwice: true,
    title: "Query options that were answered once are answered the same way again",
    why: "Query builders ask for them whenever they open.",
  },
  {
    id: "query-list-answers-are-steady",
    fact: "DON-16",
    interface: "donation",
    operations: ["getQueryList"],
    statuses: [200, 204],
    value: shownNames,
    title: "A list of queries that was answered once is answered the same way again",
    why: "Consumers offer saved queries from this list.",
  },
  {
    id: "user-list-answers-are-documented",
    fact: "VOL-01",
    interface: "volunteer",
    operations: ["listUsers"],
    withBody: "all",
    value: shownNames,
    title: "A list of users has a body with its total, every time",
    why: "Consumers compute the number of pages from it.",
  },
  {
    id: "user-answers-are-documented",
    fact: "VOL-02",
    interface: "volunteer",
    operations: ["getUser"],
    withBody: "all",
    isAnother: (exchange) => {
      const asked = askedId(exchange, "id");
      return asked !== undefined && showsAnother(jsonOf(exchange), "user", asked)
        ? "the answer is another user"
        : undefined;
    },
    value: shownNames,
    title: "A read of a user is answered with that user, every time",
    why: "Consumers follow an id from a group or a webhook to the person.",
  },
];

/** Checks that compare every answer with the documented ones of its operation, and with earlier ones. */
export const documentedAnswers = rows.map(documentedAnswer);
