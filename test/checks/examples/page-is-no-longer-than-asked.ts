import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: {
    operation: "listGifts",
    body: {
      items: [
        {
          id: 1,
          donorId: 1,
          donorName: "Quinn Petrov",
          amount: 10,
          date: "2024-12-16T00:00:00.000Z",
          status: "Approved",
          paymentMethod: "BankTransfer",
          reference: null,
          isAnonymous: false,
          campaignId: 4,
          segmentId: 7,
          recurringGiftId: null,
          projectId: 5,
          createdDate: "2024-12-16T00:00:00.000Z",
          modifiedDate: "2024-12-16T00:00:00.000Z",
          projects: [],
          metadata: [],
        },
        {
          id: 2,
          donorId: 1,
          donorName: "Quinn Petrov",
          amount: 50,
          date: "2023-08-12T01:44:53.000Z",
          status: "Approved",
          paymentMethod: "BankTransfer",
          reference: null,
          isAnonymous: false,
          campaignId: 2,
          segmentId: 3,
          recurringGiftId: null,
          projectId: 1,
          createdDate: "2023-08-12T01:44:53.000Z",
          modifiedDate: "2023-08-12T01:44:53.000Z",
          projects: [],
          metadata: [],
        },
      ],
      total: 180,
    },
    path: "/api/Gift/list?Skip=0&Take=100&SortBy=id",
  },
  otherwise: {
    "a page of none is empty": { isUnjudged: true, path: "/api/Gift/list?Take=0" },
    "a size below zero is a size": { isUnjudged: true, path: "/api/Gift/list?Take=-1" },
    "whoever asks for no size gets few": { isUnjudged: true, path: "/api/Gift/list" },
  },
  fails: {
    "DON-02 /items: The list of gifts leaves the record in by which it sees whether there is a next page": {
      path: "/api/Gift/list?Take=1",
    },
  },
};
