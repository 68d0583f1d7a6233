import type { ActiveExamples, AnswerExample } from "./example.ts";

interface Updated {
  readonly kind: "group" | "project";
  readonly fact: string;
}

export const shownRecord = (name: string): AnswerExample => ({ body: { data: { id: 1, name } } });

/** The examples of a record that is updated over time. */
export const updateExamples = (
  { kind, fact }: Updated,
  more: { readonly alsoPasses?: ActiveExamples["alsoPasses"]; readonly fails?: ActiveExamples["fails"] } = {},
): ActiveExamples => {
  const settings = {
    [`volunteer.scratch.update${kind === "group" ? "Group" : "Project"}`]: { name: "Scratch" },
  };
  const kept = shownRecord("Conformance run 7");
  return {
    pass: {
      settings,
      replay: JSON.stringify([
        ["write", [7, 0]],
        ["refused", [[8, "no credential"], 0]],
        ["refused", [[9, "limitedToken"], 0]],
        ["again", [null, 0]],
        ["two-at-once", [[3, 4], 0]],
      ]),
      answers: {
        [`1 begin: the declared ${kind}`]: 204,
        [`2 write: a ${kind} marked 7`]: kept,
        "3 write: read back": kept,
        [`4 refused: a ${kind} marked 8 with no credential, to be refused`]: 401,
        "5 refused: read back": kept,
        [`6 refused: a ${kind} marked 9 with limitedToken, to be refused`]: 403,
        "7 refused: read back": kept,
        [`8 again: the same ${kind} again`]: 204,
        "9 again: read back": kept,
        [`10 two-at-once: one of two ${kind}s at once, marked 3,`]: 204,
        "11 two-at-once: the other one, marked 4,": 204,
        "12 two-at-once: read back": shownRecord("Conformance run 3"),
      },
    },
    alsoPasses: more.alsoPasses ?? [],
    otherwise: {
      "an update is answered with the record": {
        [`2 write: a ${kind} marked 7`]: { body: { message: "Done." } },
      },
      "of two at once the last one is stored": {
        "12 two-at-once: read back": shownRecord("Conformance run 4"),
      },
      "a name that a run makes up is neither too long nor another record's": {
        replay: JSON.stringify([
          ["write", [7, 0]],
          ["refused", [[8, "limitedToken"], 0]],
        ]),
        answers: {
          [`1 begin: the declared ${kind}`]: 204,
          [`2 write: a ${kind} marked 7`]: 422,
          "3 write: read back": shownRecord("Scratch"),
          [`4 refused: a ${kind} marked 8 with limitedToken, to be refused`]: 422,
          "5 refused: read back": shownRecord("Scratch"),
        },
      },
    },
    fails: {
      [`${fact}: The answer to an update is the record as it was before`]: {
        [`2 write: a ${kind} marked 7`]: shownRecord("Scratch"),
      },
      [`${fact}: A refused update is stored`]: { "5 refused: read back": shownRecord("Conformance run 8") },
      "VOL-08: An update without a token is taken": {
        [`4 refused: a ${kind} marked 8 with no credential, to be refused`]: 200,
      },
      "VOL-09: An update without the permission is taken": {
        [`6 refused: a ${kind} marked 9 with limitedToken, to be refused`]: 200,
      },
      ...more.fails,
    },
  };
};
