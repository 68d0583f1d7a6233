import * as fc from "fast-check";
import type { OperationId } from "../../../src/builtin/generated/operations.ts";
import type { BuiltinInterface } from "../../../src/builtin/interface-name.ts";
import { jsonAnswer, parse } from "../../../src/builtin/faults/support/answers.ts";
import { isAdmitted } from "../../../src/builtin/faults/support/credentials.ts";
import { objectOf } from "../../../src/builtin/faults/support/edit.ts";
import { isObject, type Json, operationsOf } from "../variants/support/shapes.ts";
import type { TargetConfig, Variant, Wrap } from "../variants/variant.ts";
import { interfaceOf, trait } from "./trait.ts";

const payloads =
  "Endpoints C: payloads of the volunteer interface are not stated (U-17); a configuration says them.";

/** Changes a section of the settings that a run gets of an interface. */
const changed =
  (of: "crm" | "donation" | "volunteer", section: string, change: (values: Json) => Json) =>
  (settings: TargetConfig): TargetConfig => {
    const one = settings[of];
    const values = one?.[section];
    return one === undefined || !isObject(values)
      ? settings
      : { ...settings, [of]: { ...one, [section]: change(values) } };
  };

/** Refuses bodies of some operations with 422, from those alone who would be let in. */
const refusing =
  (of: readonly OperationId[], isRefused: (body: Json) => boolean): Wrap =>
  (next, environment) =>
  async (incoming) =>
    incoming.operation !== undefined &&
    of.includes(incoming.operation) &&
    isAdmitted(incoming, environment) &&
    isRefused(objectOf(parse(incoming.body)))
      ? jsonAnswer(422, { message: "The given data was invalid." })
      : next(incoming);

/** How a value that must be a text is none; the rule of a target refuses all of them. */
const noText = {
  absent: undefined,
  null: null,
  "of another type": 17,
  "an object": {},
  empty: "",
  blank: "  ",
} as const;

const without = (body: Json, name: string): Json =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));

const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";

/** A body in which one property is what it must not be. */
const spoilt = (body: Json, name: string, how: keyof typeof noText): Json =>
  how === "absent" ? without(body, name) : { ...body, [name]: noText[how] };

const groups = ["createGroup", "updateGroup"] as const;

/** A group has to say something, and a declared body that does not is invalid, whatever else is in it. */
const invalidGroups = trait(
  "invalid-group",
  `${payloads} A body may be invalid by what it lacks, by null, by type or by emptiness.`,
  fc.record({
    name: fc.constantFrom("name", "kind", "group_name"),
    is: fc.constantFrom(...(Object.keys(noText) as (keyof typeof noText)[])),
    beside: fc.constantFrom("nothing", "a description", "all else"),
  }),
  ({ name, is, beside }) => {
    const given = name === "name" ? {} : { [name]: "Committee" };
    const around = {
      nothing: {},
      "a description": { description: "a group without it" },
      "all else": { name: "A group", description: "whole", ...given },
    };
    return {
      interfaces: ["volunteer"],
      decides: ["groups"],
      settings: changed("volunteer", "scratch", (scratch) => ({
        ...scratch,
        createGroup: { ...objectOf(scratch["createGroup"]), ...given },
        updateGroup: { ...objectOf(scratch["updateGroup"]), ...given },
        invalidGroup: spoilt(around[beside], name, is),
      })),
      wrap: refusing(groups, (body) => !isText(body[name])),
    };
  },
);

const invalidReferences = trait(
  "invalid-group-refers",
  `${payloads} A body may be invalid by what it refers to.`,
  fc.record({
    name: fc.constantFrom("parent_id", "leader_id"),
    to: fc.constantFrom(999_999_999, "nobody", -1),
    isWhole: fc.boolean(),
  }),
  ({ name, to, isWhole }) => ({
    interfaces: ["volunteer"],
    decides: ["groups"],
    settings: changed("volunteer", "scratch", (scratch) => ({
      ...scratch,
      invalidGroup: {
        ...(isWhole ? { name: "A group", description: "whole" } : { name: "A group" }),
        [name]: to,
      },
    })),
    wrap: refusing(groups, (body) => body[name] === to),
  }),
);

const noMembers = [undefined, null, "nobody", 17, {}, [], [999_999_999], [null], ["nobody"], [{}]] as const;

const invalidMembers = trait(
  "invalid-members",
  `${payloads} Members may be invalid by what they lack, by null, by type, by emptiness or by what they refer to.`,
  fc.record({ is: fc.nat(noMembers.length - 1), beside: fc.boolean() }),
  ({ is, beside }) => {
    const members = noMembers[is];
    return {
      interfaces: ["volunteer"],
      decides: ["invalid members", "empty groups"],
      settings: changed("volunteer", "scratch", (scratch) => ({
        ...scratch,
        invalidMembers: {
          ...(members === undefined ? {} : { members }),
          ...(beside ? { notify: false } : {}),
        },
      })),
      ...(Array.isArray(members) && members.length === 0
        ? {
            wrap: refusing(
              ["setGroupMembers"],
              (body) => Array.isArray(body["members"]) && body["members"].length === 0,
            ),
          }
        : {}),
    };
  },
);

const more = {
  color: "green",
  capacity: 12,
  isOpen: true,
  note: null,
  tags: ["a", "b"],
  address: { city: "Oslo", lines: [] },
  external_id: "X-1",
} as const;

const few: Readonly<Record<string, Json>> = {
  createUser: { first_name: "Noor", email: "noor.few@volunteers.example" },
  createGroup: { name: "Scratch" },
  createProject: { name: "Scratch" },
  updateGroup: { name: "Scratch, renamed" },
  updateProject: { name: "Scratch, renamed" },
};

/** Bodies with few and with many properties, each as it lacks what another one has. */
const templates = trait(
  "templates",
  payloads,
  fc.record(
    Object.fromEntries(
      Object.keys(few).map((name) => [
        name,
        fc.oneof(fc.constant("few"), fc.subarray(Object.keys(more) as (keyof typeof more)[])),
      ]),
    ) as Record<string, fc.Arbitrary<string | (keyof typeof more)[]>>,
  ),
  (sizes) => ({
    interfaces: ["volunteer"],
    decides: ["templates"],
    settings: changed("volunteer", "scratch", (scratch) => ({
      ...scratch,
      ...Object.fromEntries(
        Object.entries(sizes).map(([name, size]) => [
          name,
          typeof size === "string"
            ? { ...few[name], ...kept(objectOf(scratch[name])) }
            : { ...objectOf(scratch[name]), ...Object.fromEntries(size.map((key) => [key, more[key]])) },
        ]),
      ),
    })),
  }),
);

/** What another kind of variant made required. */
const kept = (body: Json): Json =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name === "kind" || name === "group_name"));

/** Bodies of replacements that leave some of the record out. */
const replacements = trait(
  "replacements-leave-out",
  "Endpoints B: bodies of replacements are not stated (U-16); a configuration says them, whole or in part.",
  fc.record({
    kind: fc.constantFrom("campaign", "project", "segment"),
    names: fc.subarray(
      [
        "name",
        "description",
        "crmKey",
        "goal",
        "startDate",
        "endDate",
        "isActive",
        "code",
        "isTaxDeductible",
        "cost",
        "campaignId",
      ],
      { minLength: 1 },
    ),
    as: fc.constantFrom("absent", "null"),
  }),
  ({ kind, names, as }) => ({
    interfaces: ["donation"],
    // Where a replacement must be whole, nobody configures a part of one.
    decides: [`body of the ${kind}`, ...(as === "absent" ? ["replacements"] : [])],
    settings: changed("donation", "scratch", (scratch) => ({
      ...scratch,
      [kind]: Object.fromEntries(
        Object.entries(objectOf(scratch[kind])).flatMap(([name, value]): [string, unknown][] =>
          !names.includes(name) || name === "name" ? [[name, value]] : as === "null" ? [[name, null]] : [],
        ),
      ),
    })),
  }),
);

const notes = trait(
  "note-that-is-put-back",
  "Endpoints A, rule 1: a note is replaced whole; which of its properties it has is its organization's business.",
  fc.subarray(["type", "note", "noteDateTime", "important", "private", "timeSpent"]),
  (names) => ({
    interfaces: ["crm"],
    decides: ["the note that is put back"],
    settings: changed("crm", "scratch", (scratch) => {
      const whole: Json = {
        type: scratch["noteType"],
        note: "As it was.",
        noteDateTime: "2024-01-01T10:00:00Z",
        important: false,
        private: true,
        timeSpent: 0,
      };
      return { ...scratch, note: Object.fromEntries(names.map((name) => [name, whole[name]])) };
    }),
  }),
);

export const idTexts = trait(
  "configured-ids-are-texts",
  "An id compares as text, and a configuration may have it in quotes.",
  fc.constantFrom("crm" as const, "volunteer" as const),
  (of) => {
    const quoted = (values: Json): Json =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, name.endsWith("Id") ? String(value) : value]),
      );
    return {
      interfaces: [of],
      decides: [`spelling of configured ids of ${of}`],
      settings: (settings) => changed(of, "scratch", quoted)(changed(of, "records", quoted)(settings)),
    };
  },
);

/** What is at no address, in the form of each interface's errors. */
const nowhere = {
  crm: { error: { code: "NOT_FOUND", message: "There is nothing here.", details: [] } },
  donation: { title: "Not Found", status: 404, detail: "There is nothing here." },
  volunteer: { message: "Not Found" },
} as const;

interface Served {
  readonly of: BuiltinInterface;
  readonly operations: readonly string[];
}

/** What serves a part of the operations of an interface, and a configuration that says so. */
export const servesOnly = ({ of, operations }: Served): Omit<Variant, "id" | "open"> => ({
  interfaces: [of],
  decides: [`operations of ${of}`],
  settings: (settings) => {
    const one = settings[of];
    return one === undefined ? settings : { ...settings, [of]: { ...one, operations } };
  },
  // What is not served gets the answer of any address that nothing is at, whoever asks.
  wrap: (next) => async (incoming) => {
    const { operation } = incoming;
    if (operations.some((one) => one === operation) || interfaceOf(incoming) !== of) return next(incoming);
    if (operation !== undefined) return jsonAnswer(404, nowhere[of]);
    const outgoing = await next(incoming);
    return outgoing.status === 404 ? jsonAnswer(404, nowhere[of]) : outgoing;
  },
});

export const servesSome = trait(
  "serves-only",
  "Endpoints: a target may serve a part of the operations; a configuration names them.",
  fc
    .constantFrom("crm" as const, "donation" as const, "volunteer" as const)
    .chain((of) =>
      fc.record({ of: fc.constant(of), operations: fc.subarray([...operationsOf(of)], { minLength: 1 }) }),
    ),
  servesOnly,
);

/** The first of these is nearest to the caller. */
export const configurationTraits: readonly fc.Arbitrary<Variant>[] = [
  invalidGroups,
  invalidReferences,
  invalidMembers,
  templates,
  replacements,
  notes,
  idTexts,
];
