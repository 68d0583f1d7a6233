import { isObject } from "../../src/core/model/json-object.ts";
import type { ShopAnswer, ShopFault, ShopRequest } from "./shop-server.ts";

/** A defect of a server, the fact that it breaks, and how loud that is. */
export interface DocumentFault {
  readonly what: string;
  readonly fact: string;
  readonly severity: "error" | "warning";
  readonly fault: ShopFault;
}

const isItem = ({ path: [first, id, more] }: ShopRequest): boolean =>
  first === "orders" && id !== undefined && more === undefined;

const isList = ({ path, method }: ShopRequest): boolean =>
  method === "GET" && path.length === 1 && path[0] === "orders";

const failed: ShopAnswer = { status: 500, body: "it broke", mediaType: "text/plain" };

const bodyOf = (request: ShopRequest): Readonly<Record<string, unknown>> =>
  isObject(request.json) ? request.json : {};

const texts = (value: unknown): string => JSON.stringify(value) ?? "";

/** Spoils the body of an operation's successes. */
const spoiling = (
  is: (request: ShopRequest) => boolean,
  change: (body: Readonly<Record<string, unknown>>) => unknown,
): ShopFault => ({
  spoil: (answer, request) =>
    is(request) && answer.status < 300 && isObject(answer.body)
      ? { ...answer, body: change(answer.body) }
      : answer,
});

const reads = (request: ShopRequest): boolean => isItem(request) && request.method === "GET";
const creates = (request: ShopRequest): boolean => request.method === "POST" && request.path[0] === "orders";

const failing = (is: (request: ShopRequest) => boolean): ShopFault => ({
  instead: (request) => (is(request) ? failed : undefined),
});

const error = (what: string, fact: string, fault: ShopFault): DocumentFault => ({
  what,
  fact: `the-shop/${fact}`,
  severity: "error",
  fault,
});

const warning = (what: string, fact: string, fault: ShopFault): DocumentFault => ({
  what,
  fact: `the-shop/${fact}`,
  severity: "warning",
  fault,
});

const overlooking = (pattern: RegExp): ShopFault => ({ overlooks: (defect) => pattern.test(defect) });

const without =
  (name: string) =>
  ({ [name]: _, ...rest }: Readonly<Record<string, unknown>>): unknown =>
    rest;

const authorization = ({ headers }: ShopRequest): string => headers.authorization ?? "";

/** Answers whoever presents another credential like the owner of the right one. */
const admitting = (is: (request: ShopRequest) => boolean, answer: ShopAnswer): ShopFault => ({
  instead: (request) => (is(request) && authorization(request) !== "Bearer shop-secret" ? answer : undefined),
});

const order = { id: "00000000-0000-4000-8000-000000000001", name: "first", kind: "book", count: 1 };

export const documentFaults: readonly DocumentFault[] = [
  error("a required property is missing", "getOrder/body", spoiling(reads, without("count"))),
  error(
    "a property is null",
    "getOrder/body",
    spoiling(reads, (body) => ({ ...body, count: null })),
  ),
  error(
    "a number is a text",
    "createOrder/body",
    spoiling(creates, (body) => ({ ...body, count: "1" })),
  ),
  error(
    "a value that no enum lists",
    "getOrder/body",
    spoiling(reads, (body) => ({ ...body, kind: "car" })),
  ),
  error(
    "an id that is no uuid",
    "createOrder/body",
    spoiling(creates, (body) => ({ ...body, id: "17" })),
  ),
  error(
    "a list of something else",
    "getOrder/body",
    spoiling(reads, (body) => ({ ...body, tags: [1] })),
  ),
  error(
    "an alternative that is none",
    "getOrder/body",
    spoiling(reads, (body) => ({ ...body, payment: { by: "card" } })),
  ),
  error(
    "what is only written is shown",
    "createOrder/body",
    spoiling(creates, (body) => ({ ...body, secret: "s" })),
  ),
  error("an item of a list is wrong", "listOrders/body", {
    spoil: (answer, request) =>
      isList(request) && Array.isArray(answer.body)
        ? { ...answer, body: answer.body.map(() => ({ id: "1" })) }
        : answer,
  }),
  error("a list is an object", "listOrders/body", {
    spoil: (answer, request) =>
      isList(request) && answer.status === 200 ? { ...answer, body: { items: [] } } : answer,
  }),
  error("a body that is no JSON", "getOrder/body", {
    spoil: (answer, request) =>
      reads(request) && answer.status === 200 ? { ...answer, body: "{oops" } : answer,
  }),
  error("no body", "getOrder/content-type", {
    spoil: (answer, request) => (reads(request) && answer.status === 200 ? { status: 200 } : answer),
  }),
  error("another media type", "getOrder/content-type", {
    spoil: (answer, request) =>
      reads(request) && answer.status === 200 ? { ...answer, body: "<p>", mediaType: "text/html" } : answer,
  }),
  error("another success", "createOrder/status", {
    spoil: (answer, request) =>
      creates(request) && answer.status === 201 ? { ...answer, status: 200 } : answer,
  }),
  error("a success with content where none is stated", "deleteOrder/status", {
    spoil: (answer, request) =>
      request.method === "DELETE" && answer.status === 204 ? { status: 200, body: {} } : answer,
  }),
  error("a required header is missing", "createOrder/headers", {
    spoil: (answer, request) =>
      creates(request) && answer.status === 201 ? { ...answer, headers: {} } : answer,
  }),
  error("a header of another type", "listOrders/headers", {
    spoil: (answer, request) =>
      isList(request) ? { ...answer, headers: { "x-total-count": "many" } } : answer,
  }),
  error("an unknown record is found", "getOrder/body", {
    spoil: (answer, request) =>
      reads(request) && answer.status === 404 ? { status: 200, body: {} } : answer,
  }),
  error("a failure for an unknown record", "getOrder/5xx", {
    spoil: (answer, request) => (reads(request) && answer.status === 404 ? failed : answer),
  }),
  error("a failure to delete what is gone", "deleteOrder/5xx", {
    spoil: (answer, request) => (request.method === "DELETE" && answer.status === 404 ? failed : answer),
  }),
  error("a failure for another type of id", "getOrder/5xx", {
    spoil: (answer, request) => (reads(request) && answer.status === 400 ? failed : answer),
  }),
  error(
    "a failure for letters beyond ASCII",
    "createOrder/5xx",
    failing((request) => creates(request) && /[^\0-\u007f]/.test(texts(bodyOf(request)["name"]))),
  ),
  error(
    "a failure for a quotation mark",
    "createOrder/5xx",
    failing((request) => creates(request) && texts(bodyOf(request)["name"]).includes("'")),
  ),
  error(
    "a failure for the character NUL",
    "replaceOrder/5xx",
    failing((request) => request.method === "PUT" && texts(bodyOf(request)["name"]).includes("\\u0000")),
  ),
  error(
    "a failure for the longest text",
    "createOrder/5xx",
    failing((request) => creates(request) && String(bodyOf(request)["name"]).length === 40),
  ),
  error(
    "a failure for malformed JSON",
    "createOrder/5xx",
    failing((request) => creates(request) && request.text !== "" && request.json === undefined),
  ),
  error(
    "a failure without a body",
    "createOrder/5xx",
    failing((request) => creates(request) && request.text === ""),
  ),
  error(
    "a failure for another media type",
    "createOrder/5xx",
    failing((request) => creates(request) && request.mediaType !== "application/json"),
  ),
  error(
    "a failure for null",
    "createOrder/5xx",
    failing((request) => creates(request) && bodyOf(request)["name"] === null),
  ),
  error(
    "a failure for a list in place of an object",
    "createOrder/5xx",
    failing((request) => creates(request) && Array.isArray(request.json)),
  ),
  error(
    "a failure for an empty list",
    "createOrder/5xx",
    failing((request) => creates(request) && texts(bodyOf(request)["tags"]) === "[]"),
  ),
  error(
    "a failure without what is optional",
    "createOrder/5xx",
    failing(
      (request) => creates(request) && request.json !== undefined && bodyOf(request)["address"] === undefined,
    ),
  ),
  error(
    "a failure for the largest page",
    "listOrders/5xx",
    failing((request) => isList(request) && request.query.get("limit") === "100"),
  ),
  error(
    "a failure for a limit that is no number",
    "listOrders/5xx",
    failing((request) => isList(request) && Number.isNaN(Number(request.query.get("limit")))),
  ),
  error(
    "a failure for two values of a list",
    "listOrders/5xx",
    failing((request) => isList(request) && request.query.getAll("kind").length > 1),
  ),
  error(
    "a failure for HEAD",
    "listOrders/methods",
    failing((request) => request.method === "HEAD" && request.path.length === 1),
  ),
  error(
    "a failure for OPTIONS",
    "getOrder/methods",
    failing((request) => request.method === "OPTIONS" && isItem(request)),
  ),
  error(
    "a failure for a method that is not listed",
    "listOrders/methods",
    failing((request) => request.method === "PATCH" && request.path.length === 1),
  ),
  error(
    "a list without a credential",
    "listOrders/security",
    admitting(isList, { status: 200, body: [], headers: { "x-total-count": "0" } }),
  ),
  error("a read with any credential", "getOrder/security", {
    instead: (request) =>
      reads(request) && authorization(request) !== "" && authorization(request) !== "Bearer shop-secret"
        ? { status: 200, body: order }
        : undefined,
  }),
  error("a credential of which only the beginning counts", "getOrder/security", {
    instead: (request) =>
      reads(request) &&
      authorization(request).startsWith("Bearer shop-secret") &&
      authorization(request) !== "Bearer shop-secret"
        ? { status: 200, body: order }
        : undefined,
  }),
  error(
    "a deletion without a credential",
    "deleteOrder/security",
    admitting((request) => request.method === "DELETE", { status: 204 }),
  ),
  error(
    "a creation without a credential",
    "createOrder/security",
    admitting(creates, {
      status: 201,
      headers: { location: "/orders/00000000-0000-4000-8000-0000000000ff" },
      body: { ...order, id: "00000000-0000-4000-8000-0000000000ff" },
    }),
  ),
  warning("a text of digits is accepted for a number", "createOrder/refuses", overlooking(/^\/count type$/)),
  warning("a required property may be missing", "createOrder/refuses", overlooking(/^\/name required$/)),
  warning("a number below its minimum is accepted", "createOrder/refuses", overlooking(/^\/count minimum$/)),
  warning("a number above its maximum is accepted", "replaceOrder/refuses", overlooking(/^\/count maximum$/)),
  warning("a text that is too long is accepted", "createOrder/refuses", overlooking(/^\/name maxLength$/)),
  warning("an empty text is accepted", "createOrder/refuses", overlooking(/^\/name minLength$/)),
  warning("a value that no enum lists is accepted", "createOrder/refuses", overlooking(/^\/kind enum$/)),
  warning("a text of another pattern is accepted", "createOrder/refuses", overlooking(/^\/code pattern$/)),
  warning("a text of another format is accepted", "createOrder/refuses", overlooking(/^\/due format$/)),
  warning("an unknown property is accepted", "createOrder/refuses", overlooking(/ additionalProperties$/)),
  warning("too many items are accepted", "createOrder/refuses", overlooking(/^\/tags maxItems$|uniqueItems/)),
  warning(
    "a required property of an object inside may be missing",
    "createOrder/refuses",
    overlooking(/^\/address\/street required$/),
  ),
  warning("malformed JSON is accepted", "createOrder/refuses", overlooking(/^malformed$/)),
  warning("another media type is accepted", "createOrder/refuses", overlooking(/^media type$/)),
  warning("an id of another type is accepted", "getOrder/refuses", overlooking(/^id$/)),
  warning("a limit that is no number is accepted", "listOrders/refuses", overlooking(/^limit$/)),
  warning("a date that is none is accepted", "listOrders/refuses", overlooking(/^since$/)),
  warning("what is optional is required", "createOrder/accepts", {
    instead: (request) =>
      creates(request) &&
      request.mediaType === "application/json" &&
      request.json !== undefined &&
      bodyOf(request)["due"] === undefined
        ? { status: 400, body: { title: "due", status: 400 }, mediaType: "application/problem+json" }
        : undefined,
  }),
  warning("a value of the enum is refused", "createOrder/accepts", {
    instead: (request) =>
      creates(request) && bodyOf(request)["kind"] === "toy"
        ? { status: 400, body: { title: "kind", status: 400 }, mediaType: "application/problem+json" }
        : undefined,
  }),
  warning("the maximum is refused", "createOrder/accepts", {
    instead: (request) =>
      creates(request) && bodyOf(request)["count"] === 99
        ? { status: 400, body: { title: "count", status: 400 }, mediaType: "application/problem+json" }
        : undefined,
  }),
  warning("null is refused where it is allowed", "createOrder/accepts", {
    instead: (request) =>
      creates(request) && bodyOf(request)["price"] === null
        ? { status: 400, body: { title: "price", status: 400 }, mediaType: "application/problem+json" }
        : undefined,
  }),
  warning("an optional parameter is refused", "listOrders/accepts", {
    instead: (request) =>
      isList(request) && /^\d{4}-\d\d-\d\d$/.test(request.query.get("since") ?? "")
        ? { status: 400, body: { title: "since", status: 400 }, mediaType: "application/problem+json" }
        : undefined,
  }),
  warning("a refusal that is not listed", "createOrder/unlisted-4xx", {
    spoil: (answer, request) =>
      creates(request) && answer.status === 400 ? { ...answer, status: 422 } : answer,
  }),
];
