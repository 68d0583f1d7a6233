import { type OperationId, operations } from "../../../../src/builtin/generated/operations.ts";
import { interfaces } from "../../../../src/builtin/interfaces.ts";
import { contact, eventContact, note, token, webhook } from "../../kit/crm-models.ts";
import type { ExchangeExample, Family, PassiveExamples } from "../../kit/example.ts";

/** An exchange of one who was answered these bodies before, one after the other. */
const answeredBefore = (
  operation: OperationId,
  ...bodies: readonly unknown[]
): Pick<ExchangeExample, "credential" | "after"> => {
  const { security, interface: name } = operations[operation];
  const credential = security === "hmac" ? "crm.credentials.hmac" : interfaces[name].mainCredential;
  return { credential, after: bodies.map((body) => ({ operation, credential, body })) };
};

const login: ExchangeExample = {
  operation: "issueToken",
  credential: "none",
  requestBody: { grant_type: "password", username: "one", password: "a password" },
  body: token,
};
const asked: ExchangeExample = { ...login, status: 202, body: { message: "A code is on its way." } };

const withIndividuals = (...ids: readonly number[]) => ({
  ...contact,
  contactIndividuals: ids.map((id) => ({ ...contact.contactIndividuals[0], id })),
});

const one = { id: 1, name: "One" };
const none = { items: [], total: 0 };

export const passive: Family<PassiveExamples> = {
  "token-answers-are-documented": {
    pass: { operation: "issueToken", body: token },
    alsoPasses: [
      // Another account may have a second factor.
      { ...asked, requestBody: { grant_type: "password", username: "another" }, after: [login] },
      { ...login, after: [asked] },
    ],
    otherwise: { "names of accounts are addresses": { "/userName": "Robin" } },
    fails: {
      "CRM-20: A refreshed token is answered with 201": { status: 201 },
      "CRM-20: The same login is asked for a code the next time": { ...asked, after: [login] },
    },
  },
  "reference-answers-are-documented": {
    pass: { operation: "getContactByReference", body: contact },
    otherwise: {
      "nobody joins a household and leaves it while a run reads": answeredBefore(
        "getContactByReference",
        withIndividuals(1),
        withIndividuals(1, 2),
      ),
    },
    fails: { "CRM-21: A proxy answers 203": { status: 203 } },
  },
  "contact-answers-are-documented": {
    pass: { operation: "getContact", body: contact },
    otherwise: {
      "nobody adds a gift and removes it while a run reads": answeredBefore("getContact", contact, {
        ...contact,
        lifeToDateGiving: "1900.51",
      }),
      "a contact has all its parts": { "/contactIndividuals": [], "/address": undefined },
    },
    fails: {
      "CRM-22: A contact that was read before is answered with 304": { status: 304 },
      "CRM-22: An error is answered with 200": {
        body: { error: { code: "NOT_FOUND", message: "No.", details: [] } },
      },
    },
  },
  "contact-method-types-answers-are-documented": {
    pass: { operation: "listContactMethodTypes", body: ["Home Email"] },
    otherwise: {
      "an organization has types": { body: [] },
      "nobody adds a type and removes it while a run reads": answeredBefore(
        "listContactMethodTypes",
        ["Home Email"],
        ["Home Email", "Fax"],
      ),
    },
    fails: { "CRM-23: An empty list is answered with 204": { status: 204 } },
  },
  "event-contact-answers-are-documented": {
    pass: { operation: "addEventContact", body: eventContact },
    otherwise: { "an individual has a name and a picture": { "/firstName": "", "/avatarUrl": "" } },
    fails: { "CRM-24: What is added is answered with 201": { status: 201 } },
  },
  "webhook-answers-are-documented": {
    pass: { operation: "getWebhook", body: webhook },
    otherwise: {
      "nobody switches a webhook off and on while a run reads": answeredBefore("getWebhook", webhook, {
        ...webhook,
        active: false,
      }),
    },
    fails: { "CRM-25: A webhook is answered with 206": { status: 206 } },
  },
  "note-answers-are-documented": {
    pass: { operation: "replaceContactNote", body: note },
    otherwise: {
      "ids are numbers that a number here can hold": {
        credential: "crm.credentials.apiKey",
        path: "/api/ContactNote/9007199254740993",
        "/id": 9_007_199_254_740_992,
      },
    },
    fails: { "CRM-26: A replacement is answered with 202": { status: 202 } },
  },
  "list-answers-are-documented": {
    pass: { operation: "listGifts", body: none },
    otherwise: {
      "nobody adds a record and removes it while a run reads": answeredBefore("listGifts", none, {
        items: [one],
        total: 1,
      }),
    },
    fails: { "DON-04: A list is answered with 206": { status: 206 } },
  },
  "reference-list-answers-are-steady": {
    pass: { operation: "listPremiums", body: [] },
    otherwise: {
      "nobody adds an entry and removes it while a run reads": {
        body: [one],
        ...answeredBefore("listPremiums", [one], [one, { id: 2, name: "One" }]),
      },
    },
    fails: { "DON-09: A list is answered with 304 to who has no copy": { status: 304 } },
  },
  "query-answers-are-documented": {
    pass: { operation: "queryGifts", body: none },
    otherwise: {
      "nobody adds a record and removes it while a run reads": answeredBefore("queryGifts", none, {
        items: [one],
        total: 1,
      }),
    },
    fails: { "DON-10: A query is answered with 203": { status: 203 } },
  },
  "query-options-answers-are-steady": {
    pass: { operation: "getQueryOptions", body: {} },
    otherwise: {
      "nobody changes custom fields while a run reads": {
        body: { columns: ["id", "custom"] },
        ...answeredBefore("getQueryOptions", { columns: ["id", "custom"] }, { columns: ["id"] }),
      },
    },
    fails: { "DON-15: Options are answered with 203": { status: 203 } },
  },
  "query-list-answers-are-steady": {
    pass: { operation: "getQueryList", body: [] },
    otherwise: {
      "nobody saves a query while a run reads": answeredBefore("getQueryList", [one], []),
    },
    fails: { "DON-16: Queries are answered with 206": { status: 206 } },
  },
  "user-list-answers-are-documented": {
    pass: { operation: "listUsers", body: { data: [], meta: { total: 0 } } },
    otherwise: {
      "nobody registers and leaves while a run reads": answeredBefore(
        "listUsers",
        { data: [], meta: { total: 0 } },
        { data: [{ id: 1 }], meta: { total: 1 } },
      ),
    },
    fails: { "VOL-01: Users are answered with 304 to who has no copy": { status: 304 } },
  },
  "user-answers-are-documented": {
    pass: { operation: "getUser", body: { data: { id: 1 } } },
    otherwise: {
      "a user is below data": { body: { user: { id: "1" } } },
      "a user shows an id": { body: { data: { first_name: "Grace" } } },
    },
    fails: { "VOL-02: A user is answered with 304 to who has no copy": { status: 304 } },
  },
};
