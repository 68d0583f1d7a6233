import type { FaultRequest, FaultAnswer } from "../../../src/builtin/faults/fault.ts";
import {
  empty,
  jsonAnswer,
  parse,
  textAnswer,
  withHeader,
} from "../../../src/builtin/faults/support/answers.ts";
import { edit, objectOf, property, set } from "../../../src/builtin/faults/support/edit.ts";
import {
  answers,
  instead,
  isAt,
  isObject,
  mapObjects,
  mapStrings,
  operationsOf,
  successes,
  type Json,
} from "./support/shapes.ts";
import { variantOf, type TargetConfig, type Variant, type Wrap } from "./variant.ts";

const variant = variantOf("volunteer");

const volunteer = operationsOf("volunteer");
const creations = ["createUser", "createProject", "createGroup"] as const;
const updates = ["updateProject", "updateGroup", "setGroupMembers"] as const;

/** Also what the configuration has read back, which no document names. */
const everywhere =
  (change: (body: unknown, incoming: FaultRequest) => unknown): Wrap =>
  (next) =>
  async (incoming) => {
    const outgoing = await next(incoming);
    const body = parse(outgoing.body);
    if (!incoming.url.pathname.startsWith("/volunteer/") || outgoing.status >= 300 || body === undefined)
      return outgoing;
    return { ...outgoing, body: JSON.stringify(change(body, incoming)) };
  };

const uuid = (id: unknown): string => `5f0d2c1a-0000-4000-8000-${String(id).padStart(12, "0")}`;

const ofUuid = (text: string): string => text.replaceAll(/5f0d2c1a-0000-4000-8000-0*(\d+)/g, "$1");

const isId = (name: string): boolean => /^id$|_id$/.test(name);

const mapIds = (value: unknown): unknown => {
  const rewritten = mapObjects(value, (object) =>
    Object.fromEntries(
      Object.entries(object).map(([name, inner]) => {
        if (isId(name) && typeof inner === "number") return [name, uuid(inner)];
        if (name === "members" && Array.isArray(inner))
          return [name, inner.map((one) => (typeof one === "number" ? uuid(one) : one))];
        return [name, inner];
      }),
    ),
  );
  return Array.isArray(rewritten)
    ? rewritten.map((one) => (typeof one === "number" ? uuid(one) : one))
    : rewritten;
};

const idRead = (_: string, value: unknown): unknown =>
  typeof value === "string" && value !== ofUuid(value) ? Number(ofUuid(value)) : value;

/** Reads texts as the ids they stand for, in a path and in the body, however it is written. */
const reading: Wrap = (next) => (incoming) => {
  const url = new URL(ofUuid(decodeURIComponent(incoming.url.href)));
  const body = parse(incoming.body);
  return next({
    ...incoming,
    url,
    body: body === undefined ? incoming.body : JSON.stringify(body, idRead),
  });
};

const idsInSettings = (settings: TargetConfig): TargetConfig => {
  const { volunteer: known } = settings;
  if (known === undefined) return settings;
  const { records, scratch } = known;
  const named = (value: unknown): unknown =>
    Object.fromEntries(
      Object.entries(objectOf(value)).map(([name, inner]) => [
        name,
        name.endsWith("Id")
          ? uuid(inner)
          : name === "memberIds" && Array.isArray(inner)
            ? inner.map(uuid)
            : inner,
      ]),
    );
  return { ...settings, volunteer: { ...known, records: named(records), scratch: named(scratch) } };
};

const without =
  (names: readonly string[]) =>
  (settings: TargetConfig): TargetConfig => {
    const { volunteer: known } = settings;
    return known === undefined
      ? settings
      : {
          ...settings,
          volunteer: Object.fromEntries(Object.entries(known).filter(([name]) => !names.includes(name))),
        };
  };

const dataOf = (body: unknown): unknown => property(body, "data") ?? body;

const records = "Resources C: fields of users, groups and projects are not stated (U-03).";
const lists = "Resources C: a list carries meta with a total; where its records stand is not stated (U-03).";
const payloads = "Endpoints C: the payloads of all endpoints are not stated (U-17).";
const statuses = "Endpoints C: no success status is stated, so that each of 2xx will do.";
const errorBodies = "Errors C: body and headers of errors are not stated (U-26).";

const volunteerErrors = (answer: (outgoing: FaultAnswer) => FaultAnswer): Wrap =>
  answers(volunteer, (outgoing) => (outgoing.status >= 400 ? answer(outgoing) : outgoing));

export const volunteerVariants: readonly Variant[] = [
  ...Object.entries({
    users: (body: unknown) => ({ users: dataOf(body), meta: property(body, "meta") }),
    "data-of-users": (body: unknown) => ({ data: { users: dataOf(body) }, meta: property(body, "meta") }),
    results: (body: unknown) => ({
      results: dataOf(body),
      meta: { total: property(property(body, "meta"), "total") },
    }),
    "maps-by-id": (body: unknown) => ({
      users: Object.fromEntries((dataOf(body) as readonly Json[]).map((user) => [String(user["id"]), user])),
      meta: property(body, "meta"),
    }),
  }).map(([name, shape]) =>
    variant(`user-lists-are-${name}`, "user lists", { open: lists, wrap: successes(["listUsers"], shape) }),
  ),
  variant("user-lists-come-with-other-records", "user lists", {
    open: `${lists} That nothing else stands beside them is not stated either.`,
    wrap: successes(["listUsers"], (body) => ({
      groups: Array.from({ length: 9 }, (_, id) => ({ id, name: "Saturday crew" })),
      ...objectOf(body),
      included: Array.from({ length: 7 }, (_, id) => ({ type: "group", id })),
      filters: [{ name: "status" }, { name: "role" }, { name: "group" }],
    })),
  }),
  variant("user-lists-show-the-least", "user lists", {
    open: lists,
    wrap: successes(["listUsers"], (body) => ({
      meta: { total: property(property(body, "meta"), "total") },
    })),
  }),
  variant("user-meta-shows-more", "user lists", {
    open: "Resources C: meta holds total; that it holds nothing else is not stated.",
    wrap: successes(["listUsers"], (body) =>
      edit(body, "meta", (meta) => ({
        ...objectOf(meta),
        took: 0.2,
        filters: null,
        total_pages: "3",
        groups: [1],
      })),
    ),
  }),
  variant("user-pages-come-in-a-few-sizes", "user lists", {
    open: "Endpoints C: per_page is an integer; its bounds and default are not stated (U-17).",
    wrap: answers(["listUsers"], (outgoing, { url }) => {
      const size = url.searchParams.get("per_page");
      return outgoing.status < 300 && size !== null && !["10", "20", "50", "100", "200"].includes(size)
        ? jsonAnswer(422, { message: "per_page is 10, 20, 50, 100 or 200." })
        : outgoing;
    }),
  }),
  variant("user-pages-hold-three-at-most", "user lists", {
    open: "Endpoints C: per_page is an integer; its bounds and default are not stated (U-17).",
    assumptions: { "U-17.maximumPerPage": 3, "U-17.perPage": 2 },
    isDormant: true,
  }),
  variant("volunteer-ids-are-uuids", ["volunteer records", "volunteer ids"], {
    open: records,
    wrap: (next, environment) => everywhere(mapIds)(reading(next, environment), environment),
    settings: idsInSettings,
  }),
  variant("volunteer-records-bare", "volunteer records", {
    open: records,
    wrap: everywhere((body) =>
      isObject(body) && property(body, "meta") === undefined ? dataOf(body) : body,
    ),
    settings: without(["created"]),
  }),
  variant("volunteer-records-under-their-kind", "volunteer records", {
    open: records,
    hides: ["VOL-04"],
    wrap: everywhere((body) =>
      property(body, "meta") === undefined && isObject(dataOf(body))
        ? { [String(property(dataOf(body), "type"))]: dataOf(body), status: "ok" }
        : body,
    ),
    settings: without(["created"]),
  }),
  variant("volunteer-records-with-attributes", "volunteer records", {
    open: records,
    wrap: everywhere((body) => {
      if (!isObject(dataOf(body)) || property(body, "meta") !== undefined) return body;
      const { id, type, ...attributes } = objectOf(dataOf(body));
      if (id === undefined) return body;
      return { data: { type, id: String(id), attributes, relationships: {} }, jsonapi: { version: "1.1" } };
    }),
  }),
  variant("volunteer-records-without-ids", "volunteer records", {
    open: records,
    hides: ["VOL-03", "VOL-04", "VOL-06"],
    wrap: everywhere((body) => mapObjects(body, ({ id: _, ...rest }) => rest)),
  }),
  variant("volunteer-fields-in-camel-case", "volunteer records", {
    open: records,
    wrap: everywhere((body) =>
      mapObjects(body, (object, depth) =>
        depth === 0
          ? object
          : Object.fromEntries(
              Object.entries(object).map(([name, value]) => [
                name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
                value,
              ]),
            ),
      ),
    ),
  }),
  variant("volunteer-values-are-written-anew", "volunteer records", {
    open: `${records} A server may write a name, an address or a number in its own way.`,
    wrap: everywhere((body) =>
      mapStrings(body, (value, name) => {
        if (/^(first_name|last_name|full_name|name)$/.test(name)) return value.trim().toUpperCase();
        if (name === "email") return `${value.slice(0, 2)}…@…`;
        return name === "description" ? `<p>${value}</p>` : value;
      }),
    ),
  }),
  variant("users-are-read-in-part", "volunteer records", {
    open: records,
    wrap: successes(["getUser", "listUsers"], (body) =>
      mapStrings(body, (text, name) => {
        if (/mail/i.test(name)) return text.replace(/^(.).*@/, "$1***@");
        return /birth/i.test(name) ? text.split("-").toReversed().join(".") : text;
      }),
    ),
  }),
  variant("volunteer-values-may-not-be-shown", "volunteer records", {
    open: records,
    wrap: everywhere(set(["data/email", "data/first_name", "data/last_name", "data/name"], undefined)),
  }),
  ...[200, 202].map((status) =>
    variant(`creations-answer-${status}`, "creations", {
      open: statuses,
      wrap: answers(creations, (outgoing) => (outgoing.status === 201 ? { ...outgoing, status } : outgoing)),
    }),
  ),
  variant("creations-answer-nothing", "creations", {
    open: `${statuses} ${payloads}`,
    hides: ["VOL-03", "VOL-04"],
    wrap: answers(creations, (outgoing) => (outgoing.status < 300 ? empty(204) : outgoing)),
  }),
  variant("creations-name-a-place", "creations", {
    open: payloads,
    hides: ["VOL-03", "VOL-04"],
    wrap: answers(creations, (outgoing, { url }) =>
      outgoing.status < 300
        ? withHeader(
            jsonAnswer(201, { message: "Created.", job: { uuid: "b1" } }),
            "location",
            `${url.pathname}/${String(property(dataOf(parse(outgoing.body)), "id"))}`,
          )
        : outgoing,
    ),
  }),
  variant("updates-answer-204", "updates", {
    open: statuses,
    wrap: answers(updates, (outgoing) => (outgoing.status < 300 ? empty(204) : outgoing)),
  }),
  variant("updates-answer-a-word", "updates", {
    open: payloads,
    wrap: answers(updates, (outgoing) => (outgoing.status < 300 ? jsonAnswer(200, "ok") : outgoing)),
  }),
  variant("updates-answer-nothing-and-are-not-read-back", "updates", {
    open: `${payloads} A read of a group, a project or its members is not stated either.`,
    hides: ["VOL-04", "VOL-05", "VOL-06"],
    wrap: answers(updates, (outgoing) => (outgoing.status < 300 ? empty(200) : outgoing)),
    settings: without(["readBack"]),
  }),
  ...Object.entries({
    "a-list": (members: readonly unknown[]) => members,
    "users-in-pages": (members: readonly unknown[]) => ({
      data: members.map((id) => ({ id, type: "user" })),
      meta: { total: members.length },
    }),
    // Memberships have numbers of their own, which are those of users as well.
    memberships: (members: readonly unknown[]) => ({
      memberships: members.map((id, location) => ({
        id: location + 2,
        user_id: id,
        group_id: 4,
        role: "member",
        invited_by_id: 4,
      })),
    }),
    "a-count": (members: readonly unknown[]) => ({
      group_id: 4,
      count: members.length,
      added: [],
      removed: [],
    }),
    "what-changed": (members: readonly unknown[]) => ({
      attached: [],
      detached: [4].filter((id) => !members.includes(id)),
      id: 4,
    }),
  }).map(([name, shape]) =>
    variant(`members-are-answered-as-${name}`, "updates", {
      open: payloads,
      hides: ["VOL-06"],
      wrap: (next, environment) =>
        answers(["setGroupMembers"], (outgoing, incoming) => {
          const { members } = objectOf(parse(incoming.body));
          return outgoing.status < 300 && Array.isArray(members) ? jsonAnswer(200, shape(members)) : outgoing;
        })(next, environment),
      settings: without(["readBack"]),
    }),
  ),
  variant("groups-have-ids-of-their-members", "volunteer records", {
    open: `${records} Ids of groups and of users may be the same.`,
    wrap: everywhere((body) =>
      isObject(body) && property(dataOf(body), "type") === "group"
        ? {
            data: {
              ...objectOf(dataOf(body)),
              parent_id: 4,
              owner: { id: 4 },
              organization_id: 3,
              category_ids: [2, 3, 4],
            },
          }
        : body,
    ),
  }),
  ...(["message", "envelope", "problem"] as const).map((form) =>
    variant(`volunteer-errors-in-${form}-form`, "volunteer errors", {
      open: errorBodies,
      assumptions: { "U-26": form },
      isDormant: true,
    }),
  ),
  variant("volunteer-errors-without-a-body", "volunteer errors", {
    open: errorBodies,
    wrap: volunteerErrors(({ status }) => empty(status)),
  }),
  variant("volunteer-errors-are-web-pages", "volunteer errors", {
    open: errorBodies,
    wrap: volunteerErrors(({ status }) =>
      textAnswer(status, "<!doctype html><h1>Leider nicht</h1>", "text/html; charset=utf-8"),
    ),
  }),
  ...Object.entries({
    "405": () => textAnswer(405, "Method Not Allowed"),
    "a-redirect": () => withHeader(empty(301), "location", "/volunteer/v1/users"),
    "the-portal": () => textAnswer(200, "<!doctype html><div id=app></div>", "text/html"),
    "a-gateways-json": () => jsonAnswer(200, { service: "volunteer", versions: ["v1"] }),
    "401": () => jsonAnswer(401, { message: "Unauthenticated." }),
  }).map(([name, answer]) =>
    variant(`unversioned-paths-get-${name}`, "unversioned", {
      open: "Versioning: the version stands in the prefix of the path; what is served elsewhere on the host is not stated.",
      wrap: (next) => async (incoming) =>
        /^\/volunteer\/(users|groups|projects)/.test(incoming.url.pathname) ? answer() : next(incoming),
    }),
  ),
  ...Object.entries({
    relative: (link: string) => link.replace(/^.*\/v1(?=\/)/, ""),
    "of-the-host": (link: string) => link.replace(/^https?:\/\/[^/]+/, ""),
    "behind-a-proxy": (link: string) =>
      link.replace(/^https?:\/\/[^/]+\/volunteer/, "http://10.0.0.7:9000/users/internal"),
    "mere-queries": (link: string) => link.replace(/^[^?]*/, ""),
  }).map(([name, write]) =>
    variant(`volunteer-links-are-${name}`, "volunteer links", {
      open: "Endpoints C: paths are relative to a base address that holds the version; how links are written is not stated.",
      wrap: successes(["listUsers"], (body) =>
        edit(body, "links", (links) => mapStrings(links, (link) => write(link))),
      ),
    }),
  ),
  variant("volunteer-links-lead-to-the-portal-too", "volunteer links", {
    open: "Authentication C: there is an admin portal; that lists do not link to its pages is not stated.",
    wrap: successes(["listUsers"], (body) =>
      edit(body, "links", (links) => ({
        ...objectOf(links),
        portal: "https://portal.example.net/users",
        help: "/groups",
      })),
    ),
  }),
  variant("volunteer-links-absent", "volunteer links", {
    open: records,
    wrap: successes(["listUsers"], set("links", undefined)),
  }),
  ...[403, 401].map((status) =>
    variant(`foreign-users-get-${status}`, "volunteer ids", {
      open: "Authentication C: a token is for one organization; the status for another's records is not stated.",
      wrap: (next, environment) => {
        const { records: known } = environment.config.interfaces.volunteer;
        const foreign = Object.values(objectOf(known)).map(String);
        return answers(["getUser"], (outgoing, { path }) =>
          outgoing.status === 404 && foreign.includes(path["id"] ?? "")
            ? jsonAnswer(status, { message: "Not yours." })
            : outgoing,
        )(next, environment);
      },
    }),
  ),
  variant("volunteer-slows-down", "volunteer 429", {
    open: "Limits: rate limits of the volunteer interface are not stated (U-29).",
    isLive: true,
    wrap: (next) => {
      let count = 0;
      return async (incoming) => {
        if (!isAt(incoming, "volunteer")) return next(incoming);
        count += 1;
        return count % 7 === 3
          ? withHeader(textAnswer(429, "Too Many Attempts."), "x-ratelimit-reset", "1740834000")
          : next(incoming);
      };
    },
  }),
  variant("names-and-addresses-are-new", "creations", {
    open: `${payloads.replace(/\.$/, "")}; that what an earlier run has created can be created again is not stated.`,
    hides: ["VOL-03"],
    isLive: true,
    wrap: (next, environment) => {
      const { scratch } = environment.config.interfaces.volunteer;
      const declared = new Set(Object.values(objectOf(scratch)).map((one) => JSON.stringify(one)));
      return answers(creations, (outgoing, { body }) =>
        outgoing.status < 300 && declared.has(JSON.stringify(parse(body)))
          ? jsonAnswer(422, { message: "The name has already been taken." })
          : outgoing,
      )(next, environment);
    },
  }),
  variant("users-are-created-anew-each-time", ["creations", "updates"], {
    open: payloads,
    assumptions: { "U-17.upsert": "create", "U-17.endpoints": "none" },
    hides: ["VOL-04", "VOL-05", "VOL-06"],
    isDormant: true,
  }),
  variant("volunteer-errors-have-a-challenge", "volunteer headers", {
    open: errorBodies,
    wrap: instead(volunteer, [401, 403], (outgoing) =>
      withHeader(outgoing, "www-authenticate", 'Bearer realm="api"'),
    ),
  }),
  variant("volunteer-groups-refuse-with-more", "volunteer errors", {
    open: "Errors C: 422 is for validation failures, whatever its body.",
    wrap: instead(volunteer, [422], () => jsonAnswer(422, [{ path: ["members", 0], rule: "exists" }])),
  }),
  ...Object.entries({
    "a-410": () => jsonAnswer(410, { message: "Gone." }),
    null: () => jsonAnswer(200, { data: null }),
    nothing: () => empty(204),
  }).map(([name, answer]) =>
    variant(`unknown-users-get-${name}`, "volunteer ids", {
      open: "Errors C: 404 occurs and is documented for no endpoint; that it means an unknown user is not stated.",
      wrap: answers(["getUser"], (outgoing) => (outgoing.status === 404 ? answer() : outgoing)),
    }),
  ),
  variant("group-updates-reset-what-is-left-out", "updates", {
    open: `${payloads} Whether an update keeps what it leaves out is not stated.`,
    wrap: everywhere((body) =>
      property(dataOf(body), "type") === "group" || property(dataOf(body), "type") === "project"
        ? set(["data/description", "data/privacy", "data/categories"], null)(body)
        : body,
    ),
  }),
];
