import type { ActiveExamples, AnswerExample } from "./example.ts";

interface CreatedRecord {
  readonly kind: "user" | "group" | "project";
  readonly fact: string;
}

const shown = (id: number, mark: number): AnswerExample => ({
  body: { data: { id, name: `Conformance run ${mark}` } },
});

/** The examples of records that are created over time; calls are numbered as with a list of them, or without. */
export const creationExamples = (
  { kind, fact }: CreatedRecord,
  more: {
    readonly list?: (...ids: readonly number[]) => AnswerExample;
    readonly fails?: ActiveExamples["fails"];
  } = {},
): ActiveExamples => {
  const { list } = more;
  const settings = {
    [`volunteer.scratch.create${kind.charAt(0).toUpperCase()}${kind.slice(1)}`]: { name: "Scratch" },
  };
  let count = 0;
  const at = (step: string, label: string): string => `${(count += 1)} ${step}: ${label}`;
  const listed = (step: string, ...ids: readonly number[]): Record<string, AnswerExample> =>
    list === undefined ? {} : { [at(step, "all of them")]: list(...ids) };
  const before = listed("begin", 1);
  const names = {
    first: at("create", `a new ${kind}, marked 7`),
    firstRead: at("create", `a new ${kind}, marked 7, read back`),
  };
  const afterFirst = listed("create", 1, 8);
  const second = at("create", `a new ${kind}, marked 9`);
  const secondRead = at("create", `a new ${kind}, marked 9, read back`);
  const afterSecond = listed("create", 1, 8, 9);
  const again = at("read", `a ${kind} created before`);
  const once = at("read", `the same ${kind} once more`);
  const nobody = at("refused", `a new ${kind}, marked 5 with no credential, to be refused`);
  const last = at("refused", `the last ${kind} that was created`);
  const afterNobody = listed("refused", 1, 8, 9);
  const limited = at("refused", `a new ${kind}, marked 6 with limitedToken, to be refused`);
  return {
    passes: [
      {
        settings,
        replay: JSON.stringify([
          ["create", 7],
          ["create", 9],
          ["read", 0],
          ["refused", [5, "no credential"]],
          ["refused", [6, "limitedToken"]],
        ]),
        answers: {
          ...before,
          [names.first]: { status: 201, ...shown(8, 7) },
          [names.firstRead]: shown(8, 7),
          ...afterFirst,
          [second]: { status: 201, ...shown(9, 9) },
          [secondRead]: shown(9, 9),
          ...afterSecond,
          [again]: shown(8, 7),
          [once]: shown(8, 7),
          [nobody]: { status: 401 },
          [last]: shown(9, 9),
          ...afterNobody,
          [limited]: { status: 403 },
          "*": list === undefined ? shown(9, 9) : list(1, 8, 9),
          getUser: shown(9, 9),
        },
      },
    ],
    otherwise: [
      {
        assumes: `a read shows all that a ${kind} was created with`,
        answers: { [names.firstRead]: { body: { data: { id: 8 } } } },
      },
      {
        assumes: `a refusal shows nothing`,
        answers: { [nobody]: { status: 401, body: { name: "Conformance run 5", id: 9 } } },
      },
    ],
    fails: [
      {
        what: "It can be read once",
        blames: fact,
        answers: { [once]: { status: 404 } },
      },
      {
        what: "It is shown as the one that was created after it",
        blames: fact,
        answers: { [again]: shown(8, 9) },
      },
      {
        what: "Its id leads to another one",
        blames: fact,
        answers: { [again]: shown(9, 7) },
      },
      {
        what: "A refused creation renames the one before",
        blames: fact,
        answers: { [last]: shown(9, 5) },
      },
      {
        what: "A creation fails",
        blames: fact,
        answers: { [second]: { status: 500 } },
      },
      {
        what: "It is created without a token",
        blames: "VOL-08",
        answers: { [nobody]: { status: 201 } },
      },
      {
        what: "It is created without the permission",
        blames: "VOL-09",
        answers: { [limited]: { status: 201 } },
      },
      ...(more.fails ?? []),
    ],
  };
};
