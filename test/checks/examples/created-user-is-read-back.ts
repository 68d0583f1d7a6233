import type { ActiveExamples } from "../kit/example.ts";

const user = { id: 52, first_name: "Noor", last_name: "Scratch", email: "noor.scratch@volunteers.example" };

export const examples: ActiveExamples = {
  pass: { create: { body: { data: { id: 52 } } }, read: 200 },
  alsoPasses: [
    // Hidden in part, and without what is nobody's business.
    {
      create: { body: { data: user } },
      read: { body: { data: { ...user, email: "n***@volunteers.example" } } },
    },
  ],
  otherwise: {
    "what an earlier run has created can be created again": {
      isUnjudged: true,
      isLive: true,
      answers: { createUser: 422 },
    },
    "the id of a created user is where it is configured": {
      isUnjudged: true,
      answers: { create: { status: 201, body: { id: 52 } } },
    },
    "a user is shown whole to whoever has created it": {
      create: { body: { data: user } },
      read: { body: { data: { id: 52 } } },
    },
  },
  fails: {
    "VOL-03: A user who was created cannot be read until somebody approves": { read: 404 },
    "VOL-03: Creating a user fails": { create: 500 },
    "VOL-03: The address that was answered is lost": {
      answers: { create: { body: { data: user } }, read: { body: { data: { ...user, email: null } } } },
      says: "email of the created user is answered as it was sent and read as something else",
    },
    "VOL-03: Another last name is stored than was answered": {
      create: { body: { data: user } },
      read: { body: { data: { ...user, last_name: "Petrov" } } },
    },
  },
};
