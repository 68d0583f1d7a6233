import {
  defineTaggedCheck,
  send,
  sendAll,
  type Judgement,
  type Plan,
  type PlanContext,
} from "../core/model/check.ts";
import type { Call, Exchange } from "../core/model/exchange.ts";
import { isSecret } from "../core/model/secret.ts";
import { shownCount } from "../core/validation/shape-of.ts";
import { type Answers, answersOf, type ListTag } from "./support/answers.ts";
import { notApplicable, statusOf, violation, wrongStatus } from "./support/judgements.ts";
import {
  filteredCall,
  knownConditions,
  parameterOf,
  type KnownCondition,
  type KnownGroup,
} from "./support/known-conditions.ts";
import { findQueryEndpoints, queryEndpointNames, type FoundQueryEndpoint } from "./support/paged-endpoint.ts";
import { isInVain, isPage, isSameTotal, totalOnPage } from "./support/paging.ts";
import { toBeRefused } from "./support/refusal.ts";

const changed = ({ condition, shown }: KnownCondition, change: object): KnownCondition => ({
  condition: { ...condition, ...change },
  shown: { ...shown, ...change },
});

const alone = (condition: KnownCondition, conjunct = 0): readonly KnownGroup[] => [
  { conjunct, conditions: [condition] },
];

const within = (inner: KnownGroup): readonly KnownGroup[] => [{ conjunct: 0, groups: [inner] }];

/** The name of a parameter in evidence, with a suffix. */
const shownWith = (parameter: unknown, suffix: string): unknown =>
  isSecret(parameter) ? { ...parameter, suffix } : `${String(parameter)}${suffix}`;

interface Variation {
  readonly name: string;
  /** @param other on another parameter, if one is known: conditions on one parameter may be joined differently */
  readonly groups: (known: KnownCondition, other: KnownCondition) => readonly KnownGroup[];
  /** It uses a nested group, which a target need not support. */
  readonly isNested?: true;
}

/** A name that no field has. */
const unknown = { parameter: "noSuchField7f3a" } as const;

/** Variations of a valid filter that must be refused, by the fact that says so. */
const variations: Readonly<Record<"DON-12" | "DON-13", readonly Variation[]>> = {
  "DON-12": [
    { name: "operator 30", groups: (known) => alone(changed(known, { operator: 30 })) },
    {
      name: "operator 30 with several values",
      groups: (known) => alone(changed(known, { operator: 30, values: [1, 2] })),
    },
    { name: "operator -1", groups: (known) => alone(changed(known, { operator: -1 })) },
    {
      name: "an operator between two",
      // A server that truncates the fraction accepts it.
      groups: (known) => alone(changed(known, { operator: Number(known.condition["operator"]) + 0.5 })),
    },
    {
      name: "operator 30 beside valid conditions",
      groups: (known, other) => [
        { conjunct: 0, conditions: [other, known, changed(known, { operator: 30 })] },
      ],
    },
    {
      name: "operator 30 of a third group",
      groups: (known) => [...alone(known), ...alone(known), ...alone(changed(known, { operator: 30 }))],
    },
    {
      name: "operator 30 within a group",
      groups: (known) => within({ conjunct: 0, conditions: [changed(known, { operator: 30 })] }),
      isNested: true,
    },
    {
      name: "a word for an operator",
      groups: (known) => alone(changed(known, { operator: "noSuchOperator7f3a" })),
    },
    { name: "the operator true", groups: (known) => alone(changed(known, { operator: true })) },
    { name: "conjunct 2", groups: (known) => alone(known, 2) },
    { name: "a conjunct between the two", groups: (known) => alone(known, 0.5) },
    { name: "conjunct -1", groups: (known) => alone(known, -1) },
    {
      name: "conjunct 2 of two conditions",
      groups: (known, other) => [{ conjunct: 2, conditions: [known, other] }],
    },
    {
      name: "conjunct 2 of a third group",
      groups: (known) => [...alone(known), ...alone(known), ...alone(known, 2)],
    },
    {
      name: "conjunct 2 within a group",
      groups: (known) => within({ conjunct: 2, conditions: [known] }),
      isNested: true,
    },
  ],
  "DON-13": [
    { name: "an unknown parameter", groups: (known) => alone(changed(known, unknown)) },
    {
      name: "an unknown parameter that begins like a known one",
      groups: (known) =>
        alone({
          condition: { ...known.condition, parameter: `${parameterOf(known.condition) ?? ""}7f3a` },
          shown: { ...known.shown, parameter: shownWith(known.shown["parameter"], "7f3a") },
        }),
    },
    {
      name: "an unknown parameter beside known ones",
      groups: (known, other) => [{ conjunct: 0, conditions: [other, known, changed(known, unknown)] }],
    },
    {
      name: "an unknown parameter of a third group",
      groups: (known) => [...alone(known), ...alone(known), ...alone(changed(known, unknown))],
    },
    {
      name: "an unknown parameter within a group",
      groups: (known) => within({ conjunct: 0, conditions: [changed(known, unknown)] }),
      isNested: true,
    },
  ],
};

const conjuncts = [0, 1] as const;

/** No condition, one under a conjunct, one nested, a variation, another condition, or one in two orders of its values. */
type Asks =
  | "everything"
  | "a valid group within a group"
  | { readonly conjunct: number }
  | { readonly variation: string }
  | { readonly sample: number }
  | { readonly values: number; readonly isReversed: boolean }
  | { readonly operator: number };

type Tag = ListTag<Asks>;

const nameOf = (asks: Asks): string => {
  if (typeof asks === "string") return asks;
  if ("conjunct" in asks) return `conjunct ${asks.conjunct}`;
  if ("variation" in asks) return asks.variation;
  if ("sample" in asks) return `sample ${asks.sample}`;
  if ("operator" in asks) return `any operator ${asks.operator}`;
  return `values ${asks.values}${asks.isReversed ? " reversed" : ""}`;
};

const operators = Array.from({ length: 30 }, (_, operator) => operator);

/** The same condition with its values reversed; undefined unless it has several. */
const reversed = (known: KnownCondition): KnownCondition | undefined => {
  const { values, secondaryValue } = known.condition;
  const shown = known.shown["values"];
  if (!Array.isArray(values) || values.length < 2 || secondaryValue !== undefined) return undefined;
  return {
    condition: { ...known.condition, values: values.toReversed() },
    shown: { ...known.shown, values: Array.isArray(shown) ? shown.toReversed() : shown },
  };
};

/** A condition on another parameter than a given one; the given one if there is none. */
const onAnother = (first: KnownCondition, known: readonly KnownCondition[]): KnownCondition =>
  known.find(({ condition }) => parameterOf(condition) !== parameterOf(first.condition)) ?? first;

/** Whether a target supports nested groups: one condition in an inner group narrows as it does alone. */
const nests = (everything: Exchange, alone: Exchange | undefined, within: Exchange): boolean =>
  alone !== undefined &&
  isPage(within) &&
  totalOnPage(within) === totalOnPage(alone) &&
  totalOnPage(within) !== totalOnPage(everything);

function* askOne(endpoint: FoundQueryEndpoint, context: PlanContext): Plan<void, Tag> {
  const known = yield* knownConditions(context, endpoint);
  const [first] = known;
  if (first === undefined) return;
  const { operation } = endpoint;
  const ask = (asks: Asks, groups: readonly KnownGroup[]): Call<Tag> => ({
    ...filteredCall(endpoint, groups, `${operation}: ${nameOf(asks)}`),
    tag: { list: operation, asks },
  });
  const everything = yield* send(ask("everything", []));
  const valid = yield* sendAll(conjuncts.map((conjunct) => ask({ conjunct }, alone(first, conjunct))));
  const nested = yield* send(
    ask("a valid group within a group", within({ conjunct: 1, conditions: [first] })),
  );
  const broken = [...context.sample(variations["DON-12"], 2), ...context.sample(variations["DON-13"], 1)];
  yield* sendAll(
    broken
      .filter(({ isNested }) => isNested !== true || nests(everything, valid[0], nested))
      .map(({ name, groups }) =>
        toBeRefused(ask({ variation: name }, groups(first, onAnother(first, known)))),
      ),
  );
  const others = context.sample(known.slice(1), 1);
  const samples = yield* sendAll(others.map((one, sample) => ask({ sample }, alone(one))));
  for (const [index, one] of known.entries()) {
    const turned = reversed(one);
    if (turned === undefined) continue;
    yield* sendAll([
      ask({ values: index, isReversed: false }, alone(one)),
      ask({ values: index, isReversed: true }, alone(turned)),
    ]);
  }
  // If no condition narrows anything, conditions may be unused; one of thirty operators must narrow.
  const totals = [...valid, ...samples].filter(isPage).map(totalOnPage);
  if (totals.length > 0 && totals.every((total) => total === totalOnPage(everything)))
    yield* sendAll(operators.map((operator) => ask({ operator }, alone(changed(first, { operator })))));
}

const judgeRefusals = function* (found: Answers<Asks>): Generator<Judgement> {
  for (const fact of ["DON-12", "DON-13"] as const)
    for (const { name } of variations[fact]) {
      const exchange = found.get({ variation: name });
      const wrong = exchange && wrongStatus(exchange, "refusal", `a query with ${name}`, fact);
      if (wrong !== undefined) yield wrong;
    }
};

const judgeAcceptance = function* (found: Answers<Asks>): Generator<Judgement> {
  const answers = [
    ...conjuncts.map((conjunct) => ({
      exchange: found.get({ conjunct }),
      fact: "DON-12",
      about: nameOf({ conjunct }),
    })),
    ...[...found]
      .filter(([asks]) => typeof asks === "object" && "sample" in asks)
      .map(([, exchange]) => ({ exchange, fact: "DON-13", about: "a known condition" })),
  ];
  for (const { exchange, fact, about } of answers) {
    if (exchange === undefined || isPage(exchange) || isInVain(exchange)) continue;
    yield violation({
      fact,
      rule: "status",
      message: `a query with ${about} is not answered with a page, though others are`,
      exchange,
      expected: "200",
      actual: String(statusOf(exchange)),
    });
  }
};

const judgeUse = function* (found: Answers<Asks>): Generator<Judgement> {
  const everything = found.get("everything");
  const total = everything && totalOnPage(everything);
  const answers = operators.flatMap((operator) => found.get({ operator }) ?? []);
  const tried = answers.filter(isPage);
  const [shown] = tried;
  // Three operators that all match everything are no coincidence; a single other total shows a filter.
  if (
    everything !== undefined &&
    shown !== undefined &&
    total !== undefined &&
    total > 1 &&
    tried.length >= 3 &&
    !answers.some(isInVain)
  )
    if (tried.every((exchange) => totalOnPage(exchange) === total))
      yield violation({
        fact: "DON-13",
        rule: "relation",
        message: "no condition with any operator narrows the result",
        exchange: shown,
        also: [everything],
        pointer: "/total",
        expected: `fewer than all ${shownCount(total)} matches under some operator`,
        actual: `${shownCount(total)} for each of ${tried.length} accepted operators`,
      });
};

const judgeReversed = function* (found: Answers<Asks>): Generator<Judgement> {
  for (const [asks, exchange] of found) {
    if (typeof asks === "string" || !("values" in asks)) continue;
    const turned = asks.isReversed ? undefined : found.get({ ...asks, isReversed: true });
    if (turned === undefined || !isPage(exchange) || !isPage(turned)) continue;
    if (totalOnPage(exchange) !== totalOnPage(turned))
      yield violation({
        fact: "DON-13",
        rule: "relation",
        message: `the order of a condition's values changes the total: ${shownCount(totalOnPage(exchange))} one way, ${shownCount(totalOnPage(turned))} the other`,
        exchange: turned,
        also: [exchange],
        pointer: "/total",
        expected: `${shownCount(totalOnPage(exchange))} in any order`,
        actual: shownCount(totalOnPage(turned)),
      });
  }
};

export const queryConditionsAreValidated = defineTaggedCheck<Tag>({
  id: "query-conditions-are-validated",
  facts: ["DON-12", "DON-13"],
  effect: "read",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "Unknown operators, conjuncts and parameters are refused; known ones take effect",
  why: "A condition that is silently dropped widens the result to everybody.",
  *plan(context) {
    const found = yield* findQueryEndpoints(context);
    for (const endpoint of context.sample(found, 1)) yield* askOne(endpoint, context);
  },
  looksAgain: (one, other) => statusOf(one) === statusOf(other) && isSameTotal(one, other),
  *judge(exchanges): Generator<Judgement> {
    const asked = queryEndpointNames
      .map(({ operation }) => answersOf(exchanges, operation))
      .filter((found) => found.has({ conjunct: 0 }));
    if (asked.length === 0) return yield notApplicable("no condition is known that a query endpoint accepts");
    let judged = 0;
    for (const found of asked) {
      // Without an accepted condition, the refusal of a variation says nothing.
      const controls = conjuncts.flatMap((conjunct) => found.get({ conjunct }) ?? []);
      if (!controls.some(isPage)) continue;
      judged += 1;
      yield* judgeRefusals(found);
      yield* judgeAcceptance(found);
      yield* judgeUse(found);
      yield* judgeReversed(found);
    }
    if (judged === 0) yield notApplicable("no sample condition is accepted by its endpoint");
  },
});
