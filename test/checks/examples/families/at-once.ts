import type { ActiveExamples, Family } from "../../kit/example.ts";

const contact = { body: { id: 1, name: "Ada" } };
const anotherContact = { body: { id: 3, name: "Edsger" } };
const note = { body: { id: 1, note: "Called.", important: true } };

const donors = { body: { items: [{ id: 1, name: "Ada" }], total: 2 } };
const noDonors = { body: { items: [], total: 0 } };
const oneDonor = { body: { items: [{ id: 1, name: "Ada" }], total: 1 } };

const user = { body: { data: { id: 1, first_name: "Ada" } } };
const users = { body: { data: [{ id: 1 }, { id: 2 }], page: 1, per_page: 25, total: 2 } };
const group = { body: { data: { id: 1, name: "Scratch group, renamed" } } };
const members = { body: { data: [{ id: 2 }, { id: 3 }, { id: 4 }] } };

export const active: Family<ActiveExamples> = {
  "crm-requests-at-once": {
    pass: {
      replay: JSON.stringify([["at-once"]]),
      answers: {
        getContact: contact,
        replaceContactNote: note,
        "3 at-once: another getContact, before": anotherContact,
        "6 at-once: another getContact, at once": anotherContact,
        "8 at-once: another getContact, after": anotherContact,
      },
    },
    otherwise: {
      "nobody renames a contact meanwhile": {
        "5 at-once: getContact, at once": { body: { id: 1, name: "Grace" } },
        "7 at-once: getContact, after": { body: { id: 1, name: "Grace" } },
      },
      "the private contact is visible": {
        "3 at-once: another getContact, before": 403,
        "6 at-once: another getContact, at once": 403,
        "8 at-once: another getContact, after": 403,
      },
      "nobody removes a contact's name for a moment": {
        "5 at-once: getContact, at once": { body: { id: 1 } },
      },
      "so many requests at once are allowed": { "5 at-once: getContact, at once": 429 },
    },
    fails: {
      "CRM-22: Both reads are answered with one contact": {
        "6 at-once: another getContact, at once": contact,
      },
      "CRM-26: A note cannot be replaced while something is read": {
        "4 at-once: replaceContactNote, at once": 500,
      },
    },
  },
  "donation-requests-at-once": {
    pass: {
      replay: JSON.stringify([["at-once"]]),
      answers: {
        listDonors: donors,
        listGifts: donors,
        queryDonors: donors,
        queryGifts: donors,
        replaceCampaign: 204,
      },
    },
    otherwise: {
      "no donor is removed meanwhile": {
        "8 at-once: listDonors, at once": oneDonor,
        "13 at-once: listDonors, after": oneDonor,
      },
    },
    fails: {
      "DON-04: A list is empty while something is written": { "8 at-once: listDonors, at once": noDonors },
      "DON-10: A query is empty while a list is read": { "10 at-once: queryDonors, at once": noDonors },
      "DON-10: Of two queries at once, the second is empty": {
        "11 at-once: another queryDonors, at once": noDonors,
      },
      "DON-17: A campaign cannot be replaced while donors are read": {
        "7 at-once: replaceCampaign, at once": 400,
      },
    },
  },
  "volunteer-requests-at-once": {
    pass: {
      replay: JSON.stringify([["at-once"]]),
      answers: {
        getUser: user,
        listUsers: users,
        updateGroup: group,
        "2 at-once: setGroupMembers, before": members,
        "6 at-once: the members, before": members,
        "8 at-once: setGroupMembers, at once": members,
        "12 at-once: the members, at once": members,
        "16 at-once: the members, after": members,
      },
    },
    otherwise: {
      "the members are set before they are read": {
        "12 at-once: the members, at once": { body: { data: [{ id: 2 }] } },
      },
    },
    fails: {
      "VOL-01: A list of users is empty while another organization asks for its own": {
        "9 at-once: listUsers, at once": { body: { data: [], page: 1, per_page: 25, total: 0 } },
      },
      "VOL-02: A user is not found while a group is renamed": { "11 at-once: getUser, at once": 404 },
      "VOL-05: A group cannot be renamed while its members are set": {
        "7 at-once: updateGroup, at once": 409,
      },
      "VOL-06: The members that were set are lost": {
        "16 at-once: the members, after": { body: { data: [] } },
      },
    },
  },
};
