import fc from "fast-check";
import { type ActiveCheck, send, sendAll, type Plan, type PlanContext } from "../../core/model/check.ts";
import { isSuccess, type Call, type Exchange } from "../../core/model/exchange.ts";
import { defineStep, replayed, type Exploration, type Action } from "../../core/model/exploration.ts";
import type { Resource, ResourceWrite } from "../../core/model/resource.ts";
import { fillTemplate } from "../support/declared-body.ts";
import { isGone, omit, type JsonObject } from "../support/json.ts";
import { statusOf } from "../support/judgements.ts";
import { malformedJson } from "../support/malformed.ts";
import { isFree, varied } from "../support/marked.ts";
import { endpointOf } from "../support/paged-endpoint.ts";
import { largePage } from "../support/paging.ts";
import { toBeRefused } from "../support/refusal.ts";
import { anyRefused, marks, refusedWith } from "../support/refused-callers.ts";
import { lower } from "../support/replaced-record.ts";
import { declaredBody, needsOf, readCall, writeCall, writeOf } from "../support/resource.ts";
import { idAt } from "../support/sample-calls.ts";
import { judgeWritten, type WrittenTag } from "./judge-written.ts";

/** A record that is written repeatedly. */
interface Slot {
  readonly context: PlanContext;
  readonly resource: Resource;
  readonly write: ResourceWrite;
  readonly declared: JsonObject;
  /** A record of another kind, which has nothing to do with it. */
  readonly beside: Resource | undefined;
}

const put = ({ context, resource, write }: Slot, value: unknown, label: string): Call =>
  writeCall(context, resource, write, value, label);

/** One of the stated reads, by its position, and the options of its page. */
interface Reading {
  readonly path: number;
  readonly options: Readonly<Record<string, string | boolean>>;
}

/** A few repeated reads, so that a cached earlier answer shows. */
const readings: readonly Reading[] = [
  { path: 0, options: {} },
  { path: 1, options: {} },
  { path: 0, options: { sortBy: "id", descending: true } },
  { path: 1, options: { sortBy: "modifieddatetimeutc", descending: true } },
  { path: 0, options: { sortBy: "modifieddatetimeutc", includeDetails: true } },
  { path: 1, options: { sortBy: "id", includeDetails: false } },
];

/** Which read follows a write; if none is known, 1 represents a write that shows what is stored. */
const anyReading: fc.Arbitrary<number> = fc.constantFrom(0, 0, 1, 1, 2, 3, 4, 5);

/** A read of a page of records; undefined if the type of its query is unknown. */
const pageCall = ({ context, resource }: Slot, which: number, size: number | undefined): Call | undefined => {
  const { called, reads = [] } = resource;
  const { path, options } = readings[which] ?? { path: 0, options: {} };
  const list = reads[path % reads.length];
  if (list === undefined) return undefined;
  const queryType = list.type === undefined ? undefined : context.setting(list.type);
  if (list.type !== undefined && typeof queryType !== "number") return undefined;
  const endpoint = endpointOf(list, list.type === undefined ? {} : { queryType });
  const page = size === undefined ? options : { skip: 0, take: size, ...options };
  return endpoint.call(page, `the ${called} is read by ${list.operation}`);
};

/** Reads a page of records, with the usual page size if a large one is refused. */
function* readPages(slot: Slot, which: number): Plan {
  const large = pageCall(slot, which, largePage);
  const usual = pageCall(slot, which, undefined);
  if (large === undefined) return;
  const isRefused = statusOf(yield* send(large)) === 400;
  const hasOptions = (large.query ?? large.body) !== undefined;
  if (isRefused && usual !== undefined && hasOptions)
    yield* send({ ...usual, label: `${usual.label}, on a page of the usual size` });
}

/**
 * Reads the record. If no read is stated, the effects of a refused write show in the answer to a write of the smallest
 * body.
 */
function* look(slot: Slot, which: number, isRefused: boolean): Plan {
  const { context, resource, write, declared } = slot;
  if (resource.reads !== undefined) return yield* readPages(slot, which);
  if (resource.read !== undefined) {
    const id = write.id && idAt(context, write.id.setting);
    const call = id === undefined ? undefined : readCall(context, resource, id, "read back");
    if (call !== undefined) yield* send(call);
    return;
  }
  const { least = [] } = write;
  if (!isRefused || which % 2 === 0 || least.length === 0) return;
  const value = Object.fromEntries(least.map((name) => [name, declared[name]]));
  yield* send(put(slot, value, `a ${resource.called} of its ${least.join(" and ")} alone`));
}

/** A read while the record is being written; undefined if none is stated or configured. */
const readMeanwhile = (slot: Slot, which: number): Call | undefined => {
  const { context, resource, write } = slot;
  if (resource.reads !== undefined) return pageCall(slot, which, largePage);
  const id = write.id && idAt(context, write.id.setting);
  return id === undefined ? undefined : readCall(context, resource, id, "read back");
};

/** Writes the record while another one is written and it is read itself. */
const besideStep = (slot: Slot): readonly Action<WrittenTag>[] => {
  const { context, resource, write, declared, beside } = slot;
  const other = beside && writeOf(beside);
  const value = other && declaredBody(context, other);
  if (beside === undefined || other === undefined || value === undefined) return [];
  return [
    defineStep({
      name: "beside-another",
      shows: [write.fact],
      argument: fc.tuple(marks, anyReading),
      *plan([mark, which]) {
        const read = readMeanwhile(slot, which);
        yield* sendAll<WrittenTag>([
          put(slot, varied(resource, declared, mark), `a ${resource.called} marked ${mark}`),
          writeCall(context, beside, other, value, `a ${beside.called} at the same time`),
          ...(read === undefined
            ? []
            : [{ ...read, label: `${read.label}, meanwhile`, tag: { overlaps: "meanwhile" as const } }]),
        ]);
        yield* look(slot, which, false);
      },
    }),
  ];
};

const lastTaken = (history: readonly Exchange[], { write }: Slot): unknown =>
  // The result of a value of another type is not stated.
  history.findLast(
    (one) => one.operation === write.operation && isSuccess(one) && one.call?.expects === undefined,
  )?.request.body;

/** A step that reads the record after its requests. */
const writing = <Argument>(
  name: string,
  shows: readonly string[],
  argument: fc.Arbitrary<Argument>,
  slot: Slot,
  calls: (argument: Argument, history: readonly Exchange[]) => readonly Call<WrittenTag>[],
): Action<WrittenTag> =>
  defineStep({
    name,
    shows,
    argument: fc.tuple(argument, anyReading),
    *plan([chosen, which], { history }) {
      const all = calls(chosen, history);
      // Only calls that should overlap run at once.
      if (name === "two-at-once") yield* sendAll(all);
      else for (const call of all) yield* send(call);
      yield* look(
        slot,
        which,
        all.some(({ expects }) => expects === "refusal"),
      );
    },
  });

const nothing = fc.constant(null);

const factsOf = ({ fact, facts = {} }: ResourceWrite): readonly string[] => [fact, ...Object.values(facts)];

const acceptedSteps = (slot: Slot): readonly Action<WrittenTag>[] => {
  const { resource, write, declared } = slot;
  const { called } = resource;
  const shows = factsOf(write);
  const of = (mark: number): JsonObject => varied(resource, declared, mark);
  const removable = Object.keys(declared).filter((name) => lower(name) !== "id" && !isGone(declared[name]));
  const most = resource.shown === "whole" ? removable.length : Math.min(3, removable.length);
  const partial = writing(
    "without",
    [...shows, ...(write.leftOut === undefined ? [] : [write.leftOut])],
    fc.tuple(marks, fc.subarray([...removable], { minLength: 1, maxLength: most })),
    slot,
    ([mark, names]) => [put(slot, omit(of(mark), names), `a ${called} without ${names.join(" and ")}`)],
  );
  return [
    writing("write", shows, marks, slot, (mark) => [put(slot, of(mark), `a ${called} marked ${mark}`)]),
    ...(resource.replace === undefined || removable.length === 0 ? [] : [partial]),
    writing("again", shows, nothing, slot, (_, history) => [
      put(slot, lastTaken(history, slot) ?? declared, `the same ${called} again`),
    ]),
    writing("two-at-once", shows, fc.tuple(marks, marks), slot, ([one, other]) => [
      put(slot, of(one), `one of two ${called}s at once, marked ${one},`),
      { ...put(slot, of(other), `the other one, marked ${other},`), tag: { overlaps: "the other" } },
    ]),
  ];
};

/** Refusing a type is not stated; a replacement refused for one must have no effect. */
const illTypedSteps = (slot: Slot): readonly Action<WrittenTag>[] => {
  const { resource, write, declared } = slot;
  const names = Object.keys(declared).filter((name) => lower(name) !== "id" && !isFree(name, declared[name]));
  if (names.length === 0 || resource.reads === undefined) return [];
  return [
    writing("ill-typed", [write.fact], fc.tuple(marks, fc.constantFrom(...names)), slot, ([mark, name]) => [
      toBeRefused(
        put(
          slot,
          { ...varied(resource, declared, mark), [name]: { value: "" } },
          `a ${resource.called} with an object for ${name}`,
        ),
      ),
    ]),
  ];
};

const invalidSteps = (slot: Slot): readonly Action<WrittenTag>[] => {
  const { context, resource, write, declared } = slot;
  const { called, invalid } = resource;
  if (invalid === undefined) return [];
  const { body, values, fact = write.fact } = invalid;
  const template = body === undefined ? undefined : fillTemplate(context.setting(body), context);
  if (values === undefined && template === undefined) return [];
  return [
    writing(
      "invalid",
      [fact, ...(write.leftOut === undefined ? [] : [write.leftOut])],
      marks,
      slot,
      (mark) => [
        toBeRefused(
          put(slot, template ?? { ...varied(resource, declared, mark), ...values }, `an invalid ${called}`),
        ),
      ],
    ),
  ];
};

const refusedSteps = (slot: Slot): readonly Action<WrittenTag>[] => {
  const { context, resource, write, declared } = slot;
  const { called, refused = [], malformed } = resource;
  const left = [write.leftOut ?? write.fact];
  const [first] = refused;
  return [
    ...invalidSteps(slot),
    ...illTypedSteps(slot),
    ...(first === undefined
      ? []
      : [
          writing(
            "refused",
            [first.fact, ...left],
            fc.tuple(marks, anyRefused(resource, context)),
            slot,
            ([mark, who]) => {
              const call = put(slot, varied(resource, declared, mark), `a ${called} marked ${mark}`);
              return refusedWith(resource, call, who, context);
            },
          ),
        ]),
    writing(
      "malformed",
      [...(malformed === undefined ? [] : [malformed.fact]), ...left],
      nothing,
      slot,
      () => [toBeRefused({ ...put(slot, {}, `a malformed ${called}`), body: malformedJson })],
    ),
  ];
};

const slotOf = (
  context: PlanContext,
  resource: Resource,
  write: ResourceWrite,
  beside: Resource | undefined,
): Slot | undefined => {
  const declared = declaredBody(context, write);
  if (declared === undefined) return undefined;
  const isMarked = resource.reads === undefined || Object.entries(declared).some((one) => isFree(...one));
  return isMarked ? { context, resource, write, declared, beside } : undefined;
};

const explorationOf = (
  resource: Resource,
  write: ResourceWrite,
  effort: number,
  beside: Resource | undefined,
): Exploration<WrittenTag> => ({
  effort,
  begin: {
    name: "begin",
    shows: factsOf(write),
    *plan(_, { context }) {
      const slot = slotOf(context, resource, write, beside);
      if (slot === undefined) return;
      yield* send(put(slot, slot.declared, `the declared ${resource.called}`));
      for (const which of resource.reads?.keys() ?? []) yield* readPages(slot, which);
    },
  },
  steps(context) {
    const slot = slotOf(context, resource, write, beside);
    if (slot === undefined) return [];
    const reading = defineStep({
      name: "read",
      shows: [write.fact],
      argument: anyReading,
      *plan(which) {
        yield* look(slot, which, false);
      },
    });
    return [
      ...acceptedSteps(slot),
      ...besideStep(slot),
      ...refusedSteps(slot),
      ...(resource.reads === undefined ? [] : [reading]),
    ];
  },
});

/**
 * A record is what was last written, despite refused writes, in every read.
 * @param beside a record of another kind, which is written at the same time
 */
export const lastWritten = (
  resource: Resource,
  { effort, ...words }: Pick<ActiveCheck, "id" | "title" | "why"> & Pick<Exploration, "effort">,
  beside?: Resource,
): ActiveCheck<WrittenTag> => {
  const write = resource.replace ?? resource.update;
  if (write === undefined) throw new Error(`no ${resource.called} is written over`);
  const { invalid, refused = [], malformed, reads = [], credential } = resource;
  const exploration = explorationOf(resource, write, effort, beside);
  const other = beside && writeOf(beside).operation;
  const others = [
    write.leftOut,
    ...Object.values(write.facts ?? {}),
    invalid?.fact,
    ...refused.map(({ fact }) => fact),
    malformed?.fact,
    ...reads.map(({ fact }) => fact),
  ].flatMap((fact) => (fact === undefined || fact === write.fact ? [] : [fact]));
  return {
    ...words,
    facts: [write.fact, ...new Set(others)],
    effect: "write",
    interfaces: [resource.interface],
    needs: [credential, ...needsOf(write)],
    explore: exploration,
    plan: (context) => replayed(exploration, context),
    judge: (exchanges) =>
      judgeWritten(
        { resource, write },
        exchanges.filter(({ operation }) => other === undefined || operation !== other),
      ),
  };
};
