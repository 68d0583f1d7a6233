import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: { "*": { body: {} } },
  otherwise: {
    "options are in a known shape": {
      getQueryOptions: {
        body: [
          ["status", 31],
          ["amount", 32],
        ],
      },
    },
    "there is something in the list of a query type": { getQueryList: 204 },
    "there is something that a query of a type may use": {
      "getQueryOptions of query type 7": { body: { options: [], columns: [] } },
    },
    "a number beside a parameter is an operator": {
      getQueryOptions: { body: { options: [{ parameter: "status", maxLength: 400, order: 31 }] } },
    },
  },
  fails: {
    "DON-15: There are no query options": { "getQueryOptions of query type 8": 404 },
    "DON-15 /options/5/operatorOptions/19: Options number operators from 1 to 30": {
      "getQueryOptions of query type 1": {
        body: {
          options: [
            { parameter: "id" },
            { parameter: "name" },
            { parameter: "description" },
            { parameter: "crmKey" },
            { parameter: "goal" },
            {
              parameter: "startDate",
              operatorOptions: [
                {},
                {},
                {},
                {},
                {},
                {},
                {},
                {},
                {},
                {},
                {},
                {},
                {},
                {},
                {},
                {},
                {},
                {},
                {},
                { operator: 30 },
              ],
            },
          ],
        },
      },
    },
    "DON-16: Query types beyond those of the query endpoints end in an error": {
      "getQueryList of query type 8": 500,
    },
  },
};
