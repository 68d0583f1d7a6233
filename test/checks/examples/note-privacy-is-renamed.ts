import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        public: { body: { isPrivate: false } },
        "put back": { body: { isPrivate: true } },
        private: { body: { isPrivate: true } },
      },
    },
  ],
  otherwise: [
    {
      assumes: "a replacement is taken",
      isUnjudged: true,
      answers: { public: { status: 422 }, private: { status: 422 }, "put back": { status: 422 } },
    },
    {
      assumes: "a note is nothing but its model",
      answers: { public: { body: { isPrivate: false, is_private: true } } },
    },
  ],
  fails: [
    {
      what: "A note that once was private stays private",
      blames: "CRM-10",
      answers: { public: { changes: { "/isPrivate": true } } },
      pointer: "/isPrivate",
    },
    {
      what: "A note's answer has private beside isPrivate",
      blames: "CRM-10",
      answers: { "put back": { changes: { "/private": true } } },
      pointer: "/private",
    },
  ],
};
