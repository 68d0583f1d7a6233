import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [
    {
      operation: "getContact",
      body: {
        id: 3,
        contactType: "Household",
        isPrivate: true,
        name: "Noor Verborgen",
        informalName: "Noor",
        description: "Met at the harvest fair.",
        giftAskType: "Monthly",
        website: null,
        maritalStatus: null,
        anniversaryMonth: null,
        anniversaryDay: null,
        anniversaryYear: null,
        giftAskAmount: "250.00",
        lifeToDateGiving: "25.00",
        yearToDateGiving: "25.00",
        lastGiftAmount: "25.00",
        lastGiftDate: "2025-01-30T12:01:00Z",
        contactIndividuals: [],
        address: {
          id: 3,
          label: "Home",
          address1: "1 Sample Street",
          city: "Sampleton",
          state: "VT",
          postal: "05001",
          country: "US",
          address2: null,
          isPrimary: true,
          startMonth: null,
          startDay: null,
          endMonth: null,
          endDay: null,
        },
      },
    },
  ],
  fails: [
    {
      what: "Postal is a number and loses its zeros",
      blames: "CRM-06",
      changes: { "/address/postal": 5001 },
      pointer: "/address/postal",
    },
    {
      what: "The lines of an address are called address_1 and address_2",
      blames: "CRM-06",
      operation: "getContactByReference",
      changes: { "/address/address1": undefined, "/address/address_1": "1 Sample Street" },
      pointer: "/address/address1",
    },
  ],
};
