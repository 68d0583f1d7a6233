import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: {
    known: { body: {} },
    list: { body: { data: [{ id: 1 }, {}, { id: 8 }, { id: 14 }] } },
    "listed 0": { body: { data: { id: 1 } } },
    "listed 1": { body: { data: { id: 14 } } },
    "listed 2": { body: { data: { id: 8 } } },
    unknown: 404,
  },
  otherwise: {
    "a user who was listed is there until the read": {
      isUnjudged: true,
      answers: { "listed 1": 404, "list again": { body: { data: [{ id: 1 }] } } },
    },
    "a page for everybody is taken": {
      list: { body: { data: [{ id: 1 }, { id: 8 }, { id: 14 }], meta: { total: 20 } } },
      "list of all": 422,
    },
    "who may list a user may read the user": { "listed 1": 403 },
  },
  fails: {
    "VOL-02: No user can be read by id": { known: 404 },
    "VOL-02: The user on the last page cannot be read": {
      list: { body: { data: [{ id: 1 }, { id: 8 }], meta: { total: 3 } } },
      "list of all": { body: { data: [{ id: 1 }, { id: 8 }, { id: 14 }], meta: { total: 3 } } },
      "listed 1": 404,
    },
    "VOL-02: A user with an accent in the name is not found": {
      list: { body: { data: [{ id: 1 }, { id: 2, full_name: "Zoë" }, { id: 8 }] } },
      "listed 1": 404,
      "listed 2": { body: { data: { id: 8 } } },
    },
    "VOL-02: Reading a user passes over the id and answers the caller": { "listed 1": { "/data/id": 1 } },
  },
};
