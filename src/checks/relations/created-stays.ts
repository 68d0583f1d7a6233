import fc from "fast-check";
import { send, sendAll, type ActiveCheck, type Plan, type PlanContext } from "../../core/model/check.ts";
import {
  isSuccess,
  jsonOf,
  type Call,
  type CallBody,
  type Exchange,
  type Spelling,
} from "../../core/model/exchange.ts";
import { defineStep, replayed, type Exploration, type Action } from "../../core/model/exploration.ts";
import type { ResourceWrite } from "../../core/model/resource.ts";
import { createdId, learntId } from "../support/ids.ts";
import { fillTemplate } from "../support/declared-body.ts";
import { memberIds, membersBody, type MemberSet } from "../support/member-calls.ts";
import { judgeCreations, readBack, type Created, type CreationTag } from "./judge-creations.ts";
import type { JsonObject } from "../support/json.ts";
import { malformedJson } from "../support/malformed.ts";
import { marked } from "../support/marked.ts";
import { endpointOf } from "../support/paged-endpoint.ts";
import { largePage } from "../support/paging.ts";
import { declaredBody, needsOf, readCreated, writeCall } from "../support/resource.ts";
import { toBeRefused } from "../support/refusal.ts";
import { anyRefused, marks, refusedWith } from "../support/refused-callers.ts";

/** An address of the same mailbox, so that nobody else is notified of a newly created record. */
const readdressed = (body: JsonObject, mark: number): JsonObject =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === "string" && /^e-?mail/i.test(name) ? value.replace("@", `+run${mark}@`) : value,
    ]),
  );

interface Ways {
  readonly context: PlanContext;
  readonly kind: Created;
  readonly template: JsonObject;
}

const creation = ({ context, kind }: Ways, value: unknown, label: string): Call =>
  writeCall(context, kind, kind.create, value, label);

function* readIt({ context, kind }: Ways, created: Exchange, label: string): Plan {
  yield* readCreated(context, kind, created, label);
}

function* readBackOf({ context, kind }: Ways, created: Exchange): Plan<void, CreationTag> {
  const { label, tag } = readBack(created);
  yield* readCreated(context, kind, created, label, { tag });
}

/** Lists the records, with the usual page size if a large one is refused. */
function* listed({ list }: Created): Plan<void, CreationTag> {
  if (list === undefined) return;
  const { call } = endpointOf(list);
  const large = yield* send<CreationTag>({
    ...call({ take: largePage }, "all of them"),
    tag: "a large page",
  });
  if (!isSuccess(large)) yield* send(call({}, "a page of the usual size"));
}

/** Spellings of the same body by other HTTP libraries. */
const writings: readonly (readonly Spelling[])[] = [
  [],
  ["charset", "json-order", "json-space"],
  ["media-type-case", "json-escapes"],
];

function* createdAs(ways: Ways, mark: number): Plan<Exchange> {
  const plain = marked(ways.template, mark);
  const body = readdressed(plain, mark);
  const call = creation(ways, body, `a new ${ways.kind.called}, marked ${mark}`);
  const created = yield* send({ ...call, spelled: writings[mark % writings.length] ?? [] });
  if (isSuccess(created) || JSON.stringify(body) === JSON.stringify(plain)) return created;
  return yield* send(
    creation(ways, plain, `a new ${ways.kind.called}, marked ${mark}, at the declared address`),
  );
}

const creationsIn = (history: readonly Exchange[], { create }: Created): readonly Exchange[] =>
  history.filter(
    (one) => one.operation === create.operation && one.call?.expects === undefined && isSuccess(one),
  );

const acceptedSteps = (ways: Ways): readonly Action<CreationTag>[] => {
  const { kind } = ways;
  const shows = [kind.create, kind.list].flatMap((one) => one?.fact ?? []);
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
        yield* readIt(ways, one, `a ${kind.called} created before`);
        yield* readIt(ways, one, `the same ${kind.called} once more`);
      },
    }),
    {
      name: "again",
      shows,
      *plan(_, { history }) {
        const last = creationsIn(history, kind).at(-1);
        if (last === undefined) return;
        const again = yield* send(creation(ways, last.request.body, `the same ${kind.called} again`));
        if (isSuccess(again)) yield* readBackOf(ways, again);
        else yield* readIt(ways, last, `the ${kind.called} that was sent twice`);
      },
    },
  ];
};

/** The last accepted creation that has shown its id, and that id. */
const lastCreated = ({ context, kind }: Ways, history: readonly Exchange[]) =>
  creationsIn(history, kind)
    .flatMap((created) => {
      const id = createdId(jsonOf(created), kind, context);
      return id === undefined ? [] : [{ created, id }];
    })
    .at(-1);

/**
 * Writes to the last record that was created, and to its sets. Only in the embedded sandbox: a faulty target may answer
 * a creation with the id of somebody's record.
 */
const changingSteps = (ways: Ways, sets: readonly MemberSet[]): readonly Action<CreationTag>[] => {
  const { context, kind } = ways;
  const { called, update } = kind;
  const declared = update && declaredBody(context, update);
  if (context.isEmbedded !== true || update === undefined || declared === undefined) return [];
  const writesOf = (mark: number): readonly (readonly [ResourceWrite, unknown])[] => [
    [update, marked(declared, mark)],
    ...sets.map((set) => [set.replace, membersBody(context, set, memberIds(context, set))] as const),
  ];
  return [
    defineStep({
      name: "change",
      shows: writesOf(0).map(([{ fact }]) => fact),
      argument: marks,
      applies: (_, history) => lastCreated(ways, history) !== undefined,
      *plan(mark, { history }) {
        const last = lastCreated(ways, history);
        if (last === undefined) return;
        const id = learntId(`${kind.interface} ${called}`, last.id);
        for (const [write, value] of writesOf(mark)) {
          const call = writeCall(context, kind, write, value, `${write.operation} of the created ${called}`);
          yield* send({ ...call, path: { [write.id?.parameter ?? ""]: id } });
        }
        yield* readIt(ways, last.created, `the created ${called} after that`);
      },
    }),
  ];
};

/** Refused requests leave the records created before unchanged. */
const refusedStep = <Argument>(
  name: string,
  argument: fc.Arbitrary<Argument>,
  ways: Ways,
  calls: (argument: Argument) => readonly Call[],
): Action<CreationTag> =>
  defineStep({
    name,
    shows: [ways.kind.create.fact],
    argument,
    applies: (_, history) => creationsIn(history, ways.kind).length > 0,
    *plan(chosen, { history }) {
      for (const call of calls(chosen)) yield* send(toBeRefused(call));
      const last = creationsIn(history, ways.kind).at(-1);
      if (last !== undefined) yield* readIt(ways, last, `the last ${ways.kind.called} that was created`);
      yield* listed(ways.kind);
    },
  });

const refusedSteps = (ways: Ways): readonly Action<CreationTag>[] => {
  const { context, kind, template } = ways;
  const { body: path } = kind.invalid ?? {};
  const invalid = path === undefined ? undefined : fillTemplate(context.setting(path), context);
  const bodyOf = (mark: number): CallBody => ({
    kind: "json",
    value: readdressed(marked(template, mark), mark),
  });
  const made = (mark: number): Call => ({
    ...creation(ways, {}, `a new ${kind.called}, marked ${mark}`),
    body: bodyOf(mark),
  });
  return [
    refusedStep("refused", fc.tuple(marks, anyRefused(kind, context)), ways, ([mark, key]) =>
      // Each with its own mark, so that a list shows which was accepted.
      refusedWith(kind, made(mark), key, context).map((call, index): Call => ({
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
            creation(ways, invalid, `the declared invalid ${kind.called}`),
          ]),
        ]),
  ];
};

const waysOf = (context: PlanContext, kind: Created): Ways | undefined => {
  const template = declaredBody(context, kind.create);
  return template === undefined ? undefined : { context, kind, template };
};

/**
 * Created records are read repeatedly, listed like the others, and change only when they are written.
 * @param sets what such a record has besides
 */
export const createdStays = (
  kind: Created,
  words: Pick<ActiveCheck, "id" | "title" | "why"> & Pick<Exploration, "effort">,
  sets: readonly MemberSet[] = [],
): ActiveCheck<CreationTag> => {
  const { effort, ...texts } = words;
  const exploration: Exploration<CreationTag> = {
    effort,
    longest: 8,
    leaves: true,
    begin: { name: "begin", shows: [], plan: () => listed(kind) },
    steps(context) {
      const ways = waysOf(context, kind);
      return ways === undefined
        ? []
        : [...acceptedSteps(ways), ...changingSteps(ways, sets), ...refusedSteps(ways)];
    },
  };
  const { create, list, refused = [], malformed, interface: name, credential } = kind;
  const written = [kind.update, ...sets.map(({ replace }) => replace)];
  const others = [list, ...written, ...refused, malformed].flatMap((one) => one?.fact ?? []);
  return {
    ...texts,
    facts: [create.fact, ...new Set(others)],
    effect: "write",
    interfaces: [name],
    needs: [credential, ...needsOf(create)],
    explore: exploration,
    plan: (context) => replayed(exploration, context),
    judge: (exchanges) => judgeCreations(exchanges, kind, sets),
  };
};
