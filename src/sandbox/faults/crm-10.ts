import { defineFault, type Fault } from "./fault.ts";
import { edit, property, put, rename } from "./support/edit.ts";
import { onSuccess } from "./support/wrappers.ts";
import { storing } from "./support/notes.ts";

const note = "replaceContactNote";

const keptAfterAll = "A note that was private is still so when the next replacement leaves private out.";

export const faults: readonly Fault[] = [
  defineFault({
    id: "privacy-comes-back-as-private",
    fact: "CRM-10",
    grade: "gross",
    title: "A note's answer has private where isPrivate belongs",
    drags: { "CRM-08": "isPrivate is one of the fields that a note always has." },
    wrap: onSuccess(note, (body) => rename(body, "isPrivate", "private")),
  }),
  defineFault({
    id: "privacy-comes-back-under-both-names",
    fact: "CRM-10",
    grade: "structural",
    title: "A note's answer has private beside isPrivate",
    wrap: onSuccess(note, (body) => put(body, "private", property(body, "isPrivate"))),
  }),
  defineFault({
    id: "privacy-is-not-bound",
    fact: "CRM-10",
    grade: "behavioural",
    title: "private is not read, so every note stays public",
    wrap: onSuccess(note, (body) => edit(body, "isPrivate", () => false)),
  }),
  defineFault({
    id: "privacy-is-read-from-another-name",
    fact: "CRM-10",
    grade: "behavioural",
    title: "The request's flag is expected as isPrivate, so private is passed over",
    wrap: storing(({ private: _, ...sent }) => ({
      ...sent,
      ...(sent["isPrivate"] === undefined ? {} : { private: sent["isPrivate"] }),
    })),
  }),
  defineFault({
    id: "privacy-cannot-be-taken-back",
    fact: "CRM-10",
    grade: "behavioural",
    title: "A note that once was private stays private",
    drags: { "CRM-27": keptAfterAll },
    wrap: storing((sent, before) => (before["private"] === true ? { ...sent, private: true } : sent)),
  }),
  defineFault({
    id: "privacy-follows-importance",
    fact: "CRM-10",
    grade: "behavioural",
    title: "isPrivate is filled from important",
    drags: { "CRM-27": "An important note is private though private was left out." },
    wrap: onSuccess(note, (body) =>
      edit(body, "isPrivate", (_, holder) => property(holder, "important") === true),
    ),
  }),
];
