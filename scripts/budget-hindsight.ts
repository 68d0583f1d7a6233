import type { Exchange } from "../src/core/model/exchange.ts";
import type { Finding } from "../src/core/model/finding.ts";
import { checks } from "../src/checks/generated/checks.ts";
import type { Fault } from "../src/builtin/faults/fault.ts";
import { type Narrowing, reportOn } from "./fault-run.ts";

/** Requests that together show a fault, each as a text. */
export type Proof = ReadonlySet<string>;

/** Answers by request, in the order of the requests. */
type Answers = Map<string, string[]>;

const passive = new Set(checks.flatMap(({ id, effect }) => (effect === "passive" ? [id] : [])));

const requestOf = (check: string, label: string): string => `${check}: ${label}`;

/** An answer without counters of earlier requests. */
const textOf = ({ outcome }: Exchange): string => {
  if (outcome.kind !== "response") return outcome.reason;
  const headers = Object.entries(outcome.headers).filter(([name]) => !name.startsWith("x-ratelimit"));
  return JSON.stringify([outcome.status, headers, outcome.body]);
};

const answersOf = async (fault: Fault | undefined, narrowing: Narrowing) => {
  const answers: Answers = new Map();
  const report = await reportOn(fault, {
    ...narrowing,
    see: (event) => {
      if (event.type !== "exchange") return;
      const { check, exchange } = event;
      const request = requestOf(check, exchange.call?.label ?? "");
      answers.set(request, [...(answers.get(request) ?? []), textOf(exchange)]);
    },
  });
  return { report, answers };
};

/** The requests whose answers differ from those without the fault. */
const differing = (answers: Answers, expected: Answers): readonly string[] =>
  [...answers].flatMap(([request, texts]) => {
    const others = expected.get(request) ?? [];
    return texts.some((text, index) => others[index] !== undefined && others[index] !== text)
      ? [request]
      : [];
  });

/** What a passive check finds in one exchange, it finds in each that differs. */
const proofsIn = ({ check, steps = [] }: Finding, others: readonly string[]): readonly Proof[] =>
  steps.length === 1 && passive.has(check)
    ? others.map((request) => new Set([request]))
    : [new Set(steps.map((step) => requestOf(step.check, step.label)))].filter(({ size }) => size > 0);

const withoutFaults = new Map<string, Promise<Answers>>();

/** The requests of a run that show a fault, one set for each way in which the run found it; empty if it did not. */
export const proofsOf = async (fault: Fault, narrowing: Narrowing): Promise<readonly Proof[]> => {
  const sized = { ...narrowing, ...(fault.donors === undefined ? {} : { donors: fault.donors }) };
  const key = JSON.stringify(sized);
  const before = withoutFaults.get(key) ?? answersOf(undefined, sized).then(({ answers }) => answers);
  withoutFaults.set(key, before);
  const { report, answers } = await answersOf(fault, narrowing);
  const others = differing(answers, await before);
  const findings = report.findings.filter(({ fact }) => fact === fault.fact);
  const proofs = findings.flatMap((finding) => proofsIn(finding, others));
  // If only the whole run shows it, any request with a different answer counts as a proof.
  return findings.length > 0 && proofs.length === 0 ? others.map((request) => new Set([request])) : proofs;
};

/** The requests that are still missing, as texts. */
const missingIn = (proof: Proof, chosen: ReadonlySet<string>): readonly string[] =>
  [...proof].filter((request) => !chosen.has(request)).toSorted();

/** The next requests: those that show the most additional faults per request. */
const nextOf = (open: readonly (readonly Proof[])[], chosen: ReadonlySet<string>): readonly string[] => {
  const worth = new Map<string, { readonly requests: readonly string[]; faults: number }>();
  for (const proofs of open) {
    const additions = new Map(
      proofs.map((proof) => [missingIn(proof, chosen).join("\n"), missingIn(proof, chosen)]),
    );
    for (const [key, requests] of additions) {
      const known = worth.get(key) ?? { requests, faults: 0 };
      worth.set(key, { requests, faults: known.faults + 1 });
    }
  }
  let best: { readonly requests: readonly string[]; readonly faults: number } | undefined;
  for (const one of worth.values())
    if (best === undefined || one.faults * best.requests.length > best.faults * one.requests.length)
      best = one;
  return best?.requests ?? [];
};

/**
 * How many faults a given number of requests shows if one knows which requests show which fault, chosen greedily: no
 * order of the same requests can do better.
 * @param faults each with its proofs
 * @returns by budget; `needed` is the number of requests that show all of them
 */
export const withHindsight = (faults: readonly (readonly Proof[])[], budgets: readonly number[]) => {
  const chosen = new Set<string>();
  const shown = new Map<number, number>();
  let open = faults.filter((proofs) => proofs.length > 0);
  const all = open.length;
  const waiting = budgets.toSorted((one, other) => one - other);
  while (open.length > 0) {
    const next = nextOf(open, chosen);
    for (const budget of waiting)
      if (!shown.has(budget) && chosen.size + next.length > budget) shown.set(budget, all - open.length);
    for (const request of next) chosen.add(request);
    open = open.filter((proofs) => !proofs.some((proof) => missingIn(proof, chosen).length === 0));
  }
  for (const budget of waiting) if (!shown.has(budget)) shown.set(budget, all);
  return { shown, needed: chosen.size };
};
