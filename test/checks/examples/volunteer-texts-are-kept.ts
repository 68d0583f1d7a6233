import { isObject, type JsonObject } from "../../../src/checks/support/json.ts";
import { answeredBy } from "../kit/answered-by.ts";
import type { ActiveExamples } from "../kit/example.ts";

/** A target that stores users, groups and projects as they are changed. */
const storing = (change: (text: string, operation: string) => unknown) => {
  let last: JsonObject = {};
  return {
    answers: answeredBy("volunteer-texts-are-kept", ({ operation, body }) => {
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
  pass: storing((text) => text),
  otherwise: {
    "texts are shown as they were sent": storing((text) => text.toUpperCase()),
    "an empty text is a text": storing((text) => (text === "" ? null : text.trim())),
    "what was sent is shown": storing(() => "not shown"),
  },
  fails: {
    "VOL-03: names of users lose their accents": {
      ...of("createUser", withoutAccents),
      says: "combining characters: first_name of a user does not come back as it was sent",
    },
    "VOL-04: names of projects end at a line break": of("updateProject", (text) => text.split("\n")[0]),
    "VOL-05: names of groups are escaped": of("updateGroup", (text) => text.replaceAll("'", "&#39;")),
  },
};
