import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [
    {
      operation: "getContact",
      body: {
        id: 61,
        contactType: "Foundation",
        isPrivate: false,
        name: "Bennett Family Foundation",
        informalName: "",
        description: "",
        giftAskType: "Quarterly",
        website: "https://member-1.example.org",
        maritalStatus: null,
        anniversaryMonth: null,
        anniversaryDay: null,
        anniversaryYear: null,
        giftAskAmount: "20.00",
        lifeToDateGiving: "0.00",
        yearToDateGiving: "0.00",
        lastGiftAmount: "0.00",
        contactIndividuals: [],
      },
    },
  ],
  fails: [
    { what: "IsPrivate is 0 or 1", blames: "CRM-01", changes: { "/isPrivate": 0 }, pointer: "/isPrivate" },
    {
      what: "A contact's properties are spelt in PascalCase",
      blames: "CRM-01",
      changes: { "/id": undefined, "/Id": 61 },
      pointer: "/id",
    },
  ],
};
