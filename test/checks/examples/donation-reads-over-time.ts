import type { ActiveExamples } from "../kit/example.ts";

const step = (kind: string, operation: string) => [
  `${kind}-of-${operation.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
];
const page = { body: { items: [] } };
const operations = ["listDonors", "listProjects", "queryDonors", "getQueryOptions", "getQueryList"] as const;

export const examples: ActiveExamples = {
  pass: {
    replay: JSON.stringify(
      ["by-none", ...operations.slice(1).map(() => "read")].map((name, index) =>
        step(name, operations[index] ?? ""),
      ),
    ),
    answers: {
      "1 by-none-of-list-donors: listDonors": page,
      "2 by-none-of-list-donors: listDonors with none, to be refused": 401,
      "3 by-none-of-list-donors: listDonors once more": page,
      "*": page,
    },
  },
  otherwise: {
    "nobody adds a record between two reads": {
      "3 by-none-of-list-donors: listDonors once more": { body: { items: [{ id: 1 }], total: 1 } },
    },
    "a refusal for want of a token is 401": {
      "2 by-none-of-list-donors: listDonors with none, to be refused": 403,
    },
  },
  fails: {
    "DON-04: A list fails the second time": { "3 by-none-of-list-donors: listDonors once more": 400 },
    "DON-09: Projects fail the second time": { "5 read-of-list-projects: listProjects once more": 500 },
    "DON-10: A query fails the second time": { "7 read-of-query-donors: queryDonors once more": 404 },
    "DON-15: The options are gone the second time": {
      "9 read-of-get-query-options: getQueryOptions once more": 404,
    },
    "DON-16: The saved queries are gone the second time": {
      "11 read-of-get-query-list: getQueryList once more": 404,
    },
    "DON-21: Nobody is let in after somebody": {
      "2 by-none-of-list-donors: listDonors with none, to be refused": { status: 200, ...page },
    },
  },
};
