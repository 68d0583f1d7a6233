import { setTimeout as sleep } from "node:timers/promises";
import { interfaceNames, type BuiltinInterface } from "../../../src/builtin/interface-name.ts";
import { parse, withHeader, withJson } from "../../../src/builtin/faults/support/answers.ts";
import { edit, objectOf } from "../../../src/builtin/faults/support/edit.ts";
import {
  answers,
  isObject,
  lot,
  mapObjects,
  mapStrings,
  operationsOf,
  successes,
  tokenOf,
} from "./support/shapes.ts";
import { variantOf, type Variant, type Wrap } from "./variant.ts";

const variant = variantOf("crm", "donation", "volunteer");

const all = interfaceNames.flatMap(operationsOf);

const jsonAs = (mediaType: string): Wrap =>
  answers(all, (outgoing) =>
    outgoing.status < 300 && outgoing.body !== ""
      ? withHeader(outgoing, "content-type", mediaType)
      : outgoing,
  );

const media =
  "Endpoints: bodies are JSON; parameters of its media type, and further JSON types, are not ruled out.";
const extras = "Resources: that objects have no further fields is stated nowhere.";
const addresses = "Document head: each interface has its own base address, of no stated form (U-09).";

/** Ids that begin at 1 in every organization: the other one has records under the same numbers. */
const idsOfTheirOwn =
  (
    name: BuiltinInterface,
    of: (typeof all)[number],
    parameter: string,
    names: { main: string; other: string; key: string },
  ): Wrap =>
  (next, environment) => {
    const { records, credentials } = environment.config.interfaces[name];
    const [main, other] = [names.main, names.other].map((one) => String(objectOf(records)[one]));
    return async (incoming) => {
      const isOther = tokenOf(incoming) === String(credentials[names.key]);
      if (incoming.operation !== of || !isOther || incoming.path[parameter] !== main) return next(incoming);
      const url = new URL(incoming.url);
      url.pathname = url.pathname.replace(/\d+$/, other ?? "");
      const outgoing = await next({ ...incoming, url });
      const own = (value: unknown): unknown =>
        edit(value, isObject(objectOf(value)["data"]) ? "data/id" : "id", () => Number(main));
      return outgoing.status === 200 ? withJson(outgoing, own(parse(outgoing.body))) : outgoing;
    };
  };

/**
 * Another organization's user of the same number, who is called the same and lives elsewhere: both organizations began
 * with the same fixtures.
 */
const namesakes: Wrap = (next, environment) => async (incoming) => {
  const { records, credentials } = environment.config.interfaces.volunteer;
  const isOther = tokenOf(incoming) === String(credentials["otherOrganizationToken"]);
  const main = String(objectOf(records)["userId"]);
  if (incoming.operation !== "getUser" || !isOther || incoming.path["id"] !== main) return next(incoming);
  const headers = new Headers(incoming.headers);
  headers.set("authorization", `Bearer ${String(credentials["token"])}`);
  const outgoing = await next({ ...incoming, headers });
  const elsewhere = (text: string, name: string): string =>
    /mail/i.test(name) ? "info@another.example" : /phone/i.test(name) ? "+1555000777" : text;
  return withJson(outgoing, mapStrings(parse(outgoing.body), elsewhere));
};

/** A refusal that says what it refuses, in the words of the request. */
const repeating: Wrap = (next) => async (incoming) => {
  const outgoing = await next(incoming);
  const body = parse(outgoing.body);
  if (outgoing.status < 400 || !isObject(body)) return outgoing;
  const { pathname, search } = incoming.url;
  return withJson(outgoing, {
    ...body,
    request: { instance: `${pathname}${search}`, method: incoming.method, sent: incoming.body ?? null },
  });
};

const perOrganization =
  "Authentication: data belong to one organization; that ids are unique beyond it is not stated.";

export const wireVariants: readonly Variant[] = [
  // First, since others read the JSON that they change.
  variant("json-in-another-dress", "json text", {
    open: "Endpoints: bodies are JSON; the order of members, white space, escapes and a byte order mark are its own business.",
    wrap: answers(all, (outgoing) => {
      const body = parse(outgoing.body);
      if (body === undefined) return outgoing;
      const turned = mapObjects(body, (object) => Object.fromEntries(Object.entries(object).toReversed()));
      const rewritten = JSON.stringify(turned, null, 4).replaceAll(
        /[^\u0000-\u007f]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
      return { ...outgoing, body: `\ufeff\r\n${rewritten.replaceAll("/", "\\/")}\n` };
    }),
  }),
  variant("extra-fields-everywhere", "extra fields", {
    open: extras,
    wrap: successes(all, (body, { body: sent }) => {
      const isSelection = sent?.includes("selectedColumns") === true;
      return mapObjects(body, (object, depth) =>
        isSelection && depth > 0
          ? object
          : {
              _links: { self: "/x" },
              ...object,
              rowVersion: "AAAAB9E=",
              tags: [
                { id: 4, name: "a" },
                { id: 3, name: "b" },
                { id: 2, name: "c" },
                { id: 1 },
                { id: 9 },
                { id: 8 },
              ],
              customFields: null,
              "odata.type": 1.5,
              isFavourite: true,
            },
      );
    }),
  }),
  variant("extra-fields-as-the-sandbox-has-them", "extra fields", {
    open: extras,
    assumptions: { extraFields: "some", "U-35": "extra" },
    isDormant: true,
  }),
  ...Object.entries({
    "with-a-charset": "application/json;charset=UTF-8",
    "with-parameters": 'Application/JSON; odata.metadata=minimal; charset="utf-8"',
    "of-a-vendor": "application/vnd.platform.v3+json",
    "of-an-old-kind": "text/json; charset=utf-8",
  }).map(([name, mediaType]) =>
    variant(`json-media-type-${name}`, "media type", { open: media, wrap: jsonAs(mediaType) }),
  ),
  variant("headers-of-all-sorts", "headers", {
    open: "Document as a whole: no header of an answer is ruled out.",
    wrap: answers(all, (outgoing) =>
      Object.entries({
        "cache-control": "private, max-age=60",
        etag: '"5"',
        "set-cookie": "session=1; HttpOnly",
        vary: "Accept",
        via: "1.1 proxy",
        server: "node",
        link: '</users>; rel="next"',
        deprecation: "true",
        "strict-transport-security": "max-age=63072000",
      }).reduce((answer, [name, value]) => withHeader(answer, name, value), outgoing),
    ),
  }),
  variant("answers-come-in-any-order", "latency", {
    open: "Document as a whole: how long an answer takes is not stated.",
    isLive: true,
    isDormant: true,
    wrap: (next) => {
      let count = 0;
      return async (incoming) => {
        count += 1;
        if (lot(`latency ${count}`) < 300) await sleep(lot(`ms ${count}`) % 3);
        const outgoing = await next(incoming);
        if (lot(`after ${count}`) < 300) await sleep(lot(`later ${count}`) % 3);
        return outgoing;
      };
    },
  }),
  variant("addresses-have-a-prefix", "addresses", {
    open: addresses,
    baseUrls: {
      crm: "https://gateway.example.org/tenants/12/crm",
      donation: "https://gateway.example.org/donations/v2",
      volunteer: "https://gateway.example.org/volunteering/v1",
    },
  }),
  variant("addresses-read-like-resources", "addresses", {
    open: addresses,
    baseUrls: {
      crm: "https://api.example.org/users/api/Contact",
      donation: "https://api.example.org/Token/api",
      volunteer: "https://api.example.org/projects/7/users/v1",
    },
  }),
  variantOf("crm")("contact-ids-of-each-organization", "crm id scope", {
    open: perOrganization,
    wrap: idsOfTheirOwn("crm", "getContact", "contactId", {
      main: "contactId",
      other: "otherOrganizationContactId",
      key: "otherOrganizationApiKey",
    }),
  }),
  variantOf("crm")("webhook-ids-of-each-organization", "crm id scope", {
    open: perOrganization,
    wrap: idsOfTheirOwn("crm", "getWebhook", "webhookId", {
      main: "webhookId",
      other: "otherOrganizationWebhookId",
      key: "otherOrganizationApiKey",
    }),
  }),
  variantOf("volunteer")("user-ids-of-each-organization", "volunteer ids", {
    open: perOrganization,
    wrap: idsOfTheirOwn("volunteer", "getUser", "id", {
      main: "userId",
      other: "otherOrganizationUserId",
      key: "otherOrganizationToken",
    }),
  }),
  variantOf("volunteer")("users-have-namesakes-of-the-same-number", "volunteer ids", {
    open: perOrganization,
    wrap: namesakes,
  }),
  variant("refusals-repeat-what-was-asked", "what errors repeat", {
    open: "Errors: what an error holds beside its envelope is not stated, and a caller knows what it has sent.",
    wrap: repeating,
  }),
];
