import { createHash } from "node:crypto";
import type { DriftGroup, DriftReport, DriftTarget } from "../model/drift.ts";
import { groupOrder } from "./describe-group.ts";

/** An issue as far as it matters here. */
export interface Issue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly isOpen: boolean;
}

/** The issues of one repository that carry the label of drift. */
export interface IssueTracker {
  list(): Promise<readonly Issue[]>;
  open(title: string, body: string): Promise<void>;
  /** Changes what is given and nothing else. */
  change(
    number: number,
    change: { readonly title?: string; readonly body?: string; readonly isOpen?: boolean },
  ): Promise<void>;
}

export interface IssueSync {
  readonly opened: number;
  readonly updated: number;
  readonly reopened: number;
  readonly closed: number;
  /** Why it came to an early end. */
  readonly failure?: string;
}

/**
 * Title and body of an issue. The same run gives the same text.
 * @param elsewhere how many other targets showed it in earlier runs
 */
export type DescribeGroup = (
  group: DriftGroup,
  targets: readonly DriftTarget[],
  elsewhere: number,
) => { readonly title: string; readonly body: string };

/** Where an issue keeps its fingerprint, and the targets that have the drift. */
const marker = /<!-- tripact-drift ([0-9a-f]{12}) \[([0-9a-f ]*)\] -->/;

const markerOf = (fingerprint: string, targets: readonly string[]): string =>
  `<!-- tripact-drift ${fingerprint} [${targets.join(" ")}] -->`;

/** A target in few digits. */
const targetKey = ({ interface: name, address, organization }: DriftTarget): string =>
  createHash("sha256").update(`${name}\n${address}\n${organization}`).digest("hex").slice(0, 8);

interface Known {
  readonly issue: Issue;
  readonly targets: readonly string[];
}

/** The issues by fingerprint; of several of one fingerprint the oldest, which the others repeat. */
const knownIssues = (issues: readonly Issue[]): ReadonlyMap<string, Known> => {
  const known = new Map<string, Known>();
  for (const issue of issues.toSorted((a, b) => a.number - b.number)) {
    const [, fingerprint, targets = ""] = marker.exec(issue.body) ?? [];
    if (fingerprint !== undefined && !known.has(fingerprint))
      known.set(fingerprint, { issue, targets: targets.split(" ").filter((one) => one !== "") });
  }
  return known;
};

const isStanding = ({ state }: DriftGroup): boolean =>
  state === "new" || state === "standing" || state === "back";

/** What is open after this run, and for which of the targets that were compared. */
interface Standing {
  readonly group: DriftGroup;
  readonly targets: readonly DriftTarget[];
}

const standingOf = ({ results }: DriftReport): ReadonlyMap<string, Standing> => {
  const standing = new Map<string, Standing>();
  for (const { target, groups } of results)
    for (const group of groups.filter(isStanding)) {
      const { group: first = group, targets = [] } = standing.get(group.fingerprint) ?? {};
      const [heaviest = group] = [first, group].toSorted(groupOrder);
      standing.set(group.fingerprint, { group: heaviest, targets: [...targets, target] });
    }
  return standing;
};

/** The issue of a group; else that of one of its changes, which an earlier version opened for it alone. */
const issueOf = ({ group }: Standing, known: ReadonlyMap<string, Known>): Known | undefined =>
  [group.fingerprint, ...group.changes].flatMap((one) => known.get(one) ?? [])[0];

type Step = "opened" | "updated" | "reopened" | "closed";

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Keeps one issue for each group of changes: opens it, brings it up to date where its text has changed, reopens it when
 * the drift is back, and closes it when the drift is gone or accepted for every target that had it. Targets whose
 * run failed, or was the first, change nothing: they say nothing of what is gone. The same report twice does
 * nothing the second time.
 */
export const syncIssues = async (
  report: DriftReport,
  tracker: IssueTracker,
  describe: DescribeGroup,
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
    for (const standing of standingOf(report).values()) {
      const own = issueOf(standing, known);
      if (own !== undefined) held.add(own.issue);
      const step = await hold(tracker, standing, own, compared, describe);
      if (step !== undefined) counts[step] += 1;
    }
    for (const one of known.values())
      if (!held.has(one.issue)) {
        const step = await release(tracker, one, compared);
        if (step !== undefined) counts[step] += 1;
      }
    return counts;
  } catch (error) {
    return { ...counts, failure: messageOf(error) };
  }
};

const hold = async (
  tracker: IssueTracker,
  { group, targets }: Standing,
  known: Known | undefined,
  compared: ReadonlySet<string>,
  describe: DescribeGroup,
): Promise<Step | undefined> => {
  const others = (known?.targets ?? []).filter((one) => !compared.has(one));
  const keys = [...new Set([...others, ...targets.map(targetKey)])].toSorted();
  const text = describe(group, targets, keys.length - targets.length);
  const body = `${text.body}\n\n${markerOf(group.fingerprint, keys)}`;
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
  const body = issue.body.replace(marker, (_, fingerprint: string) => markerOf(fingerprint, left));
  await tracker.change(issue.number, { body, ...(left.length === 0 ? { isOpen: false } : {}) });
  return left.length === 0 ? "closed" : "updated";
};
