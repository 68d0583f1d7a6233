import type { ActiveExamples, AnswerExample } from "./example.ts";

interface Updated {
  readonly kind: "group" | "project";
  readonly fact: string;
}

export const shownRecord = (name: string): AnswerExample => ({ body: { data: { id: 1, name } } });

/** The examples of a record that is updated over time. */
export const updateExamples = (
  { kind, fact }: Updated,
  more: { readonly passes?: ActiveExamples["passes"]; readonly fails?: ActiveExamples["fails"] } = {},
): ActiveExamples => {
  const settings = {
    [`volunteer.scratch.update${kind === "group" ? "Group" : "Project"}`]: { name: "Scratch" },
  };
  const kept = shownRecord("Conformance run 7");
  return {
    passes: [
      {
        settings,
        replay: JSON.stringify([
          ["update", 7],
          ["refused", [8, "no credential"]],
          ["refused", [9, "limitedToken"]],
          ["again", null],
          ["two-at-once", [3, 4]],
        ]),
        answers: {
          "1 begin: the declared update": { status: 204 },
          "2 update: an update marked 7": kept,
          "3 update: read back": kept,
          "4 refused: an update marked 8 with no credential, to be refused": { status: 401 },
          "5 refused: read back": kept,
          "6 refused: an update marked 9 with limitedToken, to be refused": { status: 403 },
          "7 refused: read back": kept,
          "8 again: the same update again": { status: 204 },
          "9 again: read back": kept,
          "10 two-at-once: one of two updates at once, marked 3,": { status: 204 },
          "11 two-at-once: the other one, marked 4,": { status: 204 },
          "12 two-at-once: read back": shownRecord("Conformance run 3"),
        },
      },
      ...(more.passes ?? []),
    ],
    otherwise: [
      {
        assumes: "an update is answered with the record",
        answers: { "2 update: an update marked 7": { body: { message: "Done." } } },
      },
      {
        assumes: "of two at once the last one is stored",
        answers: { "12 two-at-once: read back": shownRecord("Conformance run 4") },
      },
      {
        assumes: "a name that a run makes up is neither too long nor another record's",
        replay: JSON.stringify([
          ["update", 7],
          ["refused", [8, "limitedToken"]],
        ]),
        answers: {
          "1 begin: the declared update": { status: 204 },
          "2 update: an update marked 7": { status: 422 },
          "3 update: read back": shownRecord("Scratch"),
          "4 refused: an update marked 8 with limitedToken, to be refused": { status: 422 },
          "5 refused: read back": shownRecord("Scratch"),
        },
      },
    ],
    fails: [
      {
        what: "The answer to an update is the record as it was before",
        blames: fact,
        answers: { "2 update: an update marked 7": shownRecord("Scratch") },
      },
      {
        what: "A refused update is stored",
        blames: fact,
        answers: { "5 refused: read back": shownRecord("Conformance run 8") },
      },
      {
        what: "An update without a token is taken",
        blames: "VOL-08",
        answers: {
          "4 refused: an update marked 8 with no credential, to be refused": { status: 200 },
        },
      },
      {
        what: "An update without the permission is taken",
        blames: "VOL-09",
        answers: { "6 refused: an update marked 9 with limitedToken, to be refused": { status: 200 } },
      },
      ...(more.fails ?? []),
    ],
  };
};
