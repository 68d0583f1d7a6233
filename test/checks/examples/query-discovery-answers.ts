import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { body: {} } } }],
  otherwise: [
    {
      assumes: "options are in a known shape",
      answers: {
        getQueryOptions: {
          body: [
            ["status", 31],
            ["amount", 32],
          ],
        },
      },
    },
    { assumes: "there is something in the list of a query type", answers: { getQueryList: { status: 204 } } },
    {
      assumes: "a number beside a parameter is an operator",
      answers: {
        getQueryOptions: { body: { options: [{ parameter: "status", maxLength: 400, order: 31 }] } },
      },
    },
  ],
  fails: [
    {
      what: "There are no query options",
      blames: "DON-15",
      answers: { "getQueryOptions 8": { status: 404 } },
    },
    {
      what: "Options number operators from 1 to 30",
      blames: "DON-15",
      answers: {
        "getQueryOptions 1": {
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
      pointer: "/options/5/operatorOptions/19",
    },
    {
      what: "Query types beyond those of the query endpoints end in an error",
      blames: "DON-16",
      answers: { "getQueryList 8": { status: 500 } },
    },
  ],
};
