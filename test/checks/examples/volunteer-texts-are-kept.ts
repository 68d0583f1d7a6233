import { isObject, type JsonObject } from "../../../src/checks/support/json.ts";
import { volunteerTextsAreKept } from "../../../src/checks/volunteer-texts-are-kept.ts";
import { answeredBy } from "../kit/answered-by.ts";
import type { ActiveExamples } from "../kit/example.ts";

/** A target that stores users, groups and projects as they are changed. */
const storing = (change: (text: string, operation: string) => unknown) => {
  let last: JsonObject = {};
  return {
    answers: answeredBy(volunteerTextsAreKept, ({ operation, body }) => {
      if (operation === "getUser") return { body: { data: last } };
      const sent = body?.kind === "json" && isObject(body.value) ? body.value : {};
      last = {
        id: 7,
        ...Object.fromEntries(
          Object.entries(sent).map(([name, value]) => [
            name,
            typeof value === "string" ? change(value, operation) : value,
          ]),
        ),
      };
      return { body: { data: { id: 7 } } };
    }),
  };
};

const withoutAccents = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "");

const of = (wanted: string, change: (text: string) => unknown) =>
  storing((text, operation) => (operation === wanted ? change(text) : text));

export const examples: ActiveExamples = {
  passes: [storing((text) => text)],
  otherwise: [
    { assumes: "texts are shown as they were sent", ...storing((text) => text.toUpperCase()) },
    { assumes: "an empty text is a text", ...storing((text) => (text === "" ? null : text.trim())) },
    { assumes: "what was sent is shown", ...storing(() => "not shown") },
  ],
  fails: [
    {
      what: "names of users lose their accents",
      blames: "VOL-03",
      ...of("createUser", withoutAccents),
      says: "combining characters: first_name of a user does not come back as it was sent",
    },
    {
      what: "names of projects end at a line break",
      blames: "VOL-04",
      ...of("updateProject", (text) => text.split("\n")[0]),
    },
    {
      what: "names of groups are escaped",
      blames: "VOL-05",
      ...of("updateGroup", (text) => text.replaceAll("'", "&#39;")),
    },
  ],
};
