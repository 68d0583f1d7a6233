import type { ActiveExamples } from "../kit/example.ts";

const page = (record: object) => ({
  body: {
    items: [
      { id: 9, name: "General" },
      { id: 10, ...record },
    ],
  },
});

const declared = {
  name: "Disposable project",
  description: "Free to be replaced.",
  code: "SCRATCH",
  isActive: true,
};

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        "project read whole": page(declared),
        "project read without description and crmKey and isActive": page({
          name: "Changed Disposable project",
          description: null,
          code: "XSCRATCH",
          isActive: true,
        }),
        "project read emptied and flipped": page({ name: "Disposable project", code: "", isActive: false }),
        "*": {},
      },
    },
    {
      // Whoever wants the whole record is sent it whole, with other values.
      answers: {
        "project read whole": page(declared),
        "project whole": { status: 204 },
        "project changed": { status: 204 },
        "project read changed": page({
          name: "Changed Disposable project",
          description: "Changed Free to be replaced.",
          code: "XSCRATCH",
          isActive: true,
        }),
        "project put back": { status: 204 },
        replaceProject: { status: 400 },
        "*": {},
      },
    },
  ],
  otherwise: [
    {
      assumes: "the record that is replaced is listed",
      isUnjudged: true,
      answers: {
        "project read whole": { body: { items: [{ id: 9, name: "General" }] } },
        "project read without description and crmKey and isActive": { body: { items: [{ id: 9 }] } },
        "project read emptied and flipped": { body: { items: [{ id: 9 }] } },
      },
    },
    {
      assumes: "a record shows every property",
      answers: {
        "project read whole": page({ name: "Disposable project" }),
        "project read without description and crmKey and isActive": page({
          name: "Changed Disposable project",
        }),
        "project read emptied and flipped": page({ name: "Disposable project" }),
      },
    },
  ],
  fails: [
    {
      what: "A replacement is answered with 202 and done later",
      blames: "DON-17",
      answers: { "segment whole": { status: 202 } },
    },
    {
      what: "Replacing a project keeps whatever the body leaves out",
      blames: "DON-17",
      answers: {
        "project read without description and crmKey and isActive": {
          changes: { "/items/1/description": "Free to be replaced." },
        },
      },
      pointer: "/description",
    },
    {
      what: "The code of a project is stored once",
      blames: "DON-17",
      answers: {
        "project read without description and crmKey and isActive": {
          changes: { "/items/1/code": "SCRATCH" },
        },
      },
      pointer: "/code",
      says: "code was changed in the replacement of a project but kept",
    },
    {
      what: "null leaves a property as it was",
      blames: "DON-17",
      answers: { "project read emptied and flipped": { changes: { "/items/1/code": "XSCRATCH" } } },
      pointer: "/code",
      says: "code was emptied in the replacement of a project but kept",
    },
    {
      what: "A project that is switched off stays active",
      blames: "DON-17",
      answers: { "project read emptied and flipped": { changes: { "/items/1/isActive": true } } },
      pointer: "/isActive",
    },
  ],
};
