import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  all,
  any,
  bodyOf,
  type Dialect,
  field,
  list,
  listOperations,
  type OperatorName,
  operatorNames,
  operators,
  operatorsFor,
  parseBody,
  type Query,
  query,
  QueryBuilder,
  queryOperations,
  refusalsOf,
} from "../../../src/builtin/queries/index.ts";
import { validateRequest } from "../../../src/builtin/validation.ts";
import { dialectsWithQueries, texts } from "./arbitraries.ts";
import { donorDialect } from "./donor-dialect.ts";
import { refusalOf } from "./refusal-of.ts";
import { fewerRuns, runs } from "./runs.ts";

const [a, b] = ["2025-01-01T00:00:00Z", "2025-02-01T00:00:00Z"];

const donors = query("donor", donorDialect);

describe("DON-22: query filter construction", () => {
  test("a query reads like the question and emits the documented body", () => {
    const body = donors
      .where(all(field("city").equals("Austin"), field("lastGiftDate").between(a, b)))
      .sortBy("lastGiftDate", "descending")
      .select("id", "name")
      .skip(10)
      .take(50)
      .withDetails()
      .body();
    expect(body).toEqual({
      queryType: 0,
      groups: [
        {
          conjunct: 0,
          conditions: [
            { parameter: "city", operator: donorDialect.operators["equals"], value: "Austin" },
            {
              parameter: "lastGiftDate",
              operator: donorDialect.operators["between"],
              value: a,
              secondaryValue: b,
            },
          ],
        },
      ],
      selectedColumns: ["id", "name"],
      sortBy: "lastgiftdate",
      descending: true,
      skip: 10,
      take: 50,
      includeDetails: true,
    });
    expect(validateRequest("queryDonors", { body })).toEqual([]);
  });

  test("groups nest, and values stand where the number of operands puts them", () => {
    const body = donors
      .where(
        any(
          all(field("city").anyOf("Austin", "Dallas"), field("isArchived").isFalse()),
          field("city").isNotSet(),
        ),
      )
      .body();
    const { anyOf, isFalse, isNotSet } = donorDialect.operators;
    expect(body.groups).toEqual([
      {
        conjunct: 1,
        conditions: [{ parameter: "city", operator: isNotSet }],
        groups: [
          {
            conjunct: 0,
            conditions: [
              { parameter: "city", operator: anyOf, values: ["Austin", "Dallas"] },
              { parameter: "isArchived", operator: isFalse },
            ],
          },
        ],
      },
    ]);
  });

  test("whatever is built is a valid body of every query endpoint", () => {
    fc.assert(
      fc.property(
        dialectsWithQueries,
        fc.constantFrom(...Object.values(queryOperations)),
        (built, operation) => {
          const body = bodyOf(built.query, built.dialect);
          expect(validateRequest(operation, { body })).toEqual([]);
        },
      ),
      runs,
    );
  });

  test("parsing what was serialised gives the query back, through JSON too", () => {
    fc.assert(
      fc.property(dialectsWithQueries, ({ query: wanted, dialect }) => {
        const sent: unknown = JSON.parse(JSON.stringify(bodyOf(wanted, dialect)));
        const { query: read, notes } = parseBody(sent, dialect);
        expect(read).toEqual(wanted);
        expect(notes.every(({ message }) => message.startsWith("what operator"))).toBe(true);
      }),
      runs,
    );
  });

  test("a value changes nothing but itself, whatever it holds", () => {
    const ask = (text: string, other: string): string =>
      JSON.stringify(
        donors
          .where(
            all(field("city").contains(text), any(field("city").anyOf(other, text), field("id").equals(1))),
          )
          .body(),
      );
    fc.assert(
      fc.property(texts, texts, (text, other) => {
        // The places of the values are marked; putting the values there gives the same body.
        const [first, second] = ["@first@", "@second@"];
        const marked = ask(first, second);
        const filled = marked
          .replaceAll(JSON.stringify(first), () => JSON.stringify(text))
          .replaceAll(JSON.stringify(second), () => JSON.stringify(other));
        expect(ask(text, other)).toBe(filled);
      }),
      runs,
    );
  });

  test("a megabyte of text comes through as it is", () => {
    const text = "x".repeat(2 ** 20);
    const built = donors.where(field("city").equals(text));
    const sent: unknown = JSON.parse(JSON.stringify(built.body()));
    expect(parseBody(sent, donorDialect)).toEqual({ query: built.query, notes: [] });
    expect(sent).toMatchObject({ groups: [{ conditions: [{ value: text }] }] });
  });

  test("no step changes the query before it", () => {
    const first = donors.where(field("city").equals("Austin"));
    const before = JSON.stringify(first.query);
    const second = first.where(field("id").equals(1)).take(1).select("id").sortBy("id").skip(2).withDetails();
    expect(JSON.stringify(first.query)).toBe(before);
    expect(second.query.filter).toEqual(all(field("city").equals("Austin"), field("id").equals(1)));
  });

  test("a second filter narrows the first, however that one joins", () => {
    const either = any(field("city").equals("Austin"), field("city").equals("Dallas"));
    expect(donors.where(either).where(field("id").equals(1)).query.filter).toEqual(
      all(field("id").equals(1), either),
    );
  });

  test("sorting anew forgets the direction of before", () => {
    expect(donors.sortBy("id", "descending").sortBy("id").body()).toEqual({ queryType: 0, sortBy: "id" });
  });

  test("minus zero is zero, as JSON has it", () => {
    const built = donors.where(field("id").anyOf(-0, 1));
    expect(built.query.filter).toEqual(all(field("id").anyOf(0, 1)));
    expect(parseBody(JSON.parse(JSON.stringify(built.body())), donorDialect).query).toEqual(built.query);
  });

  test("a Date is the moment it stands for", () => {
    const built = donors.where(field("lastGiftDate").greaterThan(new Date(0)));
    expect(built.body().groups?.[0]?.conditions?.[0]?.["value"]).toBe("1970-01-01T00:00:00.000Z");
  });
});

describe("what the interface must refuse, the builder refuses with a sentence", () => {
  const loose: Dialect = donorDialect;
  const donor = query("donor", loose);
  const conjuncts = { and: 0, or: 1 } as const;

  test.each(
    Object.entries<readonly (() => unknown)[]>({
      "the dialect knows no donors (did you mean donor?)": [() => query("donors", loose)],
      "there is no parameter cty (did you mean city?)": [() => donor.where(field("cty").isSet())],
      "there is no parameter toString": [() => donor.where(field("toString").isSet())],
      "there is no column nme (did you mean name?)": [() => donor.select("nme")],
      "no column is selected": [() => donor.select()],
      "results cannot be sorted by city": [() => donor.sortBy("city")],
      "id must be compared with a whole number": [
        () => donor.where(field("id").equals("1")),
        () => donor.where(field("id").equals(1.5)),
      ],
      "city must be compared with text": [() => donor.where(field("city").equals(1))],
      "amount must be compared with a decimal": [
        () => donor.where(field("amount").equals(Infinity)),
        () => donor.where(field("amount").equals("1e3")),
      ],
      "or a number that JSON keeps": [() => donor.where(field("amount").equals(2 ** 53))],
      "birthday must be compared with a day": [() => donor.where(field("birthday").equals("2025-02-29"))],
      "in UTC": [() => donor.where(field("lastGiftDate").equals("2025-01-01T00:00:00"))],
      "contains cannot compare": [
        () => donor.where(field("id").contains("1")),
        () => donor.where(field("status").contains("a")),
      ],
      "a whole number of days, 0 or more": [() => donor.where(field("lastGiftDate").inLastDays(-1))],
      "a whole number from 0 to 29": [
        () => donor.where(field("id").numbered(30)),
        () => donor.where(field("id").numbered(-1)),
        () => donor.where(field("id").numbered(1.5)),
        () => query("donor", { ...loose, operators: { equals: 30 } }),
      ],
      "operator 29 cannot compare": [() => donor.where(field("status").numbered(29))],
      "the list of values is empty": [() => donor.where(field("id").numbered(1, { values: [] }))],
      "skip must be a whole number, 0 or more": [() => donor.skip(-1)],
      "take must be a whole number, 0 or more": [() => donor.take(0.5)],
      "anyOf takes at least one value": [() => field("id").anyOf()],
      "all() has no members": [() => all()],
      "a valid Date": [() => field("birthday").equals(new Date(Number.NaN))],
      "a whole number from 0 to 9": [
        () =>
          query("donor", { operators: {}, queryTypes: { donor: { code: 10, parameters: {}, columns: [] } } }),
      ],
      "anyOf has the same integer as equals": [
        () => query("donor", { ...loose, operators: { equals: 3, anyOf: 3 } }),
      ],
      "must differ": [() => query("donor", { ...loose, conjunct: { ...conjuncts, or: 0 } })],
      "holds something else": [() => query("donor", { ...loose, singleValueField: "values" })],
    }),
  )("%s", (sentence, acts) => {
    for (const act of acts) expect(refusalOf(act)).toContain(sentence);
  });

  // What a compiler would not let pass, a caller without one may still try.
  const untyped = (name: string): Record<string, (...operands: unknown[]) => never> =>
    // Every method is a function of some operands.
    field(name) as unknown as Record<string, (...operands: unknown[]) => never>;

  test.each(
    Object.entries<readonly (() => unknown)[]>({
      "between takes a lower and an upper bound": [() => untyped("id")["between"]?.(1)],
      "a lower and an upper bound": [() => untyped("id")["between"]?.(1, undefined)],
      "equals takes one value": [() => untyped("id")["equals"]?.(), () => untyped("id")["equals"]?.(1, 2)],
      "isSet takes no value": [() => untyped("id")["isSet"]?.(1)],
      "equals compares with text, numbers": [() => untyped("id")["equals"]?.(null)],
      "anyOf compares with text, numbers": [() => untyped("id")["anyOf"]?.({})],
      "a filter is a condition": [() => donor.where({ city: "Austin" } as never)],
      "a member of all() is a condition": [() => all("city" as never)],
    }),
  )("%s", (sentence, acts) => {
    for (const act of acts) expect(refusalOf(act)).toContain(sentence);
  });

  test("depth", () => {
    const nested = (depth: number): ReturnType<typeof all> =>
      Array.from({ length: depth - 1 }).reduce<ReturnType<typeof all>>(
        (inner) => all(inner),
        all(field("id").isSet()),
      );
    expect(donor.where(nested(8)).body().groups).toHaveLength(1);
    for (const depth of [9, 100_000])
      expect(refusalOf(() => donor.where(nested(depth)))).toContain("groups nest deeper than 8");
  });

  test("depth, wherever the limit is and whatever stands beside the groups", () => {
    const leaf = field("id").isSet();
    const nested = (depth: number, joints: readonly boolean[]): ReturnType<typeof all> =>
      depth === 1
        ? all(leaf)
        : (joints[depth % joints.length] === true ? all : any)(leaf, nested(depth - 1, joints), leaf);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 30 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
        (depth, maximumDepth, joints) => {
          const ask = () =>
            query("donor", { ...loose, maximumDepth })
              .where(nested(depth, joints))
              .body();
          if (depth <= maximumDepth) expect(ask().groups).toHaveLength(1);
          else expect(refusalOf(ask)).toContain(`groups nest deeper than ${maximumDepth}`);
        },
      ),
      runs,
    );
  });

  test("what the dialect does not know is not guessed", () => {
    const partial: Dialect = { operators: { equals: 3, isSet: 4 }, queryTypes: donorDialect.queryTypes };
    const asked = query("donor", partial);
    expect(refusalOf(() => asked.where(field("city").contains("a")))).toContain(
      "which integer means contains (U-13)",
    );
    expect(refusalOf(() => asked.where(field("city").equals("a")))).toContain("holds a single value (U-12)");
    expect(refusalOf(() => asked.where(field("city").numbered(7, { single: "a" })))).toContain("(U-12)");
    const [one, two] = [field("city").isSet(), field("id").isSet()];
    expect(refusalOf(() => asked.where(any(one, two)))).toContain("which conjunct is AND (U-14)");
    expect(asked.where(any(one)).body().groups).toEqual([
      { conjunct: 0, conditions: [{ parameter: "city", operator: 4 }] },
    ]);
  });

  test("the place is where it would stand in the body", () => {
    const filter = all(any(field("id").isSet(), field("city").equals(1)), field("id").isSet());
    expect(refusalOf(() => donor.where(filter))).toMatch(
      /^donor query, groups\[0\]\.groups\[0\]\.conditions\[1\], value 1: /,
    );
  });

  test("no refusal tells a value", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{12}$/), (secret) => {
        for (const name of ["id", "amount", "isArchived", "birthday", "lastGiftDate"])
          expect(refusalOf(() => donor.where(field(name).equals(secret)))).not.toContain(secret);
      }),
      fewerRuns(0.2),
    );
  });

  test("every refusal of a query is reported, not only the first", () => {
    const wrong: Query = {
      kind: "donor",
      filter: all(field("nope").isSet(), field("id").equals("1")),
      skip: -1,
      columns: ["x"],
    };
    expect([...refusalsOf(wrong, donorDialect)].map(({ place }) => place)).toEqual([
      "skip",
      "groups[0].conditions[0].parameter",
      "groups[0].conditions[1], value 1",
      "selectedColumns[0]",
    ]);
  });

  test("what breaks one rule at random is refused, what breaks none is not", () => {
    const breaks: readonly ((wanted: Query) => Query)[] = [
      (wanted) => ({ ...wanted, take: -1 }),
      (wanted) => ({ ...wanted, columns: [...(wanted.columns ?? []), "\u0001no such column"] }),
      (wanted) => ({ ...wanted, kind: "no such kind" }),
      (wanted) => ({
        ...wanted,
        filter: all(
          ...(wanted.filter === undefined ? [] : [wanted.filter]),
          field("\u0001no such field").isSet(),
        ),
      }),
      (wanted) => ({ ...wanted, filter: { kind: "all", members: [] } }),
    ];
    fc.assert(
      fc.property(dialectsWithQueries, fc.constantFrom(...breaks), ({ query: wanted, dialect }, broken) => {
        expect([...refusalsOf(wanted, dialect)]).toEqual([]);
        expect([...refusalsOf(broken(wanted), dialect)].length).toBeGreaterThan(0);
        expect(() => bodyOf(broken(wanted), dialect)).toThrow(
          expect.objectContaining({ name: "UsageError" }),
        );
      }),
      runs,
    );
  });
});

describe("the operators", () => {
  test("are thirty, with one method each", () => {
    expect(operatorNames).toHaveLength(30);
    const methods: object = field("x");
    expect(Object.keys(methods).toSorted()).toEqual([...operatorNames, "numbered"].toSorted());
  });

  test("each is of use to some type, and an unknown type takes them all", () => {
    const used = new Set<OperatorName>(
      (["text", "instant", "boolean", "decimal"] as const).flatMap((type) => operatorsFor(type)),
    );
    expect([...used].toSorted()).toEqual([...operatorNames].toSorted());
    expect(operatorsFor("unknown")).toEqual(operatorNames);
    expect(operators.between.arity).toBe("two");
  });
});

describe("the builders", () => {
  test("begin with what is asked for and nothing else", () => {
    expect(donors).toBeInstanceOf(QueryBuilder);
    expect(donors.body()).toEqual({ queryType: 0 });
    expect(list("donor").parameters()).toEqual({});
    expect(Object.keys(listOperations)).toEqual(["donor", "gift", "campaign"]);
  });
});
