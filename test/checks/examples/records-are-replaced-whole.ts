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

const less = page({
  name: "Changed Disposable project",
  description: null,
  code: "XSCRATCH",
  isActive: true,
});

const emptied = page({ name: "Disposable project", code: "", isActive: false });

export const examples: ActiveExamples = {
  pass: {
    "project read whole": page(declared),
    "project read without description and crmKey and isActive": less,
    "project read without description and crmKey and isActive, again": less,
    "project read emptied and flipped": emptied,
    "project read emptied and flipped, again": emptied,
    "*": 200,
  },
  alsoPasses: [
    {
      "project read whole": page(declared),
      "project whole": 204,
      "project changed": 204,
      "project read changed": page({
        name: "Changed Disposable project",
        description: "Changed Free to be replaced.",
        code: "XSCRATCH",
        isActive: true,
      }),
      "project put back": 204,
      replaceProject: 400,
      "*": 200,
    },
  ],
  otherwise: {
    "a replacement is served": {
      isUnjudged: true,
      notServed: ["replaceCampaign", "replaceProject", "replaceSegment"],
      answers: {
        "project read whole": 500,
        "project read without description and crmKey and isActive": 500,
        "project read emptied and flipped": 500,
      },
    },
    "the record that is replaced is listed": {
      isUnjudged: true,
      answers: {
        "project read whole": { body: { items: [{ id: 9, name: "General" }] } },
        "project read without description and crmKey and isActive": { body: { items: [{ id: 9 }] } },
        "project read emptied and flipped": { body: { items: [{ id: 9 }] } },
      },
    },
    "a date that was left out is absent, or null": {
      settings: { "donation.scratch.project": { id: 10, ...declared, startDate: "2024-05-06" } },
      answers: {
        "project read whole": page({ ...declared, startDate: "2024-05-06" }),
        "project read without name and code and startDate": page({
          description: "Changed Free to be replaced.",
          isActive: true,
          startDate: "0001-01-01",
        }),
        "project read without description and isActive": page({
          name: "Changed Disposable project",
          code: "XSCRATCH",
          startDate: "2025-05-06",
        }),
        "project read emptied and flipped": page({
          name: "Disposable project",
          isActive: false,
          startDate: "0001-01-01T00:00:00Z",
        }),
      },
    },
    "a record shows every property": {
      "project read whole": page({ name: "Disposable project" }),
      "project read without description and crmKey and isActive": page({
        name: "Changed Disposable project",
      }),
      "project read emptied and flipped": page({ name: "Disposable project" }),
    },
  },
  fails: {
    "DON-17: A replacement is answered with 202 and done later": { "segment whole": 202 },
    "DON-17 /items/1/description: Replacing a project keeps whatever the body leaves out": {
      "project read without description and crmKey and isActive": {
        "/items/1/description": "Free to be replaced.",
      },
      "project read without description and crmKey and isActive, again": {
        "/items/1/description": "Free to be replaced.",
      },
    },
    "DON-17 /items/1/code: The code of a project is stored once": {
      answers: {
        "project read without description and crmKey and isActive": { "/items/1/code": "SCRATCH" },
        "project read without description and crmKey and isActive, again": { "/items/1/code": "SCRATCH" },
      },
      says: "the project that is shown: code was changed in the replacement but kept",
    },
    "DON-17 /items/1/code: null leaves a property as it was": {
      answers: {
        "project read emptied and flipped": { "/items/1/code": "XSCRATCH" },
        "project read emptied and flipped, again": { "/items/1/code": "XSCRATCH" },
      },
      says: "the project that is shown: code was emptied in the replacement but kept",
    },
    "DON-17 /items/1/startDate: A date that was sent is lost": {
      settings: { "donation.scratch.project": { id: 10, ...declared, startDate: "2024-05-06" } },
      answers: {
        "project read whole": page({ ...declared, startDate: "0001-01-01T00:00:00Z" }),
        "project read whole, again": page({ ...declared, startDate: "0001-01-01T00:00:00Z" }),
      },
      says: "the project that is shown: startDate was sent and is not there",
    },
    "DON-17 /items/1/isActive: A project that is switched off stays active": {
      "project read emptied and flipped": { "/items/1/isActive": true },
      "project read emptied and flipped, again": { "/items/1/isActive": true },
    },
  },
};
