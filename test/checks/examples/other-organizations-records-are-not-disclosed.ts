import { contact } from "../kit/crm-models.ts";
import { otherContact } from "../kit/disclosure-examples.ts";
import type { ExchangeExample, PassiveExamples } from "../kit/example.ts";

const other = "crm.credentials.otherOrganizationApiKey";

/** As the other organization is shown its contact, and this one its own of the same number. */
const foreign: ExchangeExample = {
  operation: "getContact",
  path: "/api/Contact/9001",
  credential: other,
  body: otherContact,
};
const own: ExchangeExample = { operation: "getContact", credential: "crm.credentials.apiKey", body: contact };

const refusedMethods: ExchangeExample = {
  operation: "listContactMethodTypes",
  credential: other,
  status: 403,
  body: { error: { code: "FORBIDDEN", message: "No.", details: [] } },
};

const refused = (message: string): ExchangeExample => ({
  operation: "getContact",
  credential: other,
  after: [own, foreign, refusedMethods],
  status: 404,
  body: { error: { code: "NOT_FOUND", message, details: [] } },
});

const user = { id: 7, first_name: "Grace", last_name: "Petrov", email: "grace.petrov@volunteers.example" };
const stranger = { id: 1, first_name: "Noor", email: "noor@volunteers.example" };
const foreignUser: ExchangeExample = {
  operation: "getUser",
  path: "/v1/users/7",
  credential: "volunteer.credentials.otherOrganizationToken",
  body: { data: user },
};
const listed = (...data: readonly object[]): ExchangeExample => ({
  operation: "listUsers",
  credential: "volunteer.credentials.token",
  after: [foreignUser],
  status: 200,
  body: { data, meta: { total: data.length } },
});

export const examples: PassiveExamples = {
  pass: refused("There is no contact 1."),
  alsoPasses: [
    { ...foreign, after: [own] },
    // Its own user of the same number, and of the same name.
    { ...foreignUser, after: [listed({ ...user, email: "grace@elsewhere.example" })] },
  ],
  otherwise: {
    "two organizations have no text in common": {
      ...refused("Amara and Zoë Exemplar"),
      after: [own, { ...foreign, body: { ...otherContact, name: contact.name } }, refusedMethods],
    },
    "what is said of everything is said of a record": {
      ...refused("Amara and Zoë Exemplar"),
      after: [
        own,
        foreign,
        { ...refusedMethods, body: { error: { code: "FORBIDDEN", message: contact.name, details: [] } } },
      ],
    },
  },
  fails: {
    "GEN-05 /error/message: A 404 names the contact that it hides": refused(
      "Amara and Zoë Exemplar is out of reach.",
    ),
    "GEN-05 /contact/name: A refusal carries the record": {
      ...refused("There is no contact 1."),
      body: { contact },
    },
    "GEN-05: A list holds a user of another organization": listed(stranger, user),
    "GEN-05: A list held a user of another organization, as shows later": {
      ...foreignUser,
      status: 200,
      after: [{ ...listed(stranger, user), after: [] }],
    },
    "GEN-05: A contact holds one of another organization": {
      ...own,
      status: 200,
      body: { ...contact, parent: { id: 9001, name: "Bennett Family Foundation" } },
      after: [foreign],
    },
  },
};
