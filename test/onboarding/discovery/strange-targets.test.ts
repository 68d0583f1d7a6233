import { describe, expect, test } from "vitest";
import type { OperatorName } from "../../../src/builtin/queries/index.ts";
import { withDefaults } from "../../../src/sandbox/assumptions/assumptions.ts";
import { operatorOf } from "../../../src/sandbox/store/operators.ts";
import { operatorCodes } from "../../../src/onboarding/discovery/operator-observations.ts";
import { discoverSandbox, type Setting } from "./kit.ts";
import { isNightly } from "../../nightly.ts";

type Wrap = NonNullable<Setting["wrap"]>;

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Every condition in the groups of a query's body. */
const conditionsIn = (body: unknown): readonly Json[] => {
  if (!isObject(body)) return [];
  const inner = [body["groups"], body["conditions"]].flatMap((list): unknown[] =>
    Array.isArray(list) ? list : [],
  );
  return "operator" in body ? [body] : inner.flatMap(conditionsIn);
};

/** Looks at, and may change, the conditions of every query on the way to the target. */
const onConditions =
  (change: (condition: Json) => void): Wrap =>
  (fetch) =>
  async (request) => {
    if (request.method !== "POST") return fetch(request);
    const body: unknown = await request.json();
    for (const condition of conditionsIn(body)) change(condition);
    return fetch(
      new Request(request.url, { method: "POST", headers: request.headers, body: JSON.stringify(body) }),
    );
  };

/** What integers mean under the identity. */
const codeOf = (name: OperatorName): number =>
  operatorCodes.find((code) => operatorOf(code, withDefaults({})) === name) ?? -1;
const [greaterThan, isEmpty, isNotEmpty] = [codeOf("greaterThan"), codeOf("isEmpty"), codeOf("isNotEmpty")];
const [contains, isThisMonth, isThisYear] = [codeOf("contains"), codeOf("isThisMonth"), codeOf("isThisYear")];
const inNextDays = codeOf("inNextDays");
/** A stretch of last year: at another time it would be this month, or this year. */
const lastYear = (from: string, to: string) => ({
  operator: codeOf("between"),
  value: `2024-${from}T00:00:00Z`,
  secondaryValue: `2024-${to}T23:59:59Z`,
});

describe("a target that is not as the table of operators has it", () => {
  test("has no meaning forced on an integer that means something else, and synonyms are reported", async () => {
    const changed = onConditions((condition) => {
      const { operator, value } = condition;
      if (operator === contains && typeof value === "string")
        condition["value"] = [...value].toReversed().join("");
      // More than twice as much.
      if (operator === greaterThan && typeof value === "number") condition["value"] = 2 * value + 1;
      if (operator === isNotEmpty) condition["operator"] = isEmpty;
      if (operator === isThisMonth) Object.assign(condition, lastYear("01-01", "12-31"));
    });
    const found = await discoverSandbox({ wrap: changed });
    // The sandbox knows nothing of the change: these two mean the same now.
    expect(found.wrong).toEqual([isNotEmpty]);
    const { operators, answers, dialect } = found.discovery;
    expect([isEmpty, isNotEmpty].map((code) => operators[code]?.meaning)).toEqual(["isEmpty", "isEmpty"]);
    expect(answers.find(({ unknown }) => unknown === "U-13")?.answer).toContain(
      `${isEmpty} and ${isNotEmpty} all mean isEmpty`,
    );
    expect(dialect.operators).toMatchObject({ isEmpty });
    expect(dialect.operators).not.toHaveProperty("isNotEmpty");
    expect(found.undecided).toEqual([greaterThan, contains, isThisMonth]);
    expect(found.state.clockIsOff).toBe(false);
    const reversed = found.discovery.operators.find(({ operator }) => operator === contains);
    expect(reversed).toMatchObject({ meaning: null });
    expect(reversed?.evidence.length).toBeGreaterThan(2);
  });

  test.each([
    ["one more", (days: number) => days + 1],
    ["twice as many", (days: number) => 2 * days],
    ["half as many", (days: number) => Math.floor(days / 2)],
    ["thirty, whatever is asked,", () => 30],
  ])("has no operator of days that counts %s days", async (_, counted) => {
    const wrap = onConditions((condition) => {
      const { operator, value } = condition;
      if (operator === inNextDays && typeof value === "number") condition["value"] = counted(value);
    });
    const found = await discoverSandbox({ wrap });
    expect(found.undecided).toEqual([inNextDays]);
    expect(found.wrong).toEqual([]);
  });

  test("has comparisons that are decided where it compares with fractions of seconds that it does not show", async () => {
    /** Half a millisecond less: as if every record were kept half a millisecond later than it is. */
    const earlier = (value: unknown): unknown =>
      typeof value === "string" && value.includes("T")
        ? new Date(Date.parse(value) - 1).toISOString().replace("Z", "5Z")
        : value;
    const compares = (operator: unknown): boolean =>
      /^(not)?(equals|anyOf|noneOf|less|greater|between)/i.test(
        operatorOf(Number(operator), withDefaults({})) ?? "",
      );
    const asKept = onConditions((condition) => {
      if (compares(condition["operator"]))
        for (const [name, value] of Object.entries(condition))
          condition[name] = Array.isArray(value) ? value.map(earlier) : earlier(value);
    });
    const inWholeSeconds: Wrap = (fetch) => async (request) => {
      const response = await fetch(request);
      return new Response((await response.text()).replaceAll(/(T[\d:]{8})\.\d+Z/g, "$1Z"), response);
    };
    const found = await discoverSandbox({ wrap: (fetch) => inWholeSeconds(asKept(fetch)) });
    expect(found.wrong).toEqual([]);
    expect(found.right.length).toBeGreaterThanOrEqual(29);
  });

  test("is at no other time that two integers speak for, and two against", async () => {
    const others: Readonly<Record<number, object>> = {
      [isThisMonth]: lastYear("03-01", "03-31"),
      [isThisYear]: lastYear("01-01", "12-31"),
    };
    const wrap = onConditions((condition) => Object.assign(condition, others[Number(condition["operator"])]));
    const found = await discoverSandbox({ budget: 130, wrap });
    expect(found.wrong).toEqual([]);
    expect(found.right.length).toBeGreaterThanOrEqual(26);
    expect(found.undecided).toEqual(expect.arrayContaining([isThisMonth, isThisYear]));
  });

  test.runIf(isNightly)("is understood where it answers with nothing what it should refuse", async () => {
    const lax: Wrap = (fetch) => async (request) => {
      const isQuery = request.method === "POST";
      const body: unknown = isQuery ? await request.clone().json() : undefined;
      const response = await fetch(request);
      return response.status === 400 && conditionsIn(body).length > 0
        ? Response.json({ items: [], total: 0 })
        : response;
    };
    const found = await discoverSandbox({
      wrap: lax,
      assumptions: { "U-12": "filterValue", "U-13": "permutation:5" },
    });
    expect(found.wrong).toEqual([]);
    expect(found.right.length).toBeGreaterThanOrEqual(20);
    expect(found.discovery.dialect.singleValueField).toBe("filterValue");
    expect(found.state.field?.source).toBe("guessed");
  });

  /** Options in a shape of their own, with words of their own. */
  const reshaped: Wrap = (fetch) => async (request) => {
    const response = await fetch(request);
    if (!new URL(request.url).pathname.includes("/Query/options/")) return response;
    const body: unknown = await response.json();
    if (!isObject(body) || !Array.isArray(body["options"])) throw new Error("the options have another shape");
    const defs = body["options"].filter(isObject).map(({ parameter, type }) => ({
      fieldName: parameter,
      kind: type === "string" ? "Words" : type,
    }));
    return Response.json({ meta: { defs, cols: body["columns"] } });
  };

  test.runIf(isNightly)(
    "is understood by a mapping where its options have a shape of their own",
    async () => {
      const found = await discoverSandbox({
        wrap: reshaped,
        mapping: {
          parameters: ["meta", "defs"],
          name: "fieldName",
          type: "kind",
          columns: ["meta", "cols"],
          types: { Words: "text" },
        },
      });
      expect(found.wrong).toEqual([]);
      expect(found.right.length).toBeGreaterThanOrEqual(26);
      const { donor } = found.discovery.dialect.queryTypes;
      expect(donor?.parameters["city"]).toEqual({ type: "text" });
      expect(donor?.columns).toContain("DonorAddresses");
    },
  );

  test.runIf(isNightly)("is asked by what its records hold where its options say nothing", async () => {
    const found = await discoverSandbox({ wrap: reshaped, assumptions: { "U-13": "permutation:8" } });
    expect(found.wrong).toEqual([]);
    expect(found.right.length).toBeGreaterThanOrEqual(20);
    expect(found.discovery.notes.length).toBeGreaterThan(0);
    expect(found.discovery.dialect.queryTypes["donor"]?.columns).toEqual([]);
  });

  test.runIf(isNightly)("gets no query types where it takes any integer that tells nothing", async () => {
    const deaf: Wrap = (fetch) => async (request) => {
      if (new URL(request.url).pathname.includes("/Query/options/"))
        return Response.json({}, { status: 404 });
      if (request.method !== "POST") return fetch(request);
      const body: unknown = await request.json();
      const code = ["Donor", "Campaign", "Segment", "Gift", "RecurringGift"].findIndex((name) =>
        request.url.endsWith(`/${name}/query`),
      );
      const sent = isObject(body) ? { ...body, queryType: code } : body;
      return fetch(
        new Request(request.url, { method: "POST", headers: request.headers, body: JSON.stringify(sent) }),
      );
    };
    const found = await discoverSandbox({ wrap: deaf, budget: 80 });
    expect(found.wrong).toEqual([]);
    expect(found.discovery.dialect.queryTypes).toEqual({});
    expect(found.discovery.answers.find(({ unknown }) => unknown === "U-15")?.status).toBe("undecided");
  });

  test.each([
    [401, "the donation token is refused"],
    [500, "only answers 500"],
  ])("is given up when it answers %i and no more", async (status, message) => {
    const found = await discoverSandbox({ wrap: () => async () => Response.json({}, { status }) });
    expect(found.discovery.stopped).toEqual({
      reason: "hopeless",
      message: expect.stringContaining(message),
    });
    expect(found.requests).toBeLessThanOrEqual(10);
    expect(found.discovery.dialect).toEqual({ operators: {}, queryTypes: {} });
  });
});
