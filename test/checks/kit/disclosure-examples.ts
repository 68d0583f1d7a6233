import { contact } from "./crm-models.ts";
import type { ExchangeExample, PassiveExamples } from "./example.ts";

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
export const disclosureExamples = (
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

export const otherContact = {
  ...contact,
  id: 9001,
  name: "Bennett Family Foundation",
  contactIndividuals: [],
  address: null,
};

/** The same of a contact: who owns it, who is refused it, and with which status. */
export const contactDisclosure = (
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
export const userDisclosure = (
  fact: "VOL-08" | "VOL-09",
  credential: string,
  status: number,
): PassiveExamples => {
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
