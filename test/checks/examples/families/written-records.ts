import type { ActiveExamples, Family } from "../../kit/example.ts";

const user = { id: 52, first_name: "Noor", last_name: "Scratch", email: "noor.scratch@volunteers.example" };

export const active: Family<ActiveExamples> = {
  "created-user-is-read-back": {
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
  },
  "projects-are-written": {
    pass: { "a project update": { body: { data: { id: 1 } } }, "*": 200 },
    otherwise: {
      "what an earlier run has created can be created again": {
        isLive: true,
        answers: { createProject: 409 },
      },
      "a number has all digits of an id": {
        settings: { "volunteer.scratch.projectId": "9007199254740993" },
        answers: { "a project update": { body: { data: { id: 2 ** 53 } } }, "*": 200 },
      },
      "an answer shows the project": {
        "a new project": { status: 202, text: "Accepted." },
        "a project update": { body: { message: "Done." } },
      },
    },
    fails: {
      "VOL-04: Creating a project fails": { "a new project": 500 },
      "VOL-04: Updating a project answers with the id of another project": {
        "a project update": { "/data/id": 2 },
      },
    },
  },
  "group-input-is-validated": {
    pass: { "an invalid new group": 422, "an invalid group update": 422, "*": 200 },
    otherwise: {
      "what an earlier run has created can be created again": { isLive: true, answers: { createGroup: 422 } },
      "what a refused update left alone is shown in the same order": {
        before: { body: { id: 1, name: { en: "Sorting", de: "Sortieren" } } },
        between: { body: { id: 1, name: { de: "Sortieren", en: "Sorting" } } },
      },
      "an answer shows the group": {
        "a new group": { status: 201, text: "Created." },
        "a group update": 204,
      },
    },
    fails: {
      "VOL-05: An invalid update of a group ends in an error of the server": {
        "an invalid group update": 500,
      },
      "VOL-05: A new group that is invalid gets 200 with what is wrong": { "an invalid new group": 200 },
    },
  },
};
