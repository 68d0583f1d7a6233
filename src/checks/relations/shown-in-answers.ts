import {
  send,
  type ActiveCheck,
  type Judgement,
  type Plan,
  type PlanContext,
} from "../../core/model/check.ts";
import { isSuccess, type Exchange } from "../../core/model/exchange.ts";
import { omit, type JsonObject } from "../support/json.ts";
import { notApplicable, statusOf, wrongStatus } from "../support/judgements.ts";
import { declaredBody, needsOf, writeCall } from "../support/resource.ts";
import { judgeOneFact, type Overwritten, type WrittenTag } from "./judge-written.ts";

type Words = Pick<ActiveCheck, "id" | "title" | "why">;

/** A sequence of replacements of a record that is shown in answers, from its declared body. */
const replacing = <Tag>(
  { replace: write, interface: name, credential }: Overwritten,
  plan: (declared: JsonObject, context: PlanContext) => Plan<void, Tag>,
) => ({
  effect: "write" as const,
  interfaces: [name],
  needs: [credential, ...needsOf(write)],
  *plan(context: PlanContext): Plan<void, Tag> {
    const declared = declaredBody(context, write);
    if (declared !== undefined) yield* plan(declared, context);
  },
});

/** The first sequence of a record shown in answers: its own bodies, by label, and the declared one again. */
export const answeredAsWritten = (
  resource: Overwritten,
  {
    fact,
    bodies,
    ...words
  }: Words & { readonly fact: string; bodies(declared: JsonObject): Readonly<Record<string, JsonObject>> },
): ActiveCheck<WrittenTag> => ({
  ...words,
  facts: [fact],
  ...replacing(resource, function* (declared, context) {
    for (const [label, body] of Object.entries({ ...bodies(declared), "put back": declared }))
      yield* send(writeCall(context, resource, resource.replace, body, `the ${resource.called}, ${label}`));
  }),
  *judge(exchanges): Generator<Judgement> {
    if (fact !== resource.replace.fact && !exchanges.some(isSuccess))
      return yield notApplicable("no replacement was accepted");
    yield* judgeOneFact(resource, fact, exchanges);
  },
});

type Names = readonly string[];

interface Tag extends WrittenTag {
  readonly without: Names;
}

/** Property sets and their complements; any two properties are together in one of them. */
const partsOf = (names: Names): readonly Names[] => {
  const thirds = [0, 1, 2].map((rest) => names.filter((_, index) => index % 3 === rest));
  return thirds.flatMap((third) => [names.filter((name) => !third.includes(name)), third]);
};

const pairsIn = (names: Names): readonly Names[] =>
  names.flatMap((left, index) => names.slice(index + 1).map((right) => [left, right]));

/** Whether a server requires what was left out: required properties are not stated. */
const isIncomplete = (exchange: Exchange): boolean => [400, 422].includes(statusOf(exchange));

/** The first sequence of a record shown in answers: replaced without each of its properties, and without several. */
export const leftOut = (resource: Overwritten, words: Words): ActiveCheck<Tag> => {
  const { replace: write, called } = resource;
  const labelOf = (names: Names): string =>
    names.length === 0 ? `a whole ${called}` : `a replacement without ${names.join(" and ")}`;
  const { leftOut: fact = write.fact, statuses = [200], least = [] } = write;
  const isPartial = ({ call }: Exchange<Tag>): boolean => (call?.tag?.without ?? []).length > 0;
  return {
    ...words,
    facts: [fact],
    ...replacing(resource, function* (whole, context) {
      const put = (label: string, names: Names) =>
        send({
          ...writeCall(context, resource, write, omit(whole, names), label),
          tag: { without: names },
        });
      const all = Object.keys(whole);
      const parts = partsOf(all);
      const almostAll = [all.filter((one) => !least.includes(one)), all];
      const open = [[], ...almostAll, ...context.sample(parts, 0), ...all.map((one): Names => [one])];
      const known = new Set(open.map(labelOf));
      let stored: Names = [];
      // Each leaves out properties that the stored record has, so that there is something to remove.
      while (open.length > 0) {
        const next = open.findIndex((names) => !names.some((one) => stored.includes(one)));
        const names = next < 0 ? [] : (open.splice(next, 1)[0] ?? []);
        const exchange = yield* put(labelOf(names), names);
        if (isSuccess(exchange)) stored = names;
        else if (next < 0) break;
        if (!isIncomplete(exchange) || !parts.includes(names)) continue;
        const pairs = pairsIn(names).filter((pair) => !known.has(labelOf(pair)));
        for (const pair of pairs) known.add(labelOf(pair));
        open.push(...pairs);
      }
      yield* put("put back", []);
    }),
    *judge(exchanges): Generator<Judgement> {
      // A refusal for lack of a required property cannot keep old values.
      const complete = exchanges.filter((exchange) => !isIncomplete(exchange));
      const first = complete.findIndex((exchange) => statuses.includes(statusOf(exchange)));
      for (const exchange of first < 0 ? [] : complete.slice(first)) {
        const wrong = wrongStatus(exchange, statuses, exchange.call?.label ?? "", fact);
        if (wrong !== undefined) yield wrong;
      }
      yield* judgeOneFact(resource, fact, complete);
      if (!complete.some((one) => statuses.includes(statusOf(one)) && isPartial(one)))
        yield notApplicable("no partial replacement was accepted");
    },
  };
};
