import type { ActiveExamples } from "../kit/example.ts";

const operations = ["listDonors", "listProjects", "queryDonors", "getQueryOptions", "getQueryList"];

export const examples: ActiveExamples = {
  passes: [
    {
      replay: JSON.stringify([
        ...operations.map((operation) => ["read", operation]),
        ["by-none", "listDonors"],
        ...operations.map((operation) => ["read", operation]),
      ]),
      answers: {
        "6 by-none: listDonors with none, to be refused": { status: 401 },
        "*": { body: { items: [] } },
      },
    },
  ],
  fails: [
    {
      what: "A list fails the second time",
      blames: "DON-04",
      answers: { "7 read: listDonors": { status: 400 } },
    },
    {
      what: "Projects fail the second time",
      blames: "DON-09",
      answers: { "8 read: listProjects": { status: 500 } },
    },
    {
      what: "A query fails the second time",
      blames: "DON-10",
      answers: { "9 read: queryDonors": { status: 404 } },
    },
    {
      what: "The options are gone the second time",
      blames: "DON-15",
      answers: { "10 read: getQueryOptions": { status: 404 } },
    },
    {
      what: "The saved queries are gone the second time",
      blames: "DON-16",
      answers: { "11 read: getQueryList": { status: 404 } },
    },
    {
      what: "Nobody is let in after somebody",
      blames: "DON-21",
      answers: { "6 by-none: listDonors with none, to be refused": { status: 200, body: { items: [] } } },
    },
  ],
};
