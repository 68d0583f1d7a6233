import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: { "*": { body: {} } },
  otherwise: {
    "a list is in the paged envelope": { "*": { body: [] } },
    "there is something in a list": { "*": { body: { items: [], total: 0 } } },
    "an empty list has a body": { "listPremiums: no optional parameter": 204 },
  },
  fails: {
    "DON-09: The list of projects answers only when it is asked for a number": {
      "listProjects: no optional parameter": 400,
    },
    "DON-09: Custom fields, premiums and projects are not found": {
      "listProjects: no optional parameter": 404,
    },
  },
};
