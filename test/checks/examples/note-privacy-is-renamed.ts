import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: {
    public: { body: { isPrivate: false } },
    "put back": { body: { isPrivate: true } },
    private: { body: { isPrivate: true } },
  },
  otherwise: {
    "a replacement is taken": { isUnjudged: true, answers: { public: 422, private: 422, "put back": 422 } },
    "a note is nothing but its model": { public: { body: { isPrivate: false, is_private: true } } },
  },
  fails: {
    "CRM-10 /isPrivate: A note that once was private stays private": { public: { "/isPrivate": true } },
    "CRM-10 /private: A note's answer has private beside isPrivate": { "put back": { "/private": true } },
  },
};
