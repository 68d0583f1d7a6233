import { contact } from "../../kit/crm-models.ts";
import type { ExchangeExample, Family, PassiveExamples } from "../../kit/example.ts";

/** Two records that their owner has read, a refusal of another request, and the refusal that is looked at. */
interface Disclosure {
  readonly fact: string;
  readonly records: readonly [ExchangeExample, ExchangeExample];
  /** Of the first record. */
  readonly refused: ExchangeExample;
  /** The same caller's refusal of something else. */
  readonly elsewhere: Pick<ExchangeExample, "operation" | "path">;
  /** The body of a refusal that says a text. */
  readonly saying: (text: string) => object;
  readonly where: string;
  /** A text of the first record, and of no other. */
  readonly own: string;
}

const constant = "Set by the platform";

const withConstant = (example: ExchangeExample): ExchangeExample => ({
  ...example,
  body: { id: 0, ...(example.body as object), xUnknown: constant }, // All bodies here are objects.
});

/** The examples of a refusal that must not show a record, and of texts that are nobody's. */
const disclosureExamples = (
  { fact, records, refused, elsewhere, saying, where, own }: Disclosure,
  more: Partial<PassiveExamples> = {},
): PassiveExamples => {
  const before = (text: string): ExchangeExample => ({ ...refused, ...elsewhere, body: saying(text) });
  const [first, second] = records;
  const quiet = "The request is refused.";
  const says = (text: string, after: readonly ExchangeExample[]): ExchangeExample => ({
    ...refused,
    body: saying(text),
    after,
  });
  const usual = [first, second, before(quiet)];
  return {
    pass: says(quiet, usual),
    alsoPasses: more.alsoPasses ?? [],
    otherwise: {
      "two records have no text in common, whatever little was asked": says(
        constant,
        [first, second].map(withConstant),
      ),
      "a text of the only record that was read is its own": says(constant, [
        withConstant(first),
        before(constant),
      ]),
      "refusals and records have no text in common": says(
        constant,
        [first, second].map(withConstant).concat(before(quiet)),
      ),
      "what is said to whoever asks for something else is said of the record": says(`${own}: ${quiet}`, [
        first,
        second,
        before(`${own}: ${quiet}`),
      ]),
      "of a single record it is known which of its texts are its own": says(`${own}: ${quiet}`, [
        first,
        before(quiet),
      ]),
    },
    fails: {
      [`${fact} ${where}: The refusal names the record`]: says(`${own} is not shown.`, usual),
      ...more.fails,
    },
  };
};

const otherContact = {
  ...contact,
  id: 9001,
  name: "Bennett Family Foundation",
  contactIndividuals: [],
  address: null,
};

/** The same of a contact: who owns it, who is refused it, and with which status. */
const contactDisclosure = (
  fact: string,
  owner: string,
  refused: Pick<ExchangeExample, "credential" | "status" | "operation">,
): PassiveExamples =>
  disclosureExamples({
    fact,
    records: [
      { operation: "getContact", credential: owner, body: contact },
      { operation: "getContact", credential: owner, path: "/api/Contact/9001", body: otherContact },
    ],
    refused: { operation: "getContact", ...refused },
    elsewhere: { operation: "listContactMethodTypes" },
    saying: (message) => ({ error: { code: "REFUSED", message, details: [] } }),
    where: "/error/message",
    own: "Amara and Zoë Exemplar",
  });

const userOf = (id: number, first_name: string, email: string): ExchangeExample => ({
  operation: "getUser",
  path: `/v1/users/${id}`,
  credential: "volunteer.credentials.token",
  body: { data: { id, first_name, email } },
});
const grace = userOf(1, "Grace", "grace.petrov@volunteers.example");
const noor = userOf(2, "Noor", "noor@volunteers.example");

/** The same of a user: who is refused it, and with which status. */
const userDisclosure = (fact: "VOL-08" | "VOL-09", credential: string, status: number): PassiveExamples => {
  const refused: ExchangeExample = { operation: "getUser", credential, status };
  return disclosureExamples(
    {
      fact,
      records: [grace, noor],
      refused,
      elsewhere: { operation: "listUsers", path: "/v1/users" },
      saying: (message) => ({ message }),
      where: "/message",
      own: "grace.petrov@volunteers.example",
    },
    {
      fails: {
        [`${fact}: The refusal is a text with the user in it`]: {
          ...refused,
          text: JSON.stringify(grace.body),
          after: [grace, noor, { ...refused, path: "/v1/users/3", text: "No." }],
        },
      },
    },
  );
};

const otherKey = "crm.credentials.otherOrganizationApiKey";

/** As the other organization is shown its contact, and this one its own of the same number. */
const foreign: ExchangeExample = {
  operation: "getContact",
  path: "/api/Contact/9001",
  credential: otherKey,
  body: otherContact,
};
const own: ExchangeExample = { operation: "getContact", credential: "crm.credentials.apiKey", body: contact };

const refusedMethods: ExchangeExample = {
  operation: "listContactMethodTypes",
  credential: otherKey,
  status: 403,
  body: { error: { code: "FORBIDDEN", message: "No.", details: [] } },
};

const refusedContact = (message: string): ExchangeExample => ({
  operation: "getContact",
  credential: otherKey,
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

const hidden = { ...contact, id: 2, isPrivate: true };
const owner: ExchangeExample = {
  operation: "getContact",
  path: "/api/Contact/2",
  credential: "crm.credentials.apiKey",
  body: hidden,
};
const ordinary = {
  id: 1,
  isPrivate: false,
  name: "Bennett Family Foundation",
  informalName: "The Bennetts",
  website: hidden.website,
  address: { ...contact.address, id: 2, address1: "2 Other Road", city: "Elsewhere" },
};

const refusedPrivate = (message: string): ExchangeExample => ({
  operation: "getContact",
  path: "/api/Contact/2",
  credential: "crm.credentials.noPrivateApiKey",
  after: [
    owner,
    { operation: "getContact", credential: "crm.credentials.apiKey", body: ordinary },
    {
      operation: "getContact",
      path: "/api/Contact/7",
      credential: "crm.credentials.noPrivateApiKey",
      status: 404,
      body: { error: { code: "NOT_FOUND", message: "There is no contact 7.", details: [] } },
    },
  ],
  status: 404,
  body: { error: { code: "NOT_FOUND", message, details: [] } },
});

const donorPage = (skip: number, id: number, name: string): ExchangeExample => ({
  operation: "listDonors",
  path: `/api/Donor/list?Skip=${skip}`,
  credential: "donation.credentials.token",
  body: { items: [{ id, name, email: `${id}@example.org` }], total: 2 },
});
const quinn = donorPage(0, 1, "Quinn Petrov");
const haddad = donorPage(1, 2, "Noor Haddad");
const refused: ExchangeExample = {
  operation: "listDonors",
  path: "/api/Donor/list",
  credential: "donation.credentials.revokedToken",
  status: 401,
};
const saying = (detail: string): object => ({ title: "Unauthorized", status: 401, detail });

export const passive: Family<PassiveExamples> = {
  "other-organizations-records-are-not-disclosed": {
    pass: refusedContact("There is no contact 1."),
    alsoPasses: [
      { ...foreign, after: [own] },
      // Its own user of the same number, and of the same name.
      { ...foreignUser, after: [listed({ ...user, email: "grace@elsewhere.example" })] },
    ],
    otherwise: {
      "two organizations have no text in common": {
        ...refusedContact("Amara and Zoë Exemplar"),
        after: [own, { ...foreign, body: { ...otherContact, name: contact.name } }, refusedMethods],
      },
      "what is said of everything is said of a record": {
        ...refusedContact("Amara and Zoë Exemplar"),
        after: [
          own,
          foreign,
          { ...refusedMethods, body: { error: { code: "FORBIDDEN", message: contact.name, details: [] } } },
        ],
      },
    },
    fails: {
      "GEN-05 /error/message: A 404 names the contact that it hides": refusedContact(
        "Amara and Zoë Exemplar is out of reach.",
      ),
      "GEN-05 /contact/name: A refusal carries the record": {
        ...refusedContact("There is no contact 1."),
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
  },
  "private-contacts-are-not-disclosed": {
    pass: refusedPrivate("There is no contact 2."),
    otherwise: {
      "a private contact has nothing in common with others": refusedPrivate(`See ${ordinary.website}`),
    },
    fails: {
      "CRM-02 /error/message: The refusal names the private contact":
        refusedPrivate("Amara & Zoë is private."),
      "CRM-02: An ordinary contact holds the address of the private one": {
        operation: "getContact",
        path: "/api/Contact/1",
        credential: "crm.credentials.noPrivateApiKey",
        after: [owner, { operation: "getContact", credential: "crm.credentials.apiKey", body: ordinary }],
        status: 200,
        body: { ...ordinary, address: hidden.address },
      },
    },
  },
  "foreign-credentials-are-shown-nothing": contactDisclosure("GEN-04", "crm.credentials.apiKey", {
    credential: "donation.credentials.token",
    status: 401,
  }),
  "bearers-are-shown-nothing-by-reference": contactDisclosure("CRM-21", "crm.credentials.hmac", {
    credential: "crm.credentials.apiKey",
    status: 401,
    operation: "getContactByReference",
  }),
  "crm-strangers-are-shown-nothing": contactDisclosure("CRM-30", "crm.credentials.apiKey", {
    credential: "none",
    status: 401,
  }),
  "revoked-keys-are-shown-nothing": contactDisclosure("CRM-32", "crm.credentials.apiKey", {
    credential: "crm.credentials.revokedApiKey",
    status: 401,
  }),
  "limited-keys-are-shown-nothing": contactDisclosure("CRM-39", "crm.credentials.apiKey", {
    credential: "crm.credentials.limitedApiKey",
    status: 403,
  }),
  "refused-donation-callers-are-shown-nothing": disclosureExamples(
    {
      fact: "DON-21",
      records: [quinn, haddad],
      refused,
      elsewhere: { operation: "listGifts", path: "/api/Gift/list" },
      saying,
      where: "/detail",
      own: "Quinn Petrov",
    },
    {
      fails: {
        "DON-21 /page/items/0/name: The refusal without a credential carries the page": {
          ...refused,
          credential: "none",
          body: { title: "Unauthorized", status: 401, page: quinn.body },
          after: [
            quinn,
            haddad,
            {
              ...refused,
              operation: "listGifts",
              path: "/api/Gift/list",
              body: saying("The token was revoked."),
            },
          ],
        },
      },
    },
  ),
  "volunteer-strangers-are-shown-nothing": userDisclosure("VOL-08", "none", 401),
  "refused-volunteer-tokens-are-shown-nothing": userDisclosure(
    "VOL-09",
    "volunteer.credentials.limitedToken",
    403,
  ),
};
