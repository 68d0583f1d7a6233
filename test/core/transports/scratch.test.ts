import { contract } from "../../../src/inputs/contract.ts";
import { describe, expect, test } from "vitest";
import { operations } from "../../../src/builtin/generated/operations.ts";
import type { Operation } from "../../../src/core/model/operation.ts";
import type { WireRequest } from "../../../src/core/model/transport.ts";
import { isScratchWrite } from "../../../src/core/transports/scratch.ts";
import { wireRequest } from "./kit.ts";

const settings: Readonly<Record<string, unknown>> = {
  "crm.scratch.noteId": 10,
  "crm.scratch.eventId": "5",
  "crm.scratch.contactIndividualId": 7,
  "donation.scratch.campaign": { id: 1, name: "Spring" },
  "volunteer.scratch.projectId": 4,
  "volunteer.scratch.groupId": "g-3",
  "volunteer.scratch.createUser": { name: "Scratch" },
  "volunteer.scratch.invalidGroup": {},
};

/** The path of an operation in the documents, filled. */
const pathOf = ({ operation, pathParameters = {} }: Partial<WireRequest>): string =>
  Object.values<Operation>(operations)
    .find(({ id }) => id === operation)
    ?.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(pathParameters[name] ?? "")) ?? "/";

const isScratch = (
  parts: Partial<WireRequest>,
  known: Readonly<Record<string, unknown>> = settings,
  path = pathOf(parts),
): boolean =>
  isScratchWrite(contract, (name) => known[name])(wireRequest({ effect: "write", ...parts }), path);

const json = (value: unknown): { readonly body: string } => ({ body: JSON.stringify(value) });

describe("records named in the path", () => {
  test.each([
    ["replaceContactNote", { noteId: "10" }],
    ["updateProject", { id: "4" }],
    ["updateGroup", { id: "g-3" }],
    ["setGroupMembers", { id: "g-3" }],
    ["addEventContact", { eventId: "5" }],
  ])("%s of the declared one, number or text", (operation, pathParameters) => {
    expect(isScratch({ operation, pathParameters })).toBe(true);
  });

  test.each([
    ["replaceContactNote", { noteId: "11" }],
    ["replaceContactNote", { noteId: "010" }],
    ["replaceContactNote", { noteId: "10 " }],
    ["replaceContactNote", { noteId: "10.0" }],
    ["replaceContactNote", { id: "10" }],
    ["replaceContactNote", {}],
    ["updateGroup", { id: "4" }],
    ["addEventContact", { eventId: "7" }],
  ])("%s of %j is no scratch write", (operation, pathParameters) => {
    expect(isScratch({ operation, pathParameters })).toBe(false);
  });

  test.each([
    "/groups/g-3",
    "/v2/groups/g-3",
    "/v1/groups/g-3/",
    "/v1/groups/g-3/members",
    "/v1/projects/g-3",
  ])("an update of the declared group at %s may be one of another interface's records", (path) => {
    expect(isScratch({ operation: "updateGroup", pathParameters: { id: "g-3" } }, settings, path)).toBe(
      false,
    );
  });

  test("nothing is scratch where nothing is declared", () => {
    expect(isScratch({ operation: "replaceContactNote", pathParameters: { noteId: "undefined" } }, {})).toBe(
      false,
    );
  });

  test("the individual that is added to an event is the declared one too", () => {
    const add = { operation: "addEventContact", pathParameters: { eventId: "5" } };
    expect(isScratch({ ...add, ...json({ contactIndividualId: 7 }) })).toBe(true);
    expect(isScratch({ ...add, ...json({ contactIndividualId: "7" }) })).toBe(true);
    expect(isScratch({ ...add, ...json({ contactIndividualId: 8 }) })).toBe(false);
    expect(isScratch({ ...add, ...json({ ContactIndividualId: 8 }) })).toBe(false);
    expect(isScratch({ ...add, ...json({}) })).toBe(true);
    expect(isScratch({ ...add, body: '{"contactIndividualId": 8' })).toBe(true);
  });
});

describe("replacements name their record in the body", () => {
  const replace = { operation: "replaceCampaign" };

  test.each([{ id: 1, name: "Spring" }, { id: "1", name: "Autumn" }, { id: 1 }, { Id: 1 }])(
    "%j is the declared one",
    (body) => {
      expect(isScratch({ ...replace, ...json(body) })).toBe(true);
    },
  );

  test.each([
    [{ id: 2, name: "Spring" }],
    [{ id: 1, Id: 2 }],
    [{ ID: 2 }],
    [{ name: "Spring" }],
    [{ id: null }],
    [[{ id: 2 }]],
    [[{ id: 1 }]],
    ["1"],
    [null],
  ])("%j is not", (body) => {
    expect(isScratch({ ...replace, ...json(body) })).toBe(false);
  });

  test("a body that nobody can read changes nothing", () => {
    expect(isScratch({ ...replace, body: '{"id": 2' })).toBe(true);
  });

  test("a kind without a declared body is not replaced", () => {
    expect(isScratch({ operation: "replaceSegment", ...json({ id: 1 }) })).toBe(false);
  });

  test("a declared body without an id allows nothing", () => {
    expect(
      isScratch({ ...replace, ...json({ id: 1 }) }, { "donation.scratch.campaign": { name: "Spring" } }),
    ).toBe(false);
  });
});

describe("creations", () => {
  test("need a declared body", () => {
    expect(isScratch({ operation: "createUser" })).toBe(true);
    expect(isScratch({ operation: "createProject" })).toBe(false);
  });

  test("the invalid group is enough to create groups", () => {
    expect(isScratch({ operation: "createGroup" })).toBe(true);
  });
});

test.each(["deleteEverything", "constructor", "__proto__", ""])(
  "an unknown write (%s) is never scratch",
  (operation) => {
    expect(isScratch({ operation, pathParameters: { id: "1" } })).toBe(false);
  },
);
