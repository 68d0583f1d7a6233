import fc from "fast-check";
import type { OperationId } from "../../contract/generated/operations.ts";
import { resources } from "../../contract/generated/resources.ts";
import { send, sendAll, type ActiveCheck, type Plan, type PlanContext } from "../../harness/model/check.ts";
import { isSuccess, type Call, type CallBody, type Exchange } from "../../harness/model/exchange.ts";
import { defineStep, replayed, type Exploration, type Step } from "../../harness/model/exploration.ts";
import { templateAt } from "./declared-body.ts";
import { judgeCreations, readBackLabel } from "./judge-creations.ts";
import type { JsonObject } from "./json.ts";
import { malformedJson } from "./malformed.ts";
import { marked } from "./marked.ts";
import { readCreated } from "./resource.ts";
import { toBeRefused } from "./refusal.ts";
import { mainBearer } from "./sample-calls.ts";
import { anyRefusedKey, marks, refusedWith } from "./volunteer-steps.ts";

/** A kind of record that is created. */
export interface CreatedKind {
  readonly name: keyof typeof resources.volunteer;
  readonly create: OperationId;
  /** The fact that states the creation. */
  readonly fact: string;
  /** Under `volunteer.scratch`: the body of a creation, and one that must be refused where that is stated. */
  readonly body: string;
  readonly invalid?: string;
  /** The stated read of all records of the kind, with the fact that states it. */
  readonly list?: { readonly operation: OperationId; readonly fact: string };
}

/** Large enough for everybody of a small organization. */
const perPage = 200;

/** An address of the same mailbox, so that nobody else hears of a record that is created anew. */
const readdressed = (body: JsonObject, mark: number): JsonObject =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === "string" && /^e-?mail/i.test(name) ? value.replace("@", `+run${mark}@`) : value,
    ]),
  );

/** How a kind of record is created and read. */
interface Ways {
  readonly context: PlanContext;
  readonly kind: CreatedKind;
  readonly template: JsonObject;
}

const creation = ({ kind }: Ways, value: unknown, label: string): Call => ({
  operation: kind.create,
  body: { kind: "json", value },
  authorization: mainBearer("volunteer"),
  label,
});

function* readIt({ context, kind }: Ways, created: Exchange, label: string): Plan {
  yield* readCreated(context, resources.volunteer[kind.name], created, label);
}

/** Reads what was just created, under the label of its creation. */
function* readBackOf(ways: Ways, created: Exchange): Plan {
  yield* readIt(ways, created, readBackLabel(created));
}

/** Lists the records, on a page of the usual size where one so large is refused. */
function* listed({ list }: CreatedKind): Plan {
  if (list === undefined) return;
  const call = { operation: list.operation, authorization: mainBearer("volunteer") };
  const large = yield* send({ ...call, query: { per_page: perPage }, label: "all of them" });
  if (!isSuccess(large)) yield* send({ ...call, label: "a page of the usual size" });
}

function* createdAs(ways: Ways, mark: number): Plan<Exchange> {
  const plain = marked(ways.template, mark);
  const body = readdressed(plain, mark);
  const created = yield* send(creation(ways, body, `a new ${ways.kind.name}, marked ${mark}`));
  if (isSuccess(created) || JSON.stringify(body) === JSON.stringify(plain)) return created;
  return yield* send(
    creation(ways, plain, `a new ${ways.kind.name}, marked ${mark}, at the declared address`),
  );
}

const creationsIn = (history: readonly Exchange[], { create }: CreatedKind): readonly Exchange[] =>
  history.filter((one) => one.operation === create && one.call?.expects === undefined && isSuccess(one));

const acceptedSteps = (ways: Ways): readonly Step[] => {
  const { kind } = ways;
  const shows = [kind.fact];
  return [
    defineStep({
      name: "create",
      shows,
      argument: marks,
      *plan(mark) {
        yield* readBackOf(ways, yield* createdAs(ways, mark));
        yield* listed(ways.kind);
      },
    }),
    defineStep({
      name: "two-at-once",
      shows,
      argument: fc.tuple(marks, marks),
      *plan([one, other]) {
        const bodies = [one, other].map((mark) => readdressed(marked(ways.template, mark), mark));
        const both = yield* sendAll(
          bodies.map((body, index) =>
            creation(ways, body, `${index === 0 ? "one" : "the other"} of two at once`),
          ),
        );
        for (const created of both) yield* readBackOf(ways, created);
        yield* listed(kind);
      },
    }),
    defineStep({
      name: "read",
      shows,
      argument: fc.nat(5),
      *plan(which, { history }) {
        const created = creationsIn(history, kind);
        const one = created[which % Math.max(1, created.length)];
        if (one === undefined) return;
        yield* readIt(ways, one, `a ${kind.name} created before`);
        yield* readIt(ways, one, `the same ${kind.name} once more`);
      },
    }),
    {
      name: "again",
      shows,
      *plan(_, { history }) {
        const last = creationsIn(history, kind).at(-1);
        if (last === undefined) return;
        const again = yield* send(creation(ways, last.request.body, `the same ${kind.name} again`));
        if (isSuccess(again)) yield* readBackOf(ways, again);
        else yield* readIt(ways, last, `the ${kind.name} that was sent twice`);
      },
    },
  ];
};

/** After what was refused, those created before are as they were. */
const refusedStep = <Argument>(
  name: string,
  argument: fc.Arbitrary<Argument>,
  ways: Ways,
  calls: (argument: Argument) => readonly Call[],
): Step =>
  defineStep({
    name,
    shows: [ways.kind.fact],
    argument,
    applies: (_, history) => creationsIn(history, ways.kind).length > 0,
    *plan(chosen, { history }) {
      for (const call of calls(chosen)) yield* send(toBeRefused(call));
      const last = creationsIn(history, ways.kind).at(-1);
      if (last !== undefined) yield* readIt(ways, last, `the last ${ways.kind.name} that was created`);
      yield* listed(ways.kind);
    },
  });

const refusedSteps = (ways: Ways): readonly Step[] => {
  const { context, kind, template } = ways;
  const invalid = kind.invalid === undefined ? undefined : templateAt(context, kind.invalid);
  const bodyOf = (mark: number): CallBody => ({
    kind: "json",
    value: readdressed(marked(template, mark), mark),
  });
  const made = (mark: number): Call => ({
    ...creation(ways, {}, `a new ${kind.name}, marked ${mark}`),
    body: bodyOf(mark),
  });
  return [
    refusedStep("refused", fc.tuple(marks, anyRefusedKey(context)), ways, ([mark, key]) =>
      // Each with a mark of its own, so that a list says which of them was taken.
      refusedWith(made(mark), key, context).map((call, index): Call => ({
        ...call,
        body: bodyOf(mark + 1000 * index),
      })),
    ),
    refusedStep("malformed", fc.constant(null), ways, () => [
      { ...creation(ways, {}, "malformed JSON"), body: malformedJson },
    ]),
    ...(invalid === undefined
      ? []
      : [
          refusedStep("invalid", fc.constant(null), ways, () => [
            creation(ways, invalid, `the declared invalid ${kind.name}`),
          ]),
        ]),
  ];
};

const waysOf = (context: PlanContext, kind: CreatedKind): Ways | undefined => {
  const template = templateAt(context, kind.body);
  return template === undefined ? undefined : { context, kind, template };
};

/** A model of creations: whoever was created is read again and again, listed like the others, and changed by nobody. */
export const creationModel = (
  kind: CreatedKind,
  words: Pick<ActiveCheck, "id" | "title" | "why"> & Pick<Exploration, "effort">,
): ActiveCheck => {
  const { effort, ...texts } = words;
  const exploration: Exploration = {
    effort,
    longest: 8,
    leaves: true,
    begin: { name: "begin", shows: [], plan: () => listed(kind) },
    steps(context) {
      const ways = waysOf(context, kind);
      return ways === undefined ? [] : [...acceptedSteps(ways), ...refusedSteps(ways)];
    },
  };
  return {
    ...texts,
    facts: [kind.fact, ...(kind.list === undefined ? [] : [kind.list.fact]), "VOL-08", "VOL-09"],
    effect: "write",
    severity: "error",
    interfaces: ["volunteer"],
    needs: ["volunteer.credentials.token", `volunteer.scratch.${kind.body}`],
    explore: exploration,
    plan: (context) => replayed(exploration, context),
    judge: (exchanges) => judgeCreations(exchanges, kind),
  };
};
