import type { Exchange } from "../../core/model/exchange.ts";
import type { KnownCondition, KnownGroup } from "./known-conditions.ts";

/**
 * Filters over a few conditions in their own notation: `0(A,1(B,C))` is a
 * group with conjunct 0 that holds A and a group, `0(A);0(B)` two groups side by side.
 */
export type FilterText = string;

export type Letters = ReadonlyMap<string, KnownCondition>;

/** Splits a filter at separators outside parentheses. */
export const splitAtTop = (text: string, separator: string): readonly string[] => {
  const parts: string[] = [""];
  let depth = 0;
  for (const letter of text) {
    depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
    if (letter === separator && depth === 0) parts.push("");
    else parts.push(`${parts.pop() ?? ""}${letter}`);
  }
  return parts;
};

const groupOf = (text: string, letters: Letters): KnownGroup => {
  const members = splitAtTop(text.slice(2, -1), ",");
  const inner = members.filter((member) => member.includes("(")).map((member) => groupOf(member, letters));
  return {
    conjunct: Number(text.charAt(0)),
    conditions: members.flatMap((member) => letters.get(member) ?? []),
    ...(inner.length === 0 ? {} : { groups: inner }),
  };
};

export const knownGroups = (filter: FilterText, letters: Letters): readonly KnownGroup[] =>
  filter === "" ? [] : splitAtTop(filter, ";").map((group) => groupOf(group, letters));

/** What is known about one endpoint: the exchange and total of each filter that was answered with a page. */
export interface Measured {
  readonly exchange: Exchange;
  readonly total: number;
}

export type Totals = ReadonlyMap<FilterText, Measured>;

/** A relation that must hold between totals, whatever the integers of conjuncts and operators mean. */
export interface Relation {
  /** The filter whose total is computed from others. */
  readonly of: FilterText;
  /** Filters whose totals are added, and those that are subtracted. */
  readonly plus: readonly FilterText[];
  readonly minus?: readonly FilterText[];
  readonly message: string;
  /** It uses nested groups, which a target need not support: how a group holds others is not stated. */
  readonly isNested?: true;
}

const conjuncts = [0, 1] as const;

const other = (conjunct: number): number => 1 - conjunct;

const equal = (of: FilterText, to: FilterText, message: string): Relation => ({ of, plus: [to], message });

const nested = (relation: Relation): Relation => ({ ...relation, isNested: true });

/** Shows whether the target supports nested groups: one condition in an inner group narrows as it does alone. */
const nestsAtAll: readonly FilterText[] = ["", "0(A)", "0(1(A))"];

const order = "the order of conditions changes the total";
const nesting = "a group within a group changes the total";
const deepNesting = "a third level of groups changes the total";
const many = "a condition that is said again among others changes the total";

/** One condition: alone under either conjunct, twice, and in its own group. */
const ofOne: readonly Relation[] = [
  equal("1(A)", "0(A)", "the conjunct of a single condition changes the total"),
  nested(equal("1(0(B))", "0(B)", nesting)),
  ...conjuncts.map((of) => equal(`${of}(A,A)`, "0(A)", "a condition that is said twice changes the total")),
];

const inclusionOf = (one: string, two: string): Relation => ({
  of: `1(${one},${two})`,
  plus: [`0(${one})`, `0(${two})`],
  minus: [`0(${one},${two})`],
  message: "the totals of both conjuncts do not add up to those of their conditions",
});

const ofTwo: readonly Relation[] = [
  ...conjuncts.map((of) => equal(`${of}(B,A)`, `${of}(A,B)`, order)),
  ...conjuncts.map((of) => nested(equal(`${of}(A,${other(of)}(B))`, `${of}(A,B)`, nesting))),
  equal("0(B);0(A)", "0(A);0(B)", "the order of groups changes the total"),
  ...conjuncts.map((of) => equal(`${of}(A,A,A,B)`, `${of}(A,B)`, many)),
  // A condition combined with a wider group that contains it equals the condition.
  ...conjuncts.map((of) => nested(equal(`${of}(A,${other(of)}(B,${of}(A,A)))`, "0(A)", deepNesting))),
  inclusionOf("A", "B"),
];

/**
 * Without its parentheses, a group is read with AND before OR: this shows in a condition beside a group with the other
 * conjunct, and in nothing smaller.
 */
const precedence: readonly Relation[] = conjuncts.map((of) =>
  nested({
    of: `${of}(A,${other(of)}(B,C))`,
    plus: [`${of}(A,B)`, `${of}(A,C)`],
    minus: [`${of}(A,B,C)`],
    message: "a nested group with the other conjunct has a total that does not follow from its parts",
  }),
);

/**
 * Three conditions. Inclusion and exclusion, and distribution, also hold with AND and OR exchanged, so that it need not
 * be known which is which.
 */
const ofThree: readonly Relation[] = [
  inclusionOf("A", "C"),
  inclusionOf("B", "C"),
  ...conjuncts.map((of) => equal(`${of}(C,B,A)`, `${of}(A,B,C)`, order)),
  ...conjuncts.map((of) => nested(equal(`${of}(A,${of}(B,C))`, `${of}(A,B,C)`, nesting))),
  ...conjuncts.map((of) =>
    nested(equal(`${of}(A,${other(of)}(B,${of}(C,A)))`, `${of}(A,${other(of)}(B,C))`, deepNesting)),
  ),
  ...conjuncts.map((of) => equal(`${of}(A,A,B,C)`, `${of}(A,B,C)`, many)),
  ...precedence,
  {
    of: "1(A,B,C)",
    plus: ["0(A)", "0(B)", "0(C)", "0(A,B,C)"],
    minus: ["0(A,B)", "0(A,C)", "0(B,C)"],
    message: "the totals of three conditions do not add up to those of their parts",
  },
];

/** Two further conditions on one parameter. */
const ofTwins: readonly Relation[] = [inclusionOf("P", "Q")];

/** A condition on a field that some records have no value in: neither conjunct may lose or gain those. */
const ofGaps: readonly Relation[] = [inclusionOf("N", "A")];

/** A text condition that a query language may mishandle, and first: it may match nothing. */
const ofText: readonly Relation[] = [inclusionOf("T", "A")];

const reordered = "conditions in another order, one of them said twice, have another total";

/**
 * Relations that contain several others: a violation is shrunk by asking for those. Totals are computed under conjunct
 * 0, whichever it means.
 */
const wideOfTwo: readonly Relation[] = [
  { ...inclusionOf("A", "B"), of: "1(B,A,A)" },
  equal("0(B,A,A)", "0(A,B)", reordered),
];

const wideOfThree: readonly Relation[] = [
  {
    of: "1(C,B,A,A)",
    plus: ["0(A)", "0(B)", "0(C)", "0(A,B,C)"],
    minus: ["0(A,B)", "0(A,C)", "0(B,C)"],
    message: "the totals of three conditions do not add up to those of their parts",
  },
  equal("0(C,B,A,A)", "0(A,B,C)", reordered),
  nested({
    of: "0(A,1(B,0(C,A)))",
    plus: ["0(A,B)", "0(A,C)"],
    minus: ["0(A,B,C)"],
    message: deepNesting,
  }),
  nested({ of: "1(A,0(B,1(C,A)))", plus: ["0(A)", "0(B,C)"], minus: ["0(A,B,C)"], message: deepNesting }),
];

/** Every relation, those with fewer conditions first. */
export const relations: readonly Relation[] = [
  ...ofTwo,
  ...ofOne,
  ...wideOfTwo,
  ...ofThree,
  ...wideOfThree,
  ...ofTwins,
  ...ofGaps,
  ...ofText,
];

/** Filters that no wide relation contains. */
const beside = new Set(["1(A,A)", "0(B);0(A)"]);

const widest = (known: readonly Relation[]): readonly Relation[] => {
  const three = wideOfThree.filter((relation) => known.includes(relation));
  const deepOfTwo = ofTwo.filter(({ message }) => message === deepNesting);
  return [
    ...(three.length > 0 ? three : [...wideOfTwo, ...deepOfTwo]),
    ...relations.filter(({ of }) => beside.has(of)),
    ...ofTwins,
    ...ofGaps,
    ...ofText,
  ].filter((relation) => known.includes(relation));
};

export const filtersOf = ({ of, plus, minus = [], isNested }: Relation): readonly FilterText[] => [
  of,
  ...plus,
  ...minus,
  ...(isNested === true ? nestsAtAll : []),
];

const isKnown = (filter: FilterText, letters: Letters): boolean =>
  (filter.match(/[A-Z]/g) ?? []).every((letter) => letters.has(letter));

export const relationsOf = (letters: Letters): readonly Relation[] =>
  relations.filter((relation) => filtersOf(relation).every((filter) => isKnown(filter, letters)));

/**
 * The relations to measure: always those that show precedence, since nothing else does, and some of the widest.
 * @param and the conjunct that means AND, if known: under OR a lost parenthesis changes nothing
 */
export const chosenRelations = (
  letters: Letters,
  and: number | undefined,
  choose: (others: readonly Relation[]) => readonly Relation[],
): readonly Relation[] => {
  const known = relationsOf(letters);
  const first = precedence.filter(
    (relation) => known.includes(relation) && (and === undefined || relation.of.startsWith(String(and))),
  );
  return [...first, ...choose(widest(known))];
};

/** A relation that does not hold, and the total that it requires. */
export interface Broken {
  readonly relation: Relation;
  readonly measured: Measured;
  readonly others: readonly Measured[];
  readonly expected: number;
}

const measuredAll = (filters: readonly FilterText[], totals: Totals): readonly Measured[] | undefined => {
  const found = filters.flatMap((filter) => totals.get(filter) ?? []);
  return found.length === filters.length ? found : undefined;
};

const sum = (measured: readonly Measured[]): number => measured.reduce((total, one) => total + one.total, 0);

const knowsNesting = (totals: Totals): boolean => {
  const [everything, alone, within] = nestsAtAll.map((filter) => totals.get(filter)?.total);
  return alone !== undefined && within === alone && alone !== everything;
};

/** The relations that do not hold. One with a missing or refused part says nothing. */
export const brokenIn = (totals: Totals): readonly Broken[] =>
  relations.flatMap((relation): Broken[] => {
    if (relation.isNested === true && !knowsNesting(totals)) return [];
    const measured = totals.get(relation.of);
    const plus = measuredAll(relation.plus, totals);
    const minus = measuredAll(relation.minus ?? [], totals);
    if (measured === undefined || plus === undefined || minus === undefined) return [];
    const expected = sum(plus) - sum(minus);
    return measured.total === expected ? [] : [{ relation, measured, others: [...plus, ...minus], expected }];
  });

/** The joined conditions that show the meaning of the conjuncts. */
const joined: readonly (readonly string[])[] = [
  ["A", "B"],
  ["A", "C"],
  ["B", "C"],
  ["A", "B", "C"],
  ["P", "Q"],
];

/** How the two conjuncts behave with some conditions: which can be AND, with the other as OR. */
export interface Behaviour {
  readonly exchanges: readonly [Exchange, Exchange];
  /** What they are compared with: each condition alone, and everything. */
  readonly parts: readonly Exchange[];
  /** Conjuncts that can be AND; none unless one narrows while the other widens. */
  readonly and: ReadonlySet<number>;
}

/** AND matches at most what its least condition does; OR at least what its greatest does, at most everything. */
export const behavioursIn = (totals: Totals): readonly Behaviour[] =>
  joined.flatMap((letters): Behaviour[] => {
    const parts = measuredAll(
      letters.map((letter) => `0(${letter})`),
      totals,
    );
    const [zero, one, everything] = [`0(${letters.join()})`, `1(${letters.join()})`, ""].map((filter) =>
      totals.get(filter),
    );
    if (parts === undefined || zero === undefined || one === undefined || everything === undefined) return [];
    const counts = parts.map(({ total }) => total);
    const fits = (and: Measured, or: Measured): boolean =>
      and.total <= Math.min(...counts) && or.total >= Math.max(...counts) && or.total <= everything.total;
    const and = new Set([...(fits(zero, one) ? [0] : []), ...(fits(one, zero) ? [1] : [])]);
    const compared = [...parts, everything].map(({ exchange }) => exchange);
    return [{ exchanges: [zero.exchange, one.exchange], parts: compared, and }];
  });
