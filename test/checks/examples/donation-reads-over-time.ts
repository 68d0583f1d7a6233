import type { ActiveExamples } from "../kit/example.ts";

const step = (kind: string, operation: string) => [
  `${kind}-of-${operation.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
];
const page = { body: { items: [] } };
const operations = ["listDonors", "listProjects", "queryDonors", "getQueryOptions", "getQueryList"] as const;

export const examples: ActiveExamples = {
  passes: [
    {
      replay: JSON.stringify(
        ["by-none", ...operations.slice(1).map(() => "read")].map((name, index) =>
          step(name, operations[index] ?? ""),
        ),
      ),
      answers: {
        "1 by-none-of-list-donors: listDonors": page,
        "2 by-none-of-list-donors: listDonors with none, to be refused": { status: 401 },
        "3 by-none-of-list-donors: listDonors once more": page,
        "*": page,
      },
    },
  ],
  otherwise: [
    {
      assumes: "nobody adds a record between two reads",
      answers: {
        "3 by-none-of-list-donors: listDonors once more": { body: { items: [{ id: 1 }], total: 1 } },
      },
    },
    {
      assumes: "a refusal for want of a token is 401",
      answers: { "2 by-none-of-list-donors: listDonors with none, to be refused": { status: 403 } },
    },
  ],
  fails: [
    {
      what: "A list fails the second time",
      blames: "DON-04",
      answers: { "3 by-none-of-list-donors: listDonors once more": { status: 400 } },
    },
    {
      what: "Projects fail the second time",
      blames: "DON-09",
      answers: { "5 read-of-list-projects: listProjects once more": { status: 500 } },
    },
    {
      what: "A query fails the second time",
      blames: "DON-10",
      answers: { "7 read-of-query-donors: queryDonors once more": { status: 404 } },
    },
    {
      what: "The options are gone the second time",
      blames: "DON-15",
      answers: { "9 read-of-get-query-options: getQueryOptions once more": { status: 404 } },
    },
    {
      what: "The saved queries are gone the second time",
      blames: "DON-16",
      answers: { "11 read-of-get-query-list: getQueryList once more": { status: 404 } },
    },
    {
      what: "Nobody is let in after somebody",
      blames: "DON-21",
      answers: { "2 by-none-of-list-donors: listDonors with none, to be refused": { status: 200, ...page } },
    },
  ],
};
