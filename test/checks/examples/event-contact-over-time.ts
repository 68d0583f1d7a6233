import type { ActiveExamples, AnswerExample } from "../kit/example.ts";

const added = (contactId = 7, firstName = "Noor"): AnswerExample => ({
  body: { id: 3, contactId, firstName },
});

const contact = (...ids: readonly number[]): AnswerExample => ({
  body: { id: 7, contactIndividuals: ids.map((id) => ({ id, firstName: "Noor" })) },
});

const off: AnswerExample = { status: 204 };

export const examples: ActiveExamples = {
  pass: {
    replay: JSON.stringify([
      ["again", false],
      ["refused-none"],
      ["refused-limitedapikey"],
      ["refused-malformed"],
      ["contact"],
      ["two-at-once"],
      ["refused-revokedapikey"],
    ]),
    answers: {
      "1 begin: taken off": off,
      "2 begin: the individual is added": added(),
      "3 begin: the contact of the individual": contact(1, 2),
      "4 again: the same addition again": 409,
      "6 refused-none: an addition with no credential, to be refused": 401,
      "7 refused-none: an addition after a refused one": added(),
      "9 refused-limitedapikey: an addition with limitedApiKey, to be refused": 403,
      "10 refused-limitedapikey: an addition after a refused one": added(),
      "12 refused-malformed: an addition with malformed JSON, to be refused": 400,
      "13 refused-malformed: an addition after a refused one": added(),
      "14 contact: the contact of the individual": contact(2, 1),
      "15 contact: the same contact once more": contact(1, 2),
      "17 two-at-once: one of two at once": 409,
      "18 two-at-once: the other of two at once": added(),
      "20 refused-revokedapikey: an addition with revokedApiKey, to be refused": 401,
      "21 refused-revokedapikey: an addition after a refused one": added(),
      addEventContact: added(),
      getContact: contact(1, 2),
      sandbox: off,
    },
  },
  otherwise: {
    "nobody else changes whom a contact consists of": {
      "15 contact: the same contact once more": contact(1, 3),
    },
  },
  fails: {
    "CRM-30: An addition that was refused has taken place": {
      "7 refused-none: an addition after a refused one": 409,
    },
    "CRM-24: An addition fails": { "4 again: the same addition again": 500 },
    "CRM-24 /contactId: The second time somebody else's contact is named": {
      "10 refused-limitedapikey: an addition after a refused one": added(8),
    },
    "CRM-24 /firstName: The individual is not called so": {
      "10 refused-limitedapikey: an addition after a refused one": added(7, "Sam"),
    },
    "CRM-24 /contactIndividuals: The contact loses the individual": {
      "15 contact: the same contact once more": contact(2),
    },
    "CRM-24: The contact is read once": { "15 contact: the same contact once more": 404 },
    "CRM-24: Of two at once neither is taken": { "18 two-at-once: the other of two at once": 409 },
    "CRM-39: A key without the permission adds": {
      "9 refused-limitedapikey: an addition with limitedApiKey, to be refused": 200,
    },
    "CRM-32: A revoked key adds": {
      "20 refused-revokedapikey: an addition with revokedApiKey, to be refused": 200,
    },
    "CRM-45: Malformed JSON is business": {
      "12 refused-malformed: an addition with malformed JSON, to be refused": 422,
    },
  },
};
