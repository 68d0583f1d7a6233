import type { ActiveExamples } from "../kit/example.ts";

const user = { id: 52, first_name: "Noor", last_name: "Scratch", email: "noor.scratch@volunteers.example" };

export const examples: ActiveExamples = {
  passes: [
    { answers: { create: { body: { data: { id: 52 } } }, read: {} } },
    // Hidden in part, and without what is nobody's business.
    {
      answers: {
        create: { body: { data: user } },
        read: { body: { data: { ...user, email: "n***@volunteers.example" } } },
      },
    },
  ],
  otherwise: [
    {
      assumes: "what an earlier run has created can be created again",
      isUnjudged: true,
      isLive: true,
      answers: { createUser: { status: 422 } },
    },
    {
      assumes: "the id of a created user is where it is configured",
      isUnjudged: true,
      answers: { create: { status: 201, body: { id: 52 } } },
    },
    {
      assumes: "a user is shown whole to whoever has created it",
      answers: { create: { body: { data: user } }, read: { body: { data: { id: 52 } } } },
    },
  ],
  fails: [
    {
      what: "A user who was created cannot be read until somebody approves",
      blames: "VOL-03",
      answers: { read: { status: 404 } },
    },
    { what: "Creating a user fails", blames: "VOL-03", answers: { create: { status: 500 } } },
    {
      what: "The address that was answered is lost",
      blames: "VOL-03",
      answers: { create: { body: { data: user } }, read: { body: { data: { ...user, email: null } } } },
      says: "email of the created user is answered as it was sent and read as something else",
    },
    {
      what: "Another last name is stored than was answered",
      blames: "VOL-03",
      answers: {
        create: { body: { data: user } },
        read: { body: { data: { ...user, last_name: "Petrov" } } },
      },
    },
  ],
};
