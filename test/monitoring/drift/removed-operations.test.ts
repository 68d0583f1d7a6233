import { describe, expect, test } from "vitest";
import type { DriftVerdict } from "../../../src/monitoring/drift/change-tracker.ts";
import type { BuiltinInterface } from "../../../src/builtin/interface-name.ts";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import { acceptance, answered, createRuns, json } from "./support.ts";

const runsOf = (name: BuiltinInterface) =>
  createRuns({ interface: name, address: "https://target.example.org", organization: "default" });

const labels = Array.from({ length: 12 }, (_, at) => `call ${at}`);

/** Answers to ordinary calls, and to one without a credential. */
const answers = (
  { operation, name }: { readonly operation: string; readonly name: BuiltinInterface },
  status: number,
  refusal: number,
): readonly Exchange[] => [
  ...labels.map((label) =>
    answered(json({ items: [], total: 0 }), { operation, interface: name, label, status }),
  ),
  answered(json({ title: "no" }), { operation, interface: name, label: "nobody", status: refusal }),
];

const list = { operation: "listGifts", name: "donation" } as const;
const record = { operation: "getContact", name: "crm" } as const;

const states = ({ drift }: DriftVerdict): readonly string[] =>
  drift.map(({ state, kind, operation, severity }) => `${state} ${kind} ${operation} ${severity}`);

describe("an operation that was served and is not any more", () => {
  test("is one breaking change, is known from then on, and goes when it is back", () => {
    const { next } = runsOf("donation");
    for (let run = 0; run < 3; run += 1) expect(states(next(answers(list, 200, 401)))).toEqual([]);
    const gone = next(answers(list, 404, 404));
    expect(states(gone)).toEqual(["new operation-removed listGifts error"]);
    expect(gone.notSampled).toEqual([]);
    expect(gone.drift[0]?.message).toBe(
      "It was served until now; every request is answered with 404, 13 of 13 times.",
    );
    expect(states(next(answers(list, 405, 405)))).toEqual(["standing operation-removed listGifts error"]);
    const back = Array.from({ length: 4 }, () => states(next(answers(list, 200, 401)))).flat();
    expect(back.filter((state) => !state.startsWith("standing"))).toEqual([
      "gone operation-removed listGifts error",
    ]);
  });

  test("once accepted is usual", () => {
    const { next, tracker } = runsOf("donation");
    for (let run = 0; run < 3; run += 1) next(answers(list, 200, 401));
    const [removed] = next(answers(list, 404, 404)).drift;
    expect(tracker.accept(removed?.fingerprint ?? "", acceptance)).toBe(true);
    for (let run = 0; run < 3; run += 1) expect(states(next(answers(list, 404, 404)))).toEqual([]);
  });

  test("is distinguished from one that is answered otherwise to some", () => {
    const { next } = runsOf("donation");
    for (let run = 0; run < 3; run += 1) next(answers(list, 200, 401));
    expect(states(next(answers(list, 404, 401)))).toEqual(["new status-changed listGifts error"]);
  });

  test("is distinguished from a record that is gone by the answer to a caller without a credential", () => {
    for (const [refusal, kind] of [
      [401, "status-changed"],
      [404, "operation-removed"],
    ] as const) {
      const { next } = runsOf("crm");
      for (let run = 0; run < 3; run += 1) next(answers(record, 200, 401));
      expect(next(answers(record, 404, refusal)).drift.map((one) => one.kind)).toEqual([kind]);
    }
  });
});
