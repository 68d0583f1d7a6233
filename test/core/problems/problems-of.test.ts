import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Drift, DriftGroup, DriftTarget } from "../../../src/core/model/drift.ts";
import type { Finding } from "../../../src/core/model/finding.ts";
import type { Problem } from "../../../src/core/model/problem.ts";
import { problemsOf, type SeenResult } from "../../../src/core/problems/problems-of.ts";
import { driftGroup } from "../../monitoring/drift/drift-group.ts";
import { finding } from "../../report/events.ts";

const target: DriftTarget = {
  interface: "donation",
  address: "https://d.example.org",
  organization: "default",
};

const relation = (parts: Partial<Finding>): Finding =>
  finding({
    fact: "DON-03",
    check: "page-agrees-with-its-total",
    interface: "donation",
    rule: "relation",
    pointer: "/total",
    ...parts,
  });

const of = (...findings: readonly Finding[]): readonly Problem[] => problemsOf({ findings });

const whats = (problems: readonly Problem[]): readonly string[] => problems.map(({ what }) => what);

/** A change at one location, and the group that it is in. */
const changed = (
  group: Partial<DriftGroup>,
  locations: readonly (readonly [operation: string, pointer: string])[],
): { readonly group: DriftGroup; readonly drift: readonly Drift[] } => {
  const made = driftGroup("new", group);
  const changes = locations.map(([operation, pointer]) => `${made.fingerprint} ${operation} ${pointer}`);
  return {
    group: { ...made, changes, operations: locations.map(([operation]) => operation) },
    drift: locations.map(([operation, pointer], index) => ({
      fingerprint: changes[index] ?? "",
      target,
      kind: "type-changed",
      impact: made.impact,
      severity: made.severity,
      operation,
      status: 200,
      variant: "",
      pointer,
      message: "",
      before: made.before,
      now: made.now,
      seenBefore: made.seenBefore,
      seenSince: made.seenSince,
      chance: 0,
      confidence: made.confidence,
      state: made.state,
      firstSeen: made.firstSeen,
      lastSeen: made.lastSeen,
      nights: 1,
    })),
  };
};

const resultOf = (...all: readonly ReturnType<typeof changed>[]): SeenResult => ({
  target,
  groups: all.map(({ group }) => group),
  drift: all.flatMap(({ drift }) => drift),
});

describe("findings of one cause are one problem", () => {
  test("a relation, over all facts, checks and operations that show it; what few requests show leads", () => {
    const step = { check: "x", label: "x", curl: "curl -i https://x.example.org" };
    const [problem, ...others] = of(
      relation({ operation: "listDonors", message: "many", steps: [step, step, step] }),
      relation({ operation: "listGifts", message: "few", steps: [step, step] }),
      relation({ operation: "listGifts", fact: "DON-23", check: "filter-algebra-holds", message: "other" }),
      relation({ operation: "listDonors", pointer: "/items", message: "items" }),
    );
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      kind: "violation",
      what: "other",
      facts: ["DON-23", "DON-03"],
      also: ["many", "few", "items"],
      state: "new",
    });
    expect(problem?.places).toHaveLength(4);
  });

  test("one that only a parameter breaks says so, where several checks or operations agree", () => {
    const searched = { parameters: ["Filter"] };
    const all = [
      relation({ operation: "listDonors", message: "a", ...searched }),
      relation({ operation: "listGifts", message: "a", parameters: ["Filter", "Take"] }),
      relation({ operation: "queryDonors", message: "a", parameters: ["filter"] }),
    ];
    expect(whats(of(...all))).toEqual(["Only with `Filter`, a"]);
    expect(whats(of(...all.slice(0, 1)))).toEqual(["a"]);
    const longer = relation({ operation: "listDonors", message: "a", parameters: ["Filter", "Take"] });
    expect(whats(of(longer, relation({ operation: "listDonors", message: "b" })))).toEqual(["b"]);
    expect(whats(of(...all, relation({ operation: "listDonors", message: "a" })))).toEqual(["a"]);
    expect(
      whats(of(...all, relation({ operation: "listGifts", parameters: ["Take"], message: "a" }))),
    ).toEqual(["a"]);
    const [one, another] = [of(...all), of(...all.slice(0, 1))].map(([problem]) => problem?.fingerprint);
    expect(one).toBe(another);
  });

  test("a field of a model, in whichever operation, check and interface", () => {
    const field = {
      rule: "null",
      field: "Gift.amount",
      pointer: "/amount",
      message: "amount is null",
    } as const;
    expect(
      of(
        finding({
          ...field,
          operation: "listGifts",
          pointer: "/items/3/amount",
          message: "`/items/3/amount` is null",
        }),
        finding({ ...field, operation: "getGift", check: "other", fact: "DON-20" }),
        finding({ ...field, operation: "getGift", interface: "crm" }),
      ),
    ).toHaveLength(1);
    expect(of(finding(field), finding({ ...field, rule: "type", message: "x" }))).toHaveLength(2);
  });

  test("a notation, in whichever field", () => {
    const notation = { rule: "format", expected: "date-time in UTC", actual: "text with a space" } as const;
    expect(
      of(
        finding({ ...notation, field: "Gift.created", pointer: "/created", message: "x" }),
        finding({ ...notation, field: "Note.modified", pointer: "/modified", message: "y" }),
      ),
    ).toHaveLength(1);
  });

  test("apart from what is known, or less grave and of another fact", () => {
    const other = { fact: "DON-99", severity: "warning" } as const;
    const problems = of(relation({}), relation({ known: true }), relation(other));
    expect(problems.map(({ state, severity }) => [state, severity])).toEqual([
      ["new", "error"],
      ["new", "warning"],
      ["known", "error"],
    ]);
  });

  test("also if one of them is less grave: a grave one represents them", () => {
    const [problem, ...others] = of(
      finding({ rule: "status", actual: "404", expected: "2xx", severity: "warning", message: "a" }),
      finding({ rule: "status", actual: "404", expected: "200", message: "b", check: "another" }),
    );
    expect([problem?.severity, problem?.what, others]).toEqual(["error", "b", []]);
  });

  test("every finding is in one problem, whatever they are and in whatever order", () => {
    const any = fc.record({
      fact: fc.constantFrom("A-1", "A-2"),
      check: fc.constantFrom("one", "two"),
      operation: fc.constantFrom("listDonors", "listGifts", "getGift"),
      rule: fc.constantFrom("relation" as const, "type" as const, "format" as const, "null" as const),
      pointer: fc.constantFrom("/total", "/items", "/items/2/id", ""),
      message: fc.constantFrom("a", "b", "7 of 8", "9 of 8"),
      known: fc.boolean(),
      parameters: fc.subarray(["Filter", "Take"]),
    });
    const contents = (problems: readonly Problem[]): readonly string[] =>
      problems
        .map(({ fingerprint, places }) =>
          [fingerprint, ...places.map((place) => place.fingerprint).toSorted()].join(" "),
        )
        .toSorted();
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), (parts) => {
        const findings = parts.map((one) => finding(one));
        const problems = problemsOf({ findings });
        const placed = problems.flatMap(({ places }) => places.map(({ fingerprint }) => fingerprint));
        expect(placed.toSorted()).toEqual(findings.map(({ fingerprint }) => fingerprint).toSorted());
        expect(contents(problemsOf({ findings: findings.toReversed() }))).toEqual(contents(problems));
        const identities = problems.map((one) => `${one.fingerprint} ${one.severity} ${one.state}`);
        expect(new Set(identities).size).toBe(problems.length);
      }),
    );
  });
});

describe("changes of one cause are one problem", () => {
  const renamed = (model: string, operation: string): ReturnType<typeof changed> =>
    changed(
      {
        fingerprint: `of ${model}`,
        kind: "field-renamed",
        model,
        title: `\`${model}.modifiedDateTimeUtc\` is now called \`changed\``,
        before: "modifiedDateTimeUtc: string (date-time)",
        now: "changed: string (date-time)",
      },
      [[operation, "/items/*/modifiedDateTimeUtc"]],
    );

  test("a field renamed in all models, with the findings that say the same", () => {
    const [problem, ...others] = problemsOf({
      results: [resultOf(renamed("Donor", "listDonors"), renamed("Gift", "listGifts"))],
      findings: [
        finding({ operation: "listGifts", pointer: "/items/4/modifiedDateTimeUtc", rule: "missing" }),
        finding({ operation: "getNote", pointer: "/modifiedDateTimeUtc", rule: "missing" }),
      ],
    });
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      kind: "change",
      state: "new",
      what: "`modifiedDateTimeUtc` is now called `changed` in `Donor` and `Gift`",
      where: "in `listDonors` and `listGifts`",
    });
    expect(problem?.places).toHaveLength(4);
  });

  test("an amount of another type, though some were whole so far", () => {
    const retyped = (model: string, before: string) =>
      changed({ fingerprint: `of ${model}`, model, field: "amount", before, now: "string" }, [
        [`list${model}s`, "/items/*/amount"],
      ]);
    const results = [resultOf(retyped("Gift", "integer or number"), retyped("Pledge", "integer"))];
    expect(problemsOf({ results, findings: [] })).toHaveLength(1);
    const apart = [resultOf(retyped("Gift", "number"), retyped("Pledge", "boolean"))];
    expect(problemsOf({ results: apart, findings: [] })).toHaveLength(2);
  });

  test("names all of its groups", () => {
    const result = resultOf(renamed("Donor", "listDonors"), renamed("Gift", "listGifts"));
    expect(problemsOf({ results: [result], findings: [] })).toMatchObject([
      { groups: ["of Donor", "of Gift"] },
    ]);
  });

  test("another notation of dates, and another type of one field of all pages", () => {
    const notation = { kind: "format-changed", before: "utc-date-time", now: "text" } as const;
    const total = { before: "integer", now: "string", field: "total" };
    const problems = problemsOf({
      results: [
        resultOf(
          changed({ ...notation, fingerprint: "one" }, [["listDonors", "/items/*/createdDate"]]),
          changed({ ...notation, fingerprint: "two" }, [["listGifts", "/items/*/date"]]),
          changed({ ...total, fingerprint: "three", model: "DonorPage" }, [["listDonors", "/total"]]),
          changed({ ...total, fingerprint: "four", model: "GiftPage" }, [["listGifts", "/total"]]),
        ),
      ],
      findings: [],
    });
    expect(problems).toHaveLength(2);
  });

  test("a change of its own keeps its fingerprint; what joins what was there is not new", () => {
    const own = changed({ kind: "null-appeared" }, [["listDonors", "/items/*/name"]]);
    const [alone] = problemsOf({ results: [resultOf(own)], findings: [] });
    expect(alone?.fingerprint).toBe("0123456789ab");
    expect(alone?.places.map(({ fingerprint }) => fingerprint)).toEqual(own.group.changes);
    const known = renamed("Donor", "listDonors");
    const standing = { ...known, group: { ...known.group, state: "standing" as const } };
    const both = problemsOf({ results: [resultOf(standing, renamed("Gift", "listGifts"))], findings: [] });
    expect(both.map(({ state }) => state)).toEqual(["open"]);
  });

  test("what is inconclusive or accepted is no problem", () => {
    const results = (["inconclusive", "accepted"] as const).map((state) => {
      const one = changed({}, [["listDonors", "/items/*/giftCount"]]);
      return resultOf({ ...one, group: { ...one.group, state } });
    });
    expect(problemsOf({ results, findings: [] })).toEqual([]);
  });
});

describe("what could not be judged is a problem", () => {
  const failed: SeenResult = {
    target,
    failure: "donation.credentials.token was refused (401)",
    groups: [],
    drift: [],
  };

  test("an interface that could not be read, first of all", () => {
    const problems = problemsOf({ results: [failed], findings: [finding()], stopped: "donation: refused" });
    expect(problems.map(({ kind }) => kind)).toEqual(["unjudged", "violation"]);
    expect(problems[0]).toMatchObject({
      what: "donation could not be read",
      actual: "donation.credentials.token was refused (401)",
      severity: "error",
    });
  });

  test("a run that was cut short, the same whatever it had judged until then", () => {
    const [first] = problemsOf({ findings: [], stopped: "the budget of 300 requests is spent" });
    const [second] = problemsOf({ findings: [], stopped: "the budget of 400 requests is spent" });
    expect(first?.fingerprint).toBe(second?.fingerprint);
    expect(first?.actual).toBe("the budget of 300 requests is spent");
  });
});
