import * as fc from "fast-check";
import { type BuiltinInterface, interfaceNames } from "../../../src/builtin/interface-name.ts";
import type { FaultRequest, FaultAnswer } from "../../../src/builtin/faults/fault.ts";
import { parse, withHeader, withJson } from "../../../src/builtin/faults/support/answers.ts";
import { isObject, type Json, lot, mapObjects, tokenOf } from "../variants/support/shapes.ts";
import type { Variant, Wrap } from "../variants/variant.ts";
import { atLeastOne, interfaceOf, someInterfaces, trait } from "./trait.ts";

/** Changes the answers of some interfaces, whatever was asked. */
const answersOf =
  (
    names: readonly BuiltinInterface[],
    change: (outgoing: FaultAnswer, incoming: FaultRequest) => FaultAnswer,
  ): Wrap =>
  (next) =>
  async (incoming) => {
    const outgoing = await next(incoming);
    const name = interfaceOf(incoming);
    return name !== undefined && names.includes(name) ? change(outgoing, incoming) : outgoing;
  };

/** Texts that a provider may say anywhere, of which some also are what records usually hold. */
const texts = [
  "set by the platform",
  "Call",
  "Kitchen",
  "Main Street 1, Springfield",
  "Robin Vandenberg",
  "info@nonprofit.example",
  "https://help.nonprofit.example/articles/42",
  "2024-02-29T12:00:00Z",
  "1",
  "",
] as const;

const constants = [...texts, null, 0, 1, 17, true, false, [], {}, ["a", "b"], { id: 1, name: "Main" }];

/** What an unknown property holds that is not the same in every answer. */
const changing: Readonly<
  Record<
    string,
    (at: { readonly count: number; incoming: FaultRequest; outgoing: FaultAnswer; object: Json }) => unknown
  >
> = {
  "number of the answer": ({ count }) => count,
  "moment of the answer": ({ count }) => new Date(1.7e12 + count * 1777).toISOString(),
  "random text": ({ count }) => (lot(`random ${count}`) * 7_919_191 + count * 104_729).toString(36),
  "version of the object": ({ object }) => `W/"${lot(JSON.stringify(object))}-${Object.keys(object).length}"`,
  "organization of the caller": ({ incoming }) => `Organization ${lot(tokenOf(incoming)) % 7}`,
  "path that was asked": ({ incoming }) => incoming.url.pathname,
  "address that was asked": ({ incoming }) => incoming.url.href,
  "body that was sent": ({ incoming }) => parse(incoming.body) ?? incoming.body ?? null,
  "status of the answer": ({ outgoing }) => outgoing.status,
  "one of two nodes": ({ count }) => `node ${count % 2 === 0 ? "a" : "b"}`,
  "media types that the caller accepts": ({ incoming }) => incoming.headers.get("accept"),
};

/** Adds a property to every object, but to a map of field errors and to records of which only some columns were selected. */
const onEvery = (value: unknown, add: (object: Json) => Json, isSelection: boolean, key = ""): unknown => {
  if (Array.isArray(value)) return value.map((inner) => onEvery(inner, add, isSelection, key));
  if (!isObject(value)) return value;
  const inner = Object.entries(value).map(([name, one]) => [name, onEvery(one, add, isSelection, name)]);
  const object = Object.fromEntries(inner);
  return key === "errors" || (isSelection && key !== "") ? object : add(object);
};

export const unknownProperty = trait(
  "unknown-property",
  "Resources, Errors: that objects have no further properties is stated nowhere, of errors neither.",
  fc.record({
    name: fc.constantFrom(
      "xUnknown",
      "_links",
      "traceId",
      "organization",
      "etag",
      "updatedBy",
      "x note",
      "externalId",
    ),
    holds: fc.oneof(
      fc.constantFrom(...texts),
      fc.constantFrom(...constants),
      fc.constantFrom(...Object.keys(changing)).map((as) => ({ as })),
    ),
    of: someInterfaces,
    in: fc.constantFrom("every answer", "every answer", "successes", "refusals"),
    on: fc.constantFrom("every object", "every object", "the whole"),
    isFirst: fc.boolean(),
  }),
  ({ name, holds, of, on, isFirst, ...where }) => {
    const as = isObject(holds) && "as" in holds ? changing[String(holds["as"])] : undefined;
    const wrap: Wrap = (next, environment) => {
      let count = 0;
      return answersOf(of, (outgoing, incoming) => {
        const isMeant = where.in === "every answer" || outgoing.status < 300 === (where.in === "successes");
        const body = parse(outgoing.body);
        if (!isMeant || body === undefined) return outgoing;
        count += 1;
        const add = (object: Json): Json => {
          const added = { [name]: as?.({ count, incoming, outgoing, object }) ?? (as ? null : holds) };
          return isFirst ? { ...added, ...object } : { ...object, ...added };
        };
        if (on === "the whole") return isObject(body) ? withJson(outgoing, add(body)) : outgoing;
        const isSelection = incoming.body?.includes("selectedColumns") === true;
        return withJson(outgoing, onEvery(body, add, isSelection));
      })(next, environment);
    };
    return { interfaces: atLeastOne(of), decides: [`the property ${name}`], wrap };
  },
);

const orders: Readonly<Record<string, (entries: [string, unknown][], salt: number) => [string, unknown][]>> =
  {
    reversed: (entries) => entries.toReversed(),
    sorted: (entries) => entries.toSorted(([one], [other]) => (one < other ? -1 : 1)),
    "another each time": (entries, salt) =>
      entries.toSorted(([one], [other]) => lot(`${salt} ${one}`) - lot(`${salt} ${other}`)),
  };

/** Whole numbers as JSON may write them: the same number. */
const numbers: Readonly<Record<string, (whole: number) => string>> = {
  "with a decimal": (whole) => `${whole}.0`,
  "with an exponent": (whole) => `${whole}E+0`,
};

const printed = (value: unknown, write: (whole: number) => string): string => {
  if (typeof value === "number" && Number.isSafeInteger(value)) return write(value);
  if (Array.isArray(value)) return `[${value.map((inner) => printed(inner, write)).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([name, inner]) => `${JSON.stringify(name)}:${printed(inner, write)}`,
  );
  return `{${entries.join(",")}}`;
};

const jsonText = trait(
  "json-text",
  "Endpoints: bodies are JSON, whose order of members, notation of numbers, white space, escapes and byte order mark say nothing.",
  fc.record({
    of: someInterfaces,
    order: fc.constantFrom("as it is", ...Object.keys(orders)),
    wholeNumbers: fc.constantFrom("plain", ...Object.keys(numbers)),
    space: fc.constantFrom("", "\n", "\r\n\t"),
    isEscaped: fc.boolean(),
    hasMark: fc.boolean(),
  }),
  ({ of, order, wholeNumbers, space, isEscaped, hasMark }) => {
    const wrap: Wrap = (next, environment) => {
      let count = 0;
      return answersOf(of, (outgoing) => {
        const body = parse(outgoing.body);
        if (body === undefined) return outgoing;
        count += 1;
        const inOrder = orders[order];
        const ordered =
          inOrder === undefined
            ? body
            : mapObjects(body, (object) => Object.fromEntries(inOrder(Object.entries(object), count)));
        const text = printed(ordered, numbers[wholeNumbers] ?? String);
        const escaped = isEscaped
          ? text
              .replaceAll(
                /[^\u0000-\u007f]/g,
                (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
              )
              .replaceAll("/", "\\/")
          : text;
        return { ...outgoing, body: `${hasMark ? "\ufeff" : ""}${space}${escaped}${space}` };
      })(next, environment);
    };
    return { interfaces: atLeastOne(of), decides: ["json text"], wrap };
  },
);

const headers = {
  "cache-control": ["no-store", "private, max-age=60"],
  etag: ['"5"', 'W/"abc"'],
  "set-cookie": ["session=1; HttpOnly"],
  "x-request-id": ["each"],
  "www-authenticate": ['Bearer realm="api", error="invalid_token"'],
  location: ["/"],
  link: ['</users>; rel="next"'],
  deprecation: ["true"],
  date: ["now"],
  server: ["node"],
  "content-language": ["de"],
} as const;

const anyHeaders = trait(
  "headers",
  "Document as a whole: no header of an answer is ruled out.",
  fc.record({
    of: someInterfaces,
    names: fc.subarray(Object.keys(headers) as (keyof typeof headers)[], { minLength: 1 }),
    at: fc.nat(1),
  }),
  ({ of, names, at }) => {
    const wrap: Wrap = (next, environment) => {
      let count = 0;
      return answersOf(of, (outgoing) => {
        count += 1;
        return names.reduce((answer, name) => {
          const known: readonly string[] = headers[name];
          const value = known[at % known.length] ?? "";
          const now = new Date(environment.now()).toUTCString();
          return withHeader(answer, name, { each: `r-${count * 7919}`, now }[value] ?? value);
        }, outgoing);
      })(next, environment);
    };
    return { interfaces: atLeastOne(of), decides: ["headers"], wrap };
  },
);

const mediaTypes = [
  "application/json;charset=UTF-8",
  'Application/JSON; odata.metadata=minimal; charset="utf-8"',
  "APPLICATION/JSON",
  "application/vnd.platform.v3+json",
  "application/problem+json",
  "text/json; charset=utf-8",
] as const;

const mediaType = trait(
  "media-type",
  "Endpoints: bodies are JSON; parameters of its media type, letter case, and further JSON types, are not ruled out.",
  fc.record({ of: someInterfaces, type: fc.constantFrom(...mediaTypes) }),
  ({ of, type }) => ({
    interfaces: atLeastOne(of),
    decides: ["media type"],
    wrap: answersOf(of, (outgoing) =>
      parse(outgoing.body) === undefined ? outgoing : withHeader(outgoing, "content-type", type),
    ),
  }),
);

const crmNames = [
  "informalName",
  "description",
  "passion",
  "firstName",
  "middleName",
  "lastName",
  "prefix",
  "gender",
  "displayName",
  "value",
  "address1",
  "city",
  "state",
  "postal",
  "country",
  "label",
  "createdByUser",
  "modifiedByUser",
  "primaryPhone",
  "primaryEmail",
  "owner",
  "maritalStatus",
  "website",
  "giftAskType",
] as const;

/** Puts one text in place of others, and leaves null where it is. */
const saying = (names: readonly string[], text: string) => (body: unknown) =>
  mapObjects(body, (object) =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => [
        name,
        names.includes(name) && typeof value === "string" ? text : value,
      ]),
    ),
  );

const changedBodies = (
  of: BuiltinInterface,
  change: (body: unknown, incoming: FaultRequest) => unknown,
): Wrap =>
  answersOf([of], (outgoing, incoming) => {
    const body = parse(outgoing.body);
    return outgoing.status < 300 && body !== undefined && incoming.operation !== "issueToken"
      ? withJson(outgoing, change(body, incoming))
      : outgoing;
  });

const sameInAll = trait(
  "same-text-in-all-contacts",
  "Resources A: strings whose values are not stated; that two contacts, or two organizations, differ in any is not stated.",
  fc.record({ text: fc.constantFrom(...texts), names: fc.subarray([...crmNames], { minLength: 1 }) }),
  ({ text, names }) => ({
    interfaces: ["crm"],
    decides: ["texts"],
    wrap: changedBodies("crm", saying(names, text)),
  }),
);

const sameUsers = trait(
  "same-text-in-all-users",
  "Resources C: fields of users are not stated; that two users, or two organizations, differ in any is not stated.",
  fc.record({
    text: fc.constantFrom(...texts),
    names: fc.subarray(
      ["full_name", "phone", "gender", "birthday", "user_status", "membership_role", "created_at"],
      { minLength: 1 },
    ),
  }),
  ({ text, names }) => ({
    interfaces: ["volunteer"],
    decides: ["volunteer users"],
    wrap: changedBodies("volunteer", saying(names, text)),
  }),
);

/** Fields that only the sandbox has: nothing of them is stated. */
const own: Readonly<Record<"donation" | "volunteer", readonly string[]>> = {
  donation: [
    "crmKey",
    "description",
    "goal",
    "createdDate",
    "modifiedDate",
    "isActive",
    "startDate",
    "endDate",
    "code",
    "cost",
    "campaignId",
    "donorId",
    "segmentId",
    "projectId",
    "status",
    "paymentMethod",
    "email",
    "isTaxDeductible",
    "name",
  ],
  volunteer: [
    "type",
    "full_name",
    "user_status",
    "membership_status",
    "membership_role",
    "created_at",
    "updated_at",
    "has_subgroups",
    "parent_id",
    "phone",
    "birthday",
    "gender",
    "privacy",
    "dates",
    "categories",
    "members",
  ],
};

const lacking = trait(
  "fields-are-not-shown",
  "Resources B and C: fields of records are not stated (U-02, U-03); any of them may be absent.",
  fc
    .constantFrom("donation" as const, "volunteer" as const)
    .chain((of) => fc.record({ of: fc.constant(of), names: fc.subarray([...own[of]], { minLength: 1 }) })),
  ({ of, names }) => ({
    interfaces: [of],
    decides: of === "donation" ? ["donation fields"] : ["volunteer fields"],
    hides: ["DON-14"],
    wrap: changedBodies(of, (body, { operation = "" }) =>
      /^(?:getQueryOptions|getQueryList)$/.test(operation)
        ? body
        : mapObjects(body, (object) =>
            Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name))),
          ),
    ),
  }),
);

/** Parts of a contact that lack some fields; never the contact's own name. */
const sparseContacts = trait(
  "contact-fields-left-out",
  "Resources A: which contact fields are required is not stated (U-01), so that any of them may be absent.",
  fc.record({ salt: fc.nat(1000), perMille: fc.constantFrom(50, 300, 600), isAlways: fc.boolean() }),
  ({ salt, perMille, isAlways }) => ({
    interfaces: ["crm"],
    decides: ["contacts"],
    wrap: changedBodies("crm", (body, { operation = "", url }) => {
      if (!operation.startsWith("getContact")) return body;
      const of = isAlways ? "" : decodeURIComponent(url.pathname);
      return mapObjects(body, (object, depth) =>
        Object.fromEntries(
          Object.entries(object).filter(
            ([name]) => (depth === 0 && name === "name") || lot(`${salt} ${of} ${depth} ${name}`) >= perMille,
          ),
        ),
      );
    }),
  }),
);

/** What a refusal says in words, which nobody reads by machine. */
const refusalTexts = trait(
  "words-of-refusals",
  "Errors: messages are for people; what they say is not stated, beyond that there is no stack trace.",
  fc.record({
    of: someInterfaces,
    says: fc.oneof(
      fc.constantFrom(...texts.filter((text) => text !== "")),
      fc.constantFrom("{path}", "{body}", "No {method} {path} for you."),
    ),
  }),
  ({ of, says }) => ({
    interfaces: atLeastOne(of),
    decides: ["words of refusals"],
    wrap: answersOf(of, (outgoing, { url, method, body: sent }) => {
      const body = parse(outgoing.body);
      if (outgoing.status < 400 || body === undefined) return outgoing;
      const words = says
        .replace("{path}", url.pathname)
        .replace("{method}", method)
        .replace("{body}", () => sent ?? "nothing");
      return withJson(
        outgoing,
        mapObjects(body, (object) =>
          Object.fromEntries(
            Object.entries(object).map(([name, value]) => [
              name,
              /^(?:message|detail|error_description)$/.test(name) && typeof value === "string"
                ? words
                : value,
            ]),
          ),
        ),
      );
    }),
  }),
);

const statuses: Readonly<Record<string, readonly number[]>> = {
  createUser: [200, 201, 202],
  createGroup: [200, 201, 202],
  createProject: [200, 201, 202],
  updateGroup: [200, 204],
  updateProject: [200, 202, 204],
  setGroupMembers: [200, 204],
  replaceCampaign: [200, 204],
  replaceProject: [200, 204],
  replaceSegment: [200, 204],
};

const successStatus = trait(
  "status-of-successes",
  "Endpoints C: statuses of successes are not stated; Errors B: success is 200 or 204.",
  fc.constantFrom(...Object.keys(statuses)).chain((operation) =>
    fc.record({
      operation: fc.constant(operation),
      status: fc.constantFrom(...(statuses[operation] ?? [])),
    }),
  ),
  ({ operation, status }) => {
    const of = operation.startsWith("replace") ? "donation" : "volunteer";
    return {
      interfaces: [of],
      decides: [`status of ${operation}`],
      wrap: answersOf([of], (outgoing, incoming) => {
        if (incoming.operation !== operation || outgoing.status >= 300 || outgoing.body === "")
          return outgoing;
        return status === 204
          ? { ...outgoing, status, headers: new Headers(), body: "" }
          : { ...outgoing, status };
      }),
    };
  },
);

const retryAfter = trait(
  "retry-after-is-a-date",
  "Errors A: the Retry-After header says the wait; HTTP has it in seconds or as a date.",
  fc.constant({}),
  () => ({
    interfaces: ["crm", "donation", "volunteer"],
    decides: ["retry-after"],
    wrap: (next, environment) =>
      answersOf(interfaceNames, (outgoing) => {
        const seconds = outgoing.headers.get("retry-after");
        return seconds === null || !/^\d+$/.test(seconds)
          ? outgoing
          : withHeader(
              outgoing,
              "retry-after",
              new Date(environment.now() + (Number(seconds) + 1) * 1000).toUTCString(),
            );
      })(next, environment),
  }),
);

/** The first of these is nearest to the caller. */
export const answerTraits: readonly fc.Arbitrary<Variant>[] = [
  jsonText,
  mediaType,
  anyHeaders,
  retryAfter,
  successStatus,
  unknownProperty,
  refusalTexts,
  sparseContacts,
  lacking,
  sameInAll,
  sameUsers,
];
