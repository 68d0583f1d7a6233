import { describe, expect, test } from "vitest";
import type { RunEvent } from "../../src/core/model/run-event.ts";
import { createPalette } from "../../src/core/output/palette.ts";
import { createProgress, type ProgressOptions } from "../../src/report/progress.ts";
import { ended, started } from "./events.ts";

const erase = "\r\u001b[2K";

/** A run whose time and requests the test moves. */
const watch = (options: Partial<ProgressOptions> = {}) => {
  const at = { ms: 1000, requests: 0 };
  const { budget = 500 } = options;
  const progress = createProgress(
    {
      tty: true,
      columns: 200,
      facts: new Set(Array.from({ length: 8 }, (_, index) => `CRM-0${index + 2}`)),
      passive: new Set(["page-envelope"]),
      requests: () => at.requests,
      budget,
      left: () => budget - at.requests,
      spendsBudget: false,
      now: () => at.ms,
      ...options,
    },
    createPalette(false),
  );
  const texts = (events: readonly RunEvent[]): string =>
    events.map((event) => String(progress.see(event))).join("");
  return { at, progress, texts, update: () => String(progress.update()).replace(erase, "") };
};

const begin = (check: string): RunEvent => ({ type: "check-started", check, title: "…" });
const verdict = (fact: string, kind: "passed" | "failed"): RunEvent => ({
  type: "verdict",
  check: "contact-note-fields",
  fact,
  verdict: kind === "passed" ? { kind, exchanges: 1 } : { kind, exchanges: 1, violations: 1 },
});

describe("on a terminal", () => {
  test("one line moves with every request: facts, requests of the budget, pace", () => {
    const { at, texts, update } = watch();
    texts([started, begin("contact-note-fields")]);
    expect(update()).toBe("0 of 8 facts  0 of 500 requests  contact-note-fields");
    at.requests = 9;
    at.ms += 2000;
    expect(update()).toBe("0 of 8 facts  9 of 500 requests  4.5/s  contact-note-fields");
    texts([verdict("CRM-08", "passed"), verdict("CRM-08", "passed"), verdict("CRM-09", "failed")]);
    expect(update()).toMatch(/^2 of 8 facts .* 1 failed /);
  });

  test("has no budget to count against where nothing limits the run", () => {
    const { texts, update } = watch({ budget: Infinity });
    texts([started]);
    expect(update()).toBe("0 of 8 facts  0 requests");
  });

  test("the time left is what the checks take at their pace, and no more than the budget lasts", () => {
    const checks = Array.from({ length: 10 }, (_, index) => `check-${index}`);
    const of = (budget: number): string => {
      const { at, texts, update } = watch({ budget });
      texts([{ ...started, checks }, ...checks.slice(0, 6).map(begin)]);
      at.ms += 10_000;
      at.requests = 100;
      return / about .* left/.exec(update())?.[0] ?? "";
    };
    expect(of(1000)).toBe(" about 10 s left");
    expect(of(140)).toBe(" about 4 s left");
    expect(of(Infinity)).toBe(" about 10 s left");
  });

  test("the time left is not said by the first checks, which say little of the others", () => {
    const checks = Array.from({ length: 10 }, (_, index) => `check-${index}`);
    const of = (options: Partial<ProgressOptions>): string => {
      const { at, texts, update } = watch({ budget: 300, ...options });
      texts([{ ...started, checks }, ...checks.slice(0, 5).map(begin)]);
      at.ms += 10_000;
      at.requests = 100;
      return /(?:about|at most) .* left/.exec(update())?.[0] ?? "";
    };
    expect(of({})).toBe("");
    expect(of({ spendsBudget: true })).toBe("at most 20 s left");
    expect(of({ spendsBudget: true, left: () => 50 })).toBe("at most 5 s left");
  });

  test("what a run plans before its first request slows nothing down", () => {
    const { at, texts, update } = watch({ spendsBudget: true });
    texts([started]);
    at.ms += 8000;
    update();
    at.ms += 4000;
    at.requests = 40;
    expect(update()).toContain("  10/s  at most 46 s left");
  });

  test("never breaks a narrow line", () => {
    const { at, texts, update } = watch({ columns: 20 });
    texts([started, begin("contact-note-fields")]);
    at.ms += 5000;
    expect(update()).toHaveLength(19);
  });

  test("is erased by the end and before other text", () => {
    const { progress, texts, update } = watch();
    expect(String(progress.clear())).toBe("");
    texts([started]);
    expect(String(progress.clear())).toBe(erase);
    update();
    expect(String(progress.see(ended()))).toBe(erase);
    expect([update(), String(progress.see(begin("late")))]).toEqual(["", ""]);
  });

  test("stays above what follows when the run is interrupted: the terminal has echoed on it", () => {
    const { progress, texts, update } = watch();
    expect(String(progress.interrupt())).toBe("");
    texts([started]);
    expect(String(progress.interrupt())).toBe("\n");
    expect([update(), String(progress.clear()), String(progress.see(ended()))]).toEqual(["", "", ""]);
  });
});

describe("off a terminal", () => {
  test("a line is written every ten seconds, without escapes", () => {
    const { at, texts, progress } = watch({ tty: false });
    let written = texts([started, begin("contact-note-fields")]);
    for (let second = 0; second < 35; second += 1) {
      at.ms += 1000;
      at.requests += 2;
      written += String(progress.update());
    }
    written += texts([ended()]);
    expect(written.split("\n")).toEqual([
      "0 of 8 facts  20 of 500 requests  2.0/s  contact-note-fields",
      "0 of 8 facts  40 of 500 requests  2.0/s  contact-note-fields",
      "0 of 8 facts  60 of 500 requests  2.0/s  contact-note-fields",
      "",
    ]);
    expect(String(progress.clear())).toBe("");
  });
});
