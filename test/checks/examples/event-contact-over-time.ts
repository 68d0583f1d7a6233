import type { ActiveExamples, AnswerExample } from "../kit/example.ts";

const added = (contactId = 7, firstName = "Noor"): AnswerExample => ({
  body: { id: 3, contactId, firstName },
});

const contact = (...ids: readonly number[]): AnswerExample => ({
  body: { id: 7, contactIndividuals: ids.map((id) => ({ id, firstName: "Noor" })) },
});

const off: AnswerExample = { status: 204 };

export const examples: ActiveExamples = {
  passes: [
    {
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
        "4 again: the same addition again": { status: 409 },
        "6 refused-none: an addition to be refused: none": { status: 401 },
        "7 refused-none: an addition after a refused one": added(),
        "9 refused-limitedapikey: an addition to be refused: limitedApiKey": { status: 403 },
        "10 refused-limitedapikey: an addition after a refused one": added(),
        "12 refused-malformed: an addition to be refused: malformed": { status: 400 },
        "13 refused-malformed: an addition after a refused one": added(),
        "14 contact: the contact of the individual": contact(2, 1),
        "15 contact: the same contact once more": contact(1, 2),
        "17 two-at-once: one of two at once": { status: 409 },
        "18 two-at-once: the other one": added(),
        "20 refused-revokedapikey: an addition to be refused: revokedApiKey": { status: 401 },
        "21 refused-revokedapikey: an addition after a refused one": added(),
        addEventContact: added(),
        getContact: contact(1, 2),
        sandbox: off,
      },
    },
  ],
  otherwise: [
    {
      assumes: "nobody else changes whom a contact consists of",
      answers: { "15 contact: the same contact once more": contact(1, 3) },
    },
  ],
  fails: [
    {
      what: "An addition that was refused has taken place",
      blames: "CRM-30",
      answers: { "7 refused-none: an addition after a refused one": { status: 409 } },
    },
    {
      what: "An addition fails",
      blames: "CRM-24",
      answers: { "4 again: the same addition again": { status: 500 } },
    },
    {
      what: "The second time somebody else's contact is named",
      blames: "CRM-24",
      pointer: "/contactId",
      answers: { "10 refused-limitedapikey: an addition after a refused one": added(8) },
    },
    {
      what: "The individual is not called so",
      blames: "CRM-24",
      pointer: "/firstName",
      answers: { "10 refused-limitedapikey: an addition after a refused one": added(7, "Sam") },
    },
    {
      what: "The contact loses the individual",
      blames: "CRM-24",
      pointer: "/contactIndividuals",
      answers: { "15 contact: the same contact once more": contact(2) },
    },
    {
      what: "The contact is read once",
      blames: "CRM-24",
      answers: { "15 contact: the same contact once more": { status: 404 } },
    },
    {
      what: "Of two at once neither is taken",
      blames: "CRM-24",
      answers: { "18 two-at-once: the other one": { status: 409 } },
    },
    {
      what: "A key without the permission adds",
      blames: "CRM-39",
      answers: { "9 refused-limitedapikey: an addition to be refused: limitedApiKey": { status: 200 } },
    },
    {
      what: "A revoked key adds",
      blames: "CRM-32",
      answers: { "20 refused-revokedapikey: an addition to be refused: revokedApiKey": { status: 200 } },
    },
    {
      what: "Malformed JSON is business",
      blames: "CRM-45",
      answers: { "12 refused-malformed: an addition to be refused: malformed": { status: 422 } },
    },
  ],
};
