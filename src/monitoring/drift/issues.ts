import { messageOf } from "../../core/model/error-code.ts";
import { digestOf } from "../../core/model/texts.ts";
import type { DriftReport, DriftTarget } from "../../core/model/drift.ts";
import { isOpen, type Problem } from "../../core/model/problem.ts";

/** The relevant parts of an issue. */
export interface Issue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly isOpen: boolean;
}

/** What of an issue is changed. */
export type IssueChange = Partial<Omit<Issue, "number">>;

/** The issues of one repository with the drift label. */
export interface IssueTracker {
  list(): Promise<readonly Issue[]>;
  open(title: string, body: string): Promise<void>;
  /** Changes only what is given. */
  change(number: number, change: IssueChange): Promise<void>;
}

export interface IssueSync {
  readonly opened: number;
  readonly updated: number;
  readonly reopened: number;
  readonly closed: number;
  /** Why it was cut short. */
  readonly failure?: string;
}

/**
 * Title and body of an issue. Deterministic for a run.
 * @param targets those that show it
 * @param elsewhere how many other targets showed it in earlier runs
 */
export type DescribeProblem = (
  problem: Problem,
  targets: readonly DriftTarget[],
  elsewhere: number,
) => { readonly title: string; readonly body: string };

/** Where an issue stores its subject and targets; earlier versions had issues of facts. */
const marker = /<!-- tripact-(drift|fact|finding|unjudged) (\S+) \[([0-9a-f ]*)\] -->/;

const markerKinds = { change: "drift", violation: "finding", unjudged: "unjudged" } as const;

const markerOf = (kind: string, id: string, targets: readonly string[]): string =>
  `<!-- tripact-${kind} ${id} [${targets.join(" ")}] -->`;

/** Short id of a target. */
const targetKey = ({ interface: name, address, organization }: DriftTarget): string =>
  digestOf(`${name}\n${address}\n${organization}`, 8);

interface Known {
  readonly issue: Issue;
  readonly kind: string;
  readonly targets: readonly string[];
}

/** Issues by subject; of several on one subject the oldest, which the others repeat. */
const knownIssues = (issues: readonly Issue[]): ReadonlyMap<string, Known> => {
  const known = new Map<string, Known>();
  for (const issue of issues.toSorted((a, b) => a.number - b.number)) {
    const [, kind = "", id, targets = ""] = marker.exec(issue.body) ?? [];
    if (id !== undefined && !known.has(id))
      known.set(id, { issue, kind, targets: targets.split(" ").filter((one) => one !== "") });
  }
  return known;
};

/** Whether a problem deserves an issue: a change, a failing finding, or an unreadable interface. */
const needsIssue = (problem: Problem): boolean =>
  isOpen(problem) &&
  (problem.kind === "change" || problem.severity === "error") &&
  // The next run continues where this one was cut short.
  problem.places.some((place) => place.interface !== "*");

/** The targets that show a problem, from its locations. */
const targetsOf = ({ places }: Problem, { results }: DriftReport): readonly DriftTarget[] =>
  results
    .map(({ target }) => target)
    .filter((target) =>
      places.some(
        (place) =>
          place.interface === "*" ||
          (place.interface === target.interface &&
            place.organization === target.organization &&
            place.address === target.address),
      ),
    );

/** Ids that the issue of a problem may have: an earlier run or version opened it for a part. */
const idsOf = ({ fingerprint, groups = [], places, facts }: Problem): readonly string[] => [
  fingerprint,
  ...groups,
  ...places.map((place) => place.fingerprint),
  ...facts,
];

const issueOf = (problem: Problem, known: ReadonlyMap<string, Known>): Known | undefined =>
  idsOf(problem)
    .flatMap((id) => known.get(id) ?? [])
    .at(0);

type Step = "opened" | "updated" | "reopened" | "closed";

/** Whether an issue is about findings that a run, which tries only a part, did not find again. */
const mayBeThere = (id: string, { kind }: Known, open: readonly Problem[]): boolean =>
  (kind === "finding" || kind === "fact") && open.some((problem) => idsOf(problem).includes(id));

/**
 * Keeps one issue per problem: opens it, updates it if its text has changed, reopens it if the problem is back, and
 * closes it if it is gone or accepted for every target that had it. Targets whose run failed or was the first change
 * nothing, since they do not show what is gone. Idempotent for the same report.
 * @param open what the store counts as open after the run
 */
export const syncIssues = async (
  report: DriftReport,
  tracker: IssueTracker,
  describe: DescribeProblem,
  open: readonly Problem[],
): Promise<IssueSync> => {
  const counts: Record<Step, number> = { opened: 0, updated: 0, reopened: 0, closed: 0 };
  try {
    const known = knownIssues(await tracker.list());
    const compared = new Set(
      report.results
        .filter(({ night }) => night.status === "compared")
        .map(({ target }) => targetKey(target)),
    );
    const held = new Set<Issue>();
    for (const problem of report.problems.filter(needsIssue)) {
      const own = issueOf(problem, known);
      if (own !== undefined) held.add(own.issue);
      const step = await hold(
        tracker,
        { problem, targets: targetsOf(problem, report), describe },
        own,
        compared,
      );
      if (step !== undefined) counts[step] += 1;
    }
    for (const [id, one] of known)
      if (!held.has(one.issue) && !mayBeThere(id, one, open)) {
        const step = await release(tracker, one, compared);
        if (step !== undefined) counts[step] += 1;
      }
    return counts;
  } catch (error) {
    return { ...counts, failure: messageOf(error) };
  }
};

interface Held {
  readonly problem: Problem;
  readonly targets: readonly DriftTarget[];
  readonly describe: DescribeProblem;
}

const hold = async (
  tracker: IssueTracker,
  { problem, targets, describe }: Held,
  known: Known | undefined,
  compared: ReadonlySet<string>,
): Promise<Step | undefined> => {
  const others = (known?.targets ?? []).filter((one) => !compared.has(one));
  const keys = [...new Set([...others, ...targets.map(targetKey)])].toSorted();
  const text = describe(problem, targets, keys.length - targets.length);
  const body = `${text.body}\n\n${markerOf(markerKinds[problem.kind], problem.fingerprint, keys)}`;
  if (known === undefined) {
    await tracker.open(text.title, body);
    return "opened";
  }
  const { issue } = known;
  if (issue.isOpen && issue.body === body) return undefined;
  await tracker.change(issue.number, { body, ...(issue.isOpen ? {} : { isOpen: true }) });
  return issue.isOpen ? "updated" : "reopened";
};

const release = async (
  tracker: IssueTracker,
  { issue, targets }: Known,
  compared: ReadonlySet<string>,
): Promise<Step | undefined> => {
  const left = targets.filter((one) => !compared.has(one));
  if (!issue.isOpen || left.length === targets.length) return undefined;
  const body = issue.body.replace(marker, (_, kind: string, id: string) => markerOf(kind, id, left));
  await tracker.change(issue.number, { body, ...(left.length === 0 ? { isOpen: false } : {}) });
  return left.length === 0 ? "closed" : "updated";
};
