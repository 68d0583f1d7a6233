import type { ActiveExamples } from "../kit/example.ts";

const user = { id: 52, first_name: "Noor", last_name: "Scratch", email: "noor.scratch@volunteers.example" };

export const examples: ActiveExamples = {
  pass: { "a new user": { body: { data: { id: 52 } } }, "the new user": 200 },
  alsoPasses: [
    // Hidden in part, and without what is nobody's business.
    {
      "a new user": { body: { data: user } },
      "the new user": { body: { data: { ...user, email: "n***@volunteers.example" } } },
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
      answers: { "a new user": { status: 201, body: { id: 52 } } },
    },
    "a user is shown whole to whoever has created it": {
      "a new user": { body: { data: user } },
      "the new user": { body: { data: { id: 52 } } },
    },
  },
  fails: {
    "VOL-03: A user who was created cannot be read until somebody approves": { "the new user": 404 },
    "VOL-03: Creating a user fails": { "a new user": 500 },
    "VOL-03: The address that was answered is lost": {
      answers: {
        "a new user": { body: { data: user } },
        "the new user": { body: { data: { ...user, email: null } } },
      },
      says: "email of the created user is answered as it was sent and read as something else",
    },
    "VOL-03: Another last name is stored than was answered": {
      "a new user": { body: { data: user } },
      "the new user": { body: { data: { ...user, last_name: "Petrov" } } },
    },
  },
};
