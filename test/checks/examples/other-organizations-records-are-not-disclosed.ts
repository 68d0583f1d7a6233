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
  passes: [
    refused("There is no contact 1."),
    { ...foreign, after: [own] },
    // Its own user of the same number, and of the same name.
    { ...foreignUser, after: [listed({ ...user, email: "grace@elsewhere.example" })] },
  ],
  otherwise: [
    {
      assumes: "two organizations have no text in common",
      ...refused("Amara and Zoë Exemplar"),
      after: [own, { ...foreign, body: { ...otherContact, name: contact.name } }, refusedMethods],
    },
    {
      assumes: "what is said of everything is said of a record",
      ...refused("Amara and Zoë Exemplar"),
      after: [
        own,
        foreign,
        { ...refusedMethods, body: { error: { code: "FORBIDDEN", message: contact.name, details: [] } } },
      ],
    },
  ],
  fails: [
    {
      what: "A 404 names the contact that it hides",
      blames: "GEN-05",
      ...refused("Amara and Zoë Exemplar is out of reach."),
      pointer: "/error/message",
    },
    {
      what: "A refusal carries the record",
      blames: "GEN-05",
      ...refused("There is no contact 1."),
      body: { contact },
      pointer: "/contact/name",
    },
    {
      what: "A list holds a user of another organization",
      blames: "GEN-05",
      ...listed(stranger, user),
    },
    {
      what: "A list held a user of another organization, as shows later",
      blames: "GEN-05",
      ...foreignUser,
      status: 200,
      after: [{ ...listed(stranger, user), after: [] }],
    },
    {
      what: "A contact holds one of another organization",
      blames: "GEN-05",
      ...own,
      status: 200,
      body: { ...contact, parent: { id: 9001, name: "Bennett Family Foundation" } },
      after: [foreign],
    },
  ],
};
