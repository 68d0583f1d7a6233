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
    {
      what: "The serializer writes amounts as JSON numbers",
      blames: "GEN-01",
      changes: { "/giftAskAmount": 20 },
      pointer: "/giftAskAmount",
    },
    {
      what: "LastGiftAmount is written in the server's locale",
      blames: "GEN-01",
      changes: { "/lastGiftAmount": "0,00" },
      pointer: "/lastGiftAmount",
    },
  ],
};
