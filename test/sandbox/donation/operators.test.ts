import { describe, expect, it } from "vitest";
import { evaluate, parseBody, refusalsOf } from "../../../src/builtin/queries/index.ts";
import { operatorNames, type OperatorName } from "../../../src/sandbox/store/operators.ts";
import { sandboxDialect } from "../../builtin/queries/sandbox-dialect.ts";
import { donationBench, type DonationBench, type Json, type Meant } from "./donation-bench.ts";

/** The clock stands still here: a Saturday at noon. */
const now = "2025-03-01T12:00:00.000Z";

interface Crafted {
  readonly key: string;
  readonly name?: string;
  readonly goal?: number | string;
  readonly startDate?: string;
  readonly isActive?: boolean;
}

/** What the campaigns of a fresh sandbox are replaced by, each at an edge of something. */
const crafted: readonly Crafted[] = [
  { key: "nothing" },
  { key: "empty", name: "", goal: 0, startDate: "2025-03-01T00:00:00.000Z", isActive: false },
  { key: "lower", name: "alpha", goal: 60, startDate: "2025-02-28T23:59:59.999Z", isActive: true },
  { key: "upper", name: "ALPHA beta", goal: "60.01", startDate: "2025-03-01T23:59:59.999Z", isActive: true },
  { key: "wild", name: "100%_al", goal: 59.99, startDate: "2025-01-01T00:00:00.000Z", isActive: false },
  { key: "unicode", name: "Été 🎉", goal: -1, startDate: "2024-12-31T23:59:59.999Z", isActive: true },
  { key: "now", name: "été 🎉", goal: 1e9, startDate: now, isActive: true },
  { key: "ahead", name: "'; --", goal: 60, startDate: "2025-03-04T12:00:00.000Z", isActive: true },
];

const prepare = async (bench: DonationBench): Promise<ReadonlyMap<unknown, string>> => {
  const { items } = await bench.query("campaign", { take: 1000 });
  const keys = new Map<unknown, string>();
  for (const [index, { key, ...body }] of crafted.entries()) {
    const id = items[index]?.["id"];
    const answer = await bench.call("replaceCampaign", { body: { id, crmKey: `crafted-${key}`, ...body } });
    expect(answer.status).toBe(200);
    keys.set(id, key);
  }
  return keys;
};

/** What the sandbox takes and the query language does not: values elsewhere, days as text, moments that are not in UTC. */
const isLenient = ({ operator, value, values }: Meant): boolean =>
  (operator === "anyOf" && value !== undefined) ||
  (operator === "inNextDays" && typeof value === "string") ||
  (operator === "between" && values !== undefined) ||
  /T[\d:]+(?:\+02:00)?$/.test(String(value));

/** What the evaluation of `builtin/queries`, which is written apart, finds; undefined for what it does not take. */
const inMemory = async (bench: DonationBench, meant: Meant): Promise<readonly unknown[] | undefined> => {
  const dialect = sandboxDialect(bench.assumptions);
  const { items } = await bench.query("campaign", { take: 1000 });
  const queryType = dialect.queryTypes["campaign"]?.code;
  const { query, notes } = parseBody({ queryType, groups: bench.groups({ all: [meant] }) }, dialect);
  const isRefused = notes.length > 0 || [...refusalsOf(query, dialect)].length > 0;
  expect([meant, isRefused]).toEqual([meant, isLenient(meant)]);
  if (isRefused) return undefined;
  return evaluate(query, items, { dialect, now: bench.sandbox.clock.now() }).items.map(({ id }) => id);
};

const matching = async (
  bench: DonationBench,
  keys: ReadonlyMap<unknown, string>,
  meant: Meant,
): Promise<string[]> => {
  const { ids, total } = await bench.match("campaign", { all: [meant] });
  expect(ids).toHaveLength(total);
  expect([meant, (await inMemory(bench, meant)) ?? ids]).toEqual([meant, ids]);
  return ids.map((id) => keys.get(id)).filter((key) => key !== undefined);
};

type Row = readonly [OperatorName, string, Omit<Meant, "operator" | "parameter">, readonly string[]];

const all = ["empty", "lower", "upper", "wild", "unicode", "now", "ahead"];
const without = (...keys: readonly string[]): string[] => all.filter((key) => !keys.includes(key));

const table: readonly Row[] = [
  ["equals", "name", { value: "ALPHA" }, ["lower"]],
  ["equals", "name", { value: "" }, ["empty"]],
  ["equals", "name", { value: "été 🎉" }, ["now"]],
  ["equals", "name", { value: "'; --" }, ["ahead"]],
  ["equals", "goal", { value: "60.000" }, ["lower", "ahead"]],
  ["equals", "goal", { value: 60.001 }, []],
  ["equals", "startDate", { value: "2025-03-01T14:00:00+02:00" }, ["now"]],
  ["equals", "startDate", { value: "2025-03-01T12:00:00.0000001Z" }, []],
  ["equals", "isActive", { value: false }, ["empty", "wild"]],
  ["notEquals", "name", { value: "alpha" }, without("lower")],
  ["notEquals", "goal", { value: 60 }, without("lower", "ahead")],
  ["anyOf", "name", { values: ["ALPHA BETA", "", "nobody"] }, ["empty", "upper"]],
  ["anyOf", "goal", { values: [60, "59.99"] }, ["lower", "wild", "ahead"]],
  ["anyOf", "name", { value: "alpha" }, ["lower"]],
  ["noneOf", "name", { values: ["alpha", ""] }, without("empty", "lower")],
  ["noneOf", "goal", { values: [60] }, without("lower", "ahead")],
  ["lessThan", "goal", { value: 60 }, ["empty", "wild", "unicode"]],
  ["lessThan", "goal", { value: "60.001" }, ["empty", "lower", "wild", "unicode", "ahead"]],
  ["lessThan", "goal", { value: "-0.999" }, ["unicode"]],
  ["lessThanOrEqual", "goal", { value: 60 }, ["empty", "lower", "wild", "unicode", "ahead"]],
  ["lessThanOrEqual", "startDate", { value: now }, without("upper", "ahead")],
  ["greaterThan", "goal", { value: "60.00" }, ["upper", "now"]],
  ["greaterThan", "goal", { value: `${"9".repeat(300)}.5` }, []],
  ["greaterThan", "goal", { value: 1e-7 }, without("empty", "unicode")],
  ["greaterThanOrEqual", "goal", { value: 60 }, ["lower", "upper", "now", "ahead"]],
  ["greaterThanOrEqual", "startDate", { value: "2025-03-01T12:00:00" }, ["upper", "now", "ahead"]],
  ["between", "goal", { value: 59.99, secondaryValue: 60 }, ["lower", "wild", "ahead"]],
  ["between", "goal", { values: [59.99], secondaryValue: "60" }, ["lower", "wild", "ahead"]],
  ["between", "goal", { value: 60, secondaryValue: 59 }, []],
  [
    "between",
    "startDate",
    { value: "2025-02-28T23:59:59.999Z", secondaryValue: "2025-03-01" },
    ["empty", "lower"],
  ],
  ["notBetween", "goal", { value: 59.99, secondaryValue: 60 }, without("lower", "wild", "ahead")],
  ["notBetween", "goal", { value: 60, secondaryValue: 59 }, all],
  ["contains", "name", { value: "%_" }, ["wild"]],
  ["contains", "name", { value: "al" }, ["lower", "upper", "wild"]],
  ["contains", "name", { value: "_" }, ["wild"]],
  ["contains", "name", { value: "🎉" }, ["unicode", "now"]],
  ["contains", "name", { value: "" }, all],
  ["notContains", "name", { value: "AL" }, without("lower", "upper", "wild")],
  ["startsWith", "name", { value: "alpha" }, ["lower", "upper"]],
  ["startsWith", "name", { value: "100%" }, ["wild"]],
  ["startsWith", "name", { value: "alpha\0" }, []],
  ["notStartsWith", "name", { value: "Alpha" }, without("lower", "upper")],
  ["endsWith", "name", { value: "AL" }, ["wild"]],
  ["endsWith", "name", { value: "a longer text than any of them has, alpha" }, []],
  ["endsWith", "name", { value: "" }, all],
  ["notEndsWith", "name", { value: "a" }, without("lower", "upper")],
  ["isSet", "name", {}, all],
  ["isNotSet", "name", {}, ["nothing"]],
  ["isNotSet", "isActive", {}, ["nothing"]],
  ["isEmpty", "name", {}, ["nothing", "empty"]],
  ["isNotEmpty", "name", {}, without("empty")],
  ["isTrue", "isActive", {}, without("empty", "wild")],
  ["isFalse", "isActive", {}, ["empty", "wild"]],
  ["onDay", "startDate", { value: "2025-03-01T07:30:00Z" }, ["empty", "upper", "now"]],
  ["notOnDay", "startDate", { value: "2025-03-01" }, without("empty", "upper", "now")],
  ["beforeDay", "startDate", { value: "2025-03-01T23:00:00Z" }, ["lower", "wild", "unicode"]],
  ["afterDay", "startDate", { value: "2025-02-28" }, ["empty", "upper", "now", "ahead"]],
  ["inLastDays", "startDate", { value: 1 }, ["empty", "lower", "now"]],
  ["inLastDays", "startDate", { value: 0 }, ["now"]],
  ["inNextDays", "startDate", { value: "3" }, ["upper", "now", "ahead"]],
  ["inNextDays", "startDate", { value: 2 }, ["upper", "now"]],
  ["isThisMonth", "startDate", {}, ["empty", "upper", "now", "ahead"]],
  ["isThisYear", "startDate", {}, without("unicode")],
];

const settings = [
  ["the identity", {}],
  [
    "a permutation and another name of the single value",
    { "U-13": "permutation:7", "U-12": "operand", "U-15": "permutation:3" },
  ],
] as const;

describe.each(settings)("operators under %s", (_, assumptions) => {
  it("mean what the table says", async () => {
    const bench = donationBench({ assumptions });
    bench.sandbox.clock.moveTo(Date.parse(now));
    const keys = await prepare(bench);
    for (const [operator, parameter, operands, expected] of table) {
      const found = await matching(bench, keys, { parameter, operator, ...operands });
      expect([operator, parameter, operands, found.toSorted()]).toEqual([
        operator,
        parameter,
        operands,
        expected.toSorted(),
      ]);
    }
  });
});

describe("the table", () => {
  it("shows every operator", () => {
    expect(new Set(table.map(([operator]) => operator))).toEqual(new Set(operatorNames));
    expect(operatorNames).toHaveLength(30);
  });
});

describe("letter case", () => {
  it("counts where the assumption says so", async () => {
    const bench = donationBench({ assumptions: { "U-13.case": "exact" } });
    const keys = await prepare(bench);
    const found = (operator: OperatorName, operands: Json): Promise<string[]> =>
      matching(bench, keys, { parameter: "name", operator, ...operands });
    expect(await found("equals", { value: "ALPHA" })).toEqual([]);
    expect(await found("equals", { value: "alpha" })).toEqual(["lower"]);
    expect(await found("anyOf", { values: ["ALPHA BETA", "alpha"] })).toEqual(["lower"]);
    expect(await found("notEquals", { value: "ALPHA" })).toEqual(all);
    expect(await found("contains", { value: "ALPHA" })).toEqual(["upper"]);
    expect(await found("startsWith", { value: "al" })).toEqual(["lower"]);
    expect(await found("notEndsWith", { value: "A" })).toEqual(all);
  });
});
