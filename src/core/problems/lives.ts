import type { InterfaceName } from "../model/interface-name.ts";
import { aList, anObject, storedAs, aText } from "../source/rules.ts";
import type { Problem } from "../model/problem.ts";
import { problemsOf, type SeenByRun, type SeenResult } from "./problems-of.ts";

/** What a run could judge, besides the problems it shows. */
export interface Judged {
  /** Its start, ISO 8601. */
  readonly at: string;
  /** Facts that passed, on everything their checks select from or on a part of it. */
  readonly passed: ReadonlyMap<string, "whole" | "part">;
  /** Interfaces that could be read. */
  readonly read: readonly InterfaceName[];
  readonly complete: boolean;
}

export interface Lives {
  /** The run's problems with states that depend on earlier runs, and those that are gone. */
  readonly problems: readonly Problem[];
  /** Problems for comparison with the next run: `open` or `gone`. */
  readonly kept: readonly Problem[];
}

const dayMs = 86_400_000;

/** How long a problem must be absent to be gone: runs with few requests try a part of everything. */
const goneAfterMs = { whole: 0, part: 3 * dayMs, open: 7 * dayMs } as const;

/** How long gone problems are remembered. */
const memoryMs = 90 * dayMs;

const ageOf = ({ lastSeen = "" }: Problem, { at }: Judged): number => Date.parse(at) - Date.parse(lastSeen);

/** The interfaces of its locations; empty for a problem of the whole run. */
const interfacesOf = ({ places }: Problem): readonly InterfaceName[] =>
  places.map((place) => place.interface).filter((name) => name !== "*");

/** Whether a run that does not show a problem proves that it is gone. */
const isGone = (problem: Problem, run: Judged): boolean => {
  const names = interfacesOf(problem);
  if (names.length === 0) return run.complete;
  if (!names.every((name) => run.read.includes(name))) return false;
  const waits = problem.facts.map((fact) => goneAfterMs[run.passed.get(fact) ?? "open"]);
  return problem.kind === "unjudged" || ageOf(problem, run) >= Math.max(...waits);
};

/** The same cause, or one with a finding that a later run still shows and this run shows under no other cause. */
const earlierIn =
  (kept: readonly Problem[], seen: readonly Problem[]) =>
  ({ kind, fingerprint, places }: Problem): Problem | undefined => {
    const own = new Set(places.map((place) => place.fingerprint));
    const isShown = (one: Problem): boolean => seen.some((other) => other.fingerprint === one.fingerprint);
    return (
      kept.find((one) => one.fingerprint === fingerprint) ??
      kept.find(
        (one) => one.kind === kind && !isShown(one) && one.places.some((place) => own.has(place.fingerprint)),
      )
    );
  };

/**
 * Gives findings and unjudged problems the same life cycle as changes: new, open, gone and back. A problem keeps its
 * fingerprint while a later run still shows one of its findings. Changes, which have states already, and baseline
 * entries pass unchanged.
 */
export const livesOf = (kept: readonly Problem[], seen: readonly Problem[], run: Judged): Lives => {
  const shown = new Set<Problem>();
  const earlierOf = earlierIn(kept, seen);
  const problems = seen.map((problem): Problem => {
    if (problem.kind === "change") return problem;
    const earlier = earlierOf(problem);
    if (problem.state === "known") {
      // Neither open nor gone from now on.
      if (earlier !== undefined) shown.add(earlier);
      return problem;
    }
    if (earlier === undefined) return { ...problem, since: run.at, lastSeen: run.at };
    const isFirst = !shown.has(earlier);
    shown.add(earlier);
    return {
      ...problem,
      ...(isFirst ? { fingerprint: earlier.fingerprint } : {}),
      ...(earlier.state === "gone"
        ? { isBack: true, since: run.at }
        : { state: "open", ...(earlier.since === undefined ? {} : { since: earlier.since }) }),
      lastSeen: run.at,
    };
  });
  const unseen = kept.filter((one) => !shown.has(one));
  const leaving = new Set(unseen.filter((one) => one.state !== "gone" && isGone(one, run)));
  const gone = [...leaving].map((one): Problem => ({ ...one, state: "gone", reproduce: [] }));
  return {
    problems: [...problems, ...gone],
    kept: [
      ...problems
        .filter(({ kind, state }) => kind !== "change" && state !== "known")
        .map(({ isBack: _, ...one }): Problem => ({ ...one, state: "open" })),
      ...gone,
      ...unseen.filter((one) => !leaving.has(one) && ageOf(one, run) < memoryMs),
    ],
  };
};

export const livesOfRun = (
  kept: readonly Problem[],
  run: SeenByRun & Omit<Judged, "read"> & { readonly results: readonly SeenResult[] },
): Lives =>
  livesOf(kept, problemsOf(run), {
    ...run,
    read: run.results.filter(({ failure }) => failure === undefined).map(({ target }) => target.interface),
  });

const problemRule = anObject({
  kind: aText,
  fingerprint: aText,
  places: aList(anObject({})),
  facts: aList(aText),
});

/** A stored problem. @throws UsageError if it is invalid */
export const problemIn = (json: string): Problem => storedAs<Problem>("a problem", json, problemRule);
