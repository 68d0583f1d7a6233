import type { ActiveExamples, AnswerExample, Family } from "../../kit/example.ts";

interface CreatedRecord {
  readonly kind: "user" | "group" | "project";
  readonly fact: string;
}

const shown = (id: number, mark: number): AnswerExample => ({
  body: { data: { id, name: `Conformance run ${mark}` } },
});

/** The examples of records that are created over time; calls are numbered as with a list of them, or without. */
const creationExamples = (
  { kind, fact }: CreatedRecord,
  more: {
    readonly list?: (...ids: readonly number[]) => AnswerExample;
    readonly settings?: Readonly<Record<string, unknown>>;
    readonly fails?: ActiveExamples["fails"];
  } = {},
): ActiveExamples => {
  const { list } = more;
  const settings = {
    [`volunteer.scratch.create${kind.charAt(0).toUpperCase()}${kind.slice(1)}`]: { name: "Scratch" },
    ...more.settings,
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
    pass: {
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
        [nobody]: 401,
        [last]: shown(9, 9),
        ...afterNobody,
        [limited]: 403,
        "*": list === undefined ? shown(9, 9) : list(1, 8, 9),
        getUser: shown(9, 9),
      },
    },
    otherwise: {
      [`a read shows all that a ${kind} was created with`]: {
        [names.firstRead]: { body: { data: { id: 8 } } },
      },
      "a refusal shows nothing": { [nobody]: { status: 401, body: { name: "Conformance run 5", id: 9 } } },
    },
    fails: {
      [`${fact}: It can be read once`]: { [once]: 404 },
      [`${fact}: It is shown as the one that was created after it`]: { [again]: shown(8, 9) },
      [`${fact}: Its id leads to another one`]: { [again]: shown(9, 7) },
      [`${fact}: A refused creation renames the one before`]: { [last]: shown(9, 5) },
      [`${fact}: It is without the name that the one before was shown with`]: {
        [secondRead]: { body: { data: { id: 9 } } },
      },
      [`${fact}: A creation fails`]: { [second]: 500 },
      "VOL-08: It is created without a token": { [nobody]: 201 },
      "VOL-09: It is created without the permission": { [limited]: 201 },
      ...more.fails,
    },
  };
};

const list = (...ids: readonly number[]): AnswerExample => ({
  body: {
    data: ids.map((id) => ({ id, name: id > 1 ? `Conformance run ${id === 8 ? 7 : id}` : "Noor" })),
    meta: { total: ids.length },
  },
});

const changedGroup = JSON.stringify([
  ["create", 7],
  ["change", 8],
]);

export const active: Family<ActiveExamples> = {
  "created-users-over-time": creationExamples(
    { kind: "user", fact: "VOL-03" },
    {
      list,
      fails: {
        "VOL-01: The list loses a user at a refusal": { "12 refused: all of them": list(1, 8) },
        "VOL-01: The list is behind by one creation": {
          "4 create: all of them": list(1),
          "7 create: all of them": list(1, 8),
        },
        "VOL-08: Whoever is refused is listed": {
          "12 refused: all of them": {
            body: {
              data: [1, 8, 9, 10].map((id) => ({ id, name: `Conformance run ${id - 5}` })),
              meta: { total: 4 },
            },
          },
        },
        "VOL-01: The list fails after a creation": {
          "4 create: all of them": 400,
          "5 create: a page of the usual size": 500,
        },
      },
    },
  ),
  "created-groups-over-time": creationExamples(
    { kind: "group", fact: "VOL-05" },
    {
      settings: {
        "volunteer.scratch.updateGroup": { name: "Scratch, renamed" },
        "volunteer.scratch.groupId": 3,
        "volunteer.scratch.memberIds": [1, 2],
        "volunteer.scratch.setMembers": { members: "$memberIds" },
      },
      fails: {
        "VOL-05: A group that was created cannot be updated": {
          replay: changedGroup,
          answers: { "3 change: updateGroup of the created group": 404 },
        },
        "VOL-05: An update of a group that was created is not stored": {
          replay: changedGroup,
          answers: {
            "5 change: the created group after that": {
              body: { data: { id: 8, name: "Conformance run 7" } },
            },
          },
        },
        "VOL-05: A description is lost after the first read": {
          replay: JSON.stringify([
            ["create", 7],
            ["read", 0],
          ]),
          answers: {
            "1 create: a new group, marked 7": { status: 201, body: { data: { id: 8 } } },
            "2 create: a new group, marked 7, read back": {
              body: { data: { id: 8, name: "Conformance run 7", description: "Conformance run 7" } },
            },
            "3 read: a group created before": { body: { data: { id: 8, name: "Conformance run 7" } } },
          },
        },
        "VOL-06: The members of a group that was created cannot be set": {
          replay: changedGroup,
          answers: { "4 change: setGroupMembers of the created group": 404 },
        },
        "VOL-05: An invalid group is created": {
          replay: JSON.stringify([
            ["create", 7],
            ["invalid", null],
          ]),
          answers: { "3 invalid: the declared invalid group": 201 },
        },
      },
    },
  ),
  "created-projects-over-time": creationExamples({ kind: "project", fact: "VOL-04" }),
};
