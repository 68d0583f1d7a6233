import { tokensOf, valueAtPointer } from "../../core/formats/json-pointer.ts";
import { anyOf } from "../../core/output/list-of.ts";
import type { Judgement, JudgeTools, PassiveCheck, Violation } from "../../core/model/check.ts";
import { type Exchange, isGood, responseOf, type ResponseOutcome } from "../../core/model/exchange.ts";
import { unreadReason } from "../../core/model/unread-body.ts";
import type { Cause, Rule } from "../../core/model/violation.ts";
import type { ApiMedia, ApiResponse } from "../../documents/document.ts";
import { type Api, type Callable, factId, validatorKeys } from "./api.ts";
import { type InputTag, isBroken } from "./asking.ts";
import { shapeWords } from "./findings.ts";
import { isJsonType } from "./input.ts";

/** The documented response to a status: that status, its range, or `default`. */
const statedFor = ({ operation }: Callable, status: number): ApiResponse | undefined =>
  operation.responses.find((one) => one.status === String(status)) ??
  operation.responses.find((one) => one.status === `${Math.floor(status / 100)}XX`) ??
  operation.responses.find((one) => one.status === "default");

const mediaTypeOf = ({ headers }: ResponseOutcome): string =>
  (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

const bare = (mediaType: string): string => mediaType.split(";")[0]?.trim() ?? "";

const covers = (range: string, type: string): boolean =>
  range === "*/*" || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));

const contentFor = ({ content }: ApiResponse, type: string): ApiMedia | undefined =>
  content.find(({ mediaType }) => bare(mediaType) === type) ??
  content.find(({ mediaType }) => covers(bare(mediaType), type)) ??
  // Another name of JSON does not make it something else.
  (isJsonType(type) ? content.find(({ mediaType }) => isJsonType(bare(mediaType))) : undefined);

/** Whether an answer has no body, whatever is documented (RFC 9110, section 6.4.1). */
const isBodiless = (exchange: Exchange, { status }: ResponseOutcome): boolean =>
  exchange.request.method === "HEAD" || status === 204 || status === 304 || status < 200;

/** Whether a server may take a path for one of another operation: many decode a slash before they route (RFC 3986, section 2.2). */
const mayGoElsewhere = ({ request }: Exchange): boolean => /^[^?]*%2f/i.test(request.url);

/** Whether the connection broke under a request, and again when it was sent once more. */
const isBrokenTwice = (exchange: Exchange): boolean => {
  // Each check of a document tags its own requests so.
  const tag = exchange.call?.tag as InputTag | undefined;
  return isBroken(exchange) && tag?.role === "after a break";
};

/** A request under which the connection breaks, each time: its server has crashed, or gives up. */
const breaks = ({ operation, id }: Callable, exchange: Exchange): Violation => {
  const { words } = exchange.call ?? {};
  return {
    ...violation(
      exchange,
      "status",
      `${operation.method} ${operation.path} breaks the connection without an answer, twice${words === undefined ? "" : ` (${words})`}`,
      "an answer below 500",
      "none",
    ),
    cause: { what: "operations break the connection without an answer", item: id },
  };
};

interface Kind {
  readonly kind: string;
  readonly title: string;
  readonly why: string;
  /** Whether an answer says anything about it. */
  applies(exchange: Exchange, response: ResponseOutcome): boolean;
  judge(exchange: Exchange, response: ResponseOutcome, tools: JudgeTools): Iterable<Judgement>;
}

/** The answer to a request that was wrong on purpose; its success is judged by whoever sent it. */
const isJudgedElsewhere = (exchange: Exchange, { status }: ResponseOutcome): boolean =>
  exchange.call?.expects === "refusal" && isGood(status);

const listed = ({ operation }: Callable): string =>
  operation.responses.map(({ status }) => status).join(", ");

const violation = (
  exchange: Exchange,
  rule: Rule,
  message: string,
  expected: string,
  actual: string,
): Violation => ({ kind: "violation", rule, message, exchange, expected, actual });

const statusKind = (callable: Callable): Kind => ({
  kind: "status",
  title: "succeeds with a status that it lists",
  why: "Clients decide by the status what has happened.",
  applies: (exchange, { status }) =>
    isGood(status) && !isJudgedElsewhere(exchange, { status } as ResponseOutcome),
  *judge(exchange, response) {
    const { status } = response;
    if (!isGood(status) || statedFor(callable, status) !== undefined) return;
    // A document that states refusals alone leaves the success open.
    if (!callable.operation.responses.some(({ status: one }) => /^[23]/.test(one))) return;
    const { method, path } = callable.operation;
    yield {
      ...violation(
        exchange,
        "status",
        `${method} ${path} succeeds with ${status}, which its document does not list`,
        `one of ${listed(callable)}`,
        shapeWords(exchange),
      ),
      cause: {
        what: "operations succeed with a status that they do not list",
        item: `${callable.id}: ${status}`,
      },
    };
  },
});

const refusalKind = (callable: Callable): Kind => ({
  kind: "unlisted-4xx",
  title: "refuses with a status that it lists",
  why: "A client handles only the refusals that it knows of.",
  applies: (_, { status }) => status >= 300 && status < 500 && status !== 304,
  *judge(exchange, response) {
    const { status } = response;
    if (statedFor(callable, status) !== undefined) return;
    const { method, path } = callable.operation;
    const kind = status < 400 ? "redirections" : "refusals";
    yield {
      ...violation(
        exchange,
        "status",
        `${method} ${path} answers ${status}, which its document does not list`,
        `one of ${listed(callable)}`,
        shapeWords(exchange),
      ),
      severity: "warning",
      cause: {
        what: `operations answer with ${kind} that they do not list`,
        item: `${callable.name}: ${status}`,
      },
    };
  },
});

/** Words of requests that many operations fail on for the same reason. */
const commonFailures =
  /^a record that is not there$|\b(?:with a NUL character|as a large number|as an emoji)$/;

/** What operations have in common that fail on one kind of request. */
const failureCause = (words: string | undefined, id: string, status: number): Cause | undefined => {
  // A part of a server that is switched off, or that needs another server, is one cause.
  if (status === 503) return { what: "operations fail with 503", item: id };
  const common = words === undefined ? undefined : commonFailures.exec(words)?.[0];
  return common === undefined ? undefined : { what: `operations fail with ${status} (${common})`, item: id };
};

const failureKind = (callable: Callable): Kind => ({
  kind: "5xx",
  title: "does not fail",
  why: "A server error says that nobody thought of the request.",
  applies: () => true,
  *judge(exchange, response) {
    const { status } = response;
    if (status < 500 || (status !== 500 && statedFor(callable, status) !== undefined)) return;
    const { method, path } = callable.operation;
    const words = exchange.call?.words;
    const cause = failureCause(words, callable.id, status);
    yield {
      ...violation(
        exchange,
        "status",
        `${method} ${path} fails with ${status}${words === undefined ? "" : ` (${words})`}`,
        "an answer below 500",
        shapeWords(exchange),
      ),
      ...(cause === undefined ? {} : { cause }),
    };
  },
});

const contentKind = (callable: Callable): Kind => ({
  kind: "content-type",
  title: "answers in a media type that it lists",
  why: "Clients decide by the media type how to read a body.",
  applies: (exchange, response) =>
    isGood(response.status) &&
    !isBodiless(exchange, response) &&
    !isJudgedElsewhere(exchange, response) &&
    (statedFor(callable, response.status)?.content.length ?? 0) > 0,
  *judge(exchange, response) {
    const stated = statedFor(callable, response.status);
    const type = mediaTypeOf(response);
    if (stated === undefined || (type !== "" && contentFor(stated, type) !== undefined)) return;
    // A recording may hold neither body nor media type.
    if (type === "" && response.body.kind === "unknown") return;
    const { method, path } = callable.operation;
    const expected = anyOf(stated.content.map(({ mediaType }) => mediaType));
    const isEmpty = response.body.kind === "empty";
    yield violation(
      exchange,
      "header",
      isEmpty
        ? `${method} ${path} answers ${response.status} without a body`
        : `${method} ${path} answers in ${type === "" ? "no media type" : type}, which its document does not list`,
      expected,
      isEmpty ? "no body" : type === "" ? "no Content-Type" : type,
    );
  },
});

const headersKind = (callable: Callable, api: Api): Kind => ({
  kind: "headers",
  title: "sends the headers that it states",
  why: "Clients rely on stated headers as much as on bodies.",
  applies: (exchange, response) =>
    isGood(response.status) &&
    !isJudgedElsewhere(exchange, response) &&
    (statedFor(callable, response.status)?.headers.length ?? 0) > 0,
  *judge(exchange, response) {
    const stated = statedFor(callable, response.status);
    const { method, path } = callable.operation;
    for (const { name, required, schema } of stated?.headers ?? []) {
      if (/^content-type$/i.test(name)) continue;
      const text = response.headers[name.toLowerCase()];
      const key = validatorKeys.header(callable.id, stated?.status ?? "", name);
      if (text === undefined && required)
        yield violation(
          exchange,
          "header",
          `${method} ${path} answers without the required header ${name}`,
          `the header ${name}`,
          "missing",
        );
      if (text === undefined || schema === undefined || exchange.masked === true) continue;
      const { types, keywords } = api.reading.view(schema);
      const format = typeof keywords["format"] === "string" ? keywords["format"] : undefined;
      const isNumber = types.includes("integer") || types.includes("number");
      const values: readonly unknown[] = [
        text,
        ...(isNumber && text.trim() !== "" && Number.isFinite(Number(text)) ? [Number(text)] : []),
        ...(text === "true" || text === "false" ? [text === "true"] : []),
        ...(types.includes("array") ? [text.split(/\s*,\s*/), text.split(/\s*,\s*/).map(Number)] : []),
      ];
      if (types.includes("object") || values.some((value) => api.fits(key, value))) continue;
      yield {
        ...violation(
          exchange,
          "header",
          `${method} ${path} answers with a header ${name} that contradicts its schema`,
          `a value that its schema allows${format === undefined ? "" : ` (${format})`}`,
          "another value",
        ),
        cause: {
          what: `operations answer with a header ${name} that contradicts its schema`,
          item: callable.id,
        },
      };
    }
  },
});

/** What a body keeps of its original when a recorder replaces its values. */
const rulesOfShapes: ReadonlySet<Rule> = new Set<Rule>(["missing", "null", "type", "extra"]);

/** Whether a schema says that a body is a file, whatever is in it. */
const isFile = (api: Api, { schema }: ApiMedia): boolean => {
  const { types, keywords } = api.reading.view(schema);
  return types.includes("string") && keywords["format"] === "binary";
};

const bodyKind = (callable: Callable, api: Api): Kind => ({
  kind: "body",
  title: "answers with a body that fits its schema",
  why: "Clients are generated from the schema.",
  applies: (exchange, response) => {
    const stated = statedFor(callable, response.status);
    const media = stated && contentFor(stated, mediaTypeOf(response));
    return (
      isGood(response.status) &&
      !isBodiless(exchange, response) &&
      !isJudgedElsewhere(exchange, response) &&
      response.body.kind !== "empty" &&
      media?.schema !== undefined &&
      !isFile(api, media)
    );
  },
  *judge(exchange, response, { validateModel }) {
    const stated = statedFor(callable, response.status);
    const media = stated && contentFor(stated, mediaTypeOf(response));
    const { method, path } = callable.operation;
    if (stated === undefined || media === undefined) return;
    if (!isJsonType(mediaTypeOf(response))) {
      yield { kind: "not-applicable", reason: unreadReason(mediaTypeOf(response)) };
      return;
    }
    if (response.body.kind !== "json") {
      yield violation(
        exchange,
        "type",
        `${method} ${path} answers with a body that is not JSON`,
        "JSON",
        "another text",
      );
      return;
    }
    const key = validatorKeys.response(callable.id, stated.status, media.mediaType);
    const { value } = response.body;
    const isOfRun = (pointer: string): boolean =>
      api.records.isWrongOfRun(tokensOf(pointer).at(-1) ?? "", valueAtPointer(value, pointer));
    for (const { facts: _, ...found } of validateModel(api.name, key, value))
      if ((exchange.masked !== true || rulesOfShapes.has(found.rule)) && !isOfRun(found.pointer))
        yield { kind: "violation", exchange, ...found, message: `${method} ${path}: ${found.message}` };
  },
});

const passive = (
  api: Api,
  callable: Callable,
  unseen: string | undefined,
  { kind, title, why, applies, judge }: Kind,
): PassiveCheck => {
  const { operation, id } = callable;
  const fact = factId(api, callable, kind);
  return {
    id: fact,
    facts: [fact],
    title: `${operation.method} ${operation.path} ${title}`,
    why,
    effect: "passive",
    ...(kind === "body" ? {} : { headOnly: true as const }),
    ...(kind === "5xx" ? { unanswered: true as const } : {}),
    interfaces: [api.name],
    ...(unseen === undefined ? {} : { unseen }),
    applies(exchange) {
      if (exchange.operation !== id) return false;
      const response = responseOf(exchange);
      if (response === undefined) return kind === "5xx" && isBrokenTwice(exchange);
      return (kind === "5xx" || !mayGoElsewhere(exchange)) && applies(exchange, response);
    },
    *judge(exchange, tools): Generator<Judgement> {
      const response = responseOf(exchange);
      if (response === undefined) yield breaks(callable, exchange);
      else yield* judge(exchange, response, tools);
    },
  };
};

/** What every answer must be, whoever asked. @param unseen why nothing is asked, if nothing is */
export const answerChecks = (api: Api, callable: Callable, unseen?: string): readonly PassiveCheck[] => {
  const successes = callable.operation.responses.filter(({ status }) => /^(?:2..|default)$/.test(status));
  const kinds = [
    statusKind(callable),
    refusalKind(callable),
    failureKind(callable),
    ...(successes.some(({ content }) => content.length > 0)
      ? [contentKind(callable), bodyKind(callable, api)]
      : []),
    ...(successes.some(({ headers }) => headers.length > 0) ? [headersKind(callable, api)] : []),
  ];
  return kinds.map((kind) => passive(api, callable, unseen, kind));
};
