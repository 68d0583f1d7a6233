import { createHash } from "node:crypto";
import type { Drift, DriftReport, DriftTarget } from "../model/drift.ts";

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

/** Where an issue keeps its fingerprint, and the targets that have the drift. */
const marker = /<!-- tripact-drift ([0-9a-f]{12}) \[([0-9a-f ]*)\] -->/;

/** A target in few digits: addresses and names of organizations do not belong in an issue. */
const targetKey = ({ interface: name, address, organization }: DriftTarget): string =>
  createHash("sha256").update(`${name}\n${address}\n${organization}`).digest("hex").slice(0, 8);

/** Names from a target as they may be in a code span: nothing that ends it, mentions or links. */
const code = (text: string): string => `\`${text.replace(/[^\w /*{}.:>,-]/g, "?")}\``;

const locationOf = ({ operation, status, pointer }: Drift): string =>
  [operation === "*" ? "" : operation, status === undefined ? "" : String(status), pointer]
    .filter((part) => part !== "")
    .join(" ");

const titleOf = (drift: Drift): string =>
  `Drift: ${drift.kind} ${locationOf(drift).replace(/[^\w /*{}.-]/g, "?")}`.slice(0, 200).trimEnd();

const share = ({ count, of }: Drift["seenSince"]): string => `${count} of ${of}`;

/** The text of an issue: names of fields, shapes and counts. The same run gives the same text. */
const bodyOf = (drift: Drift, targets: readonly string[]): string =>
  [
    `| | |`,
    `|---|---|`,
    `| interface | ${drift.target.interface} |`,
    `| location | ${code(locationOf(drift))} |`,
    `| kind | ${drift.kind} |`,
    `| impact on users of the generated types | ${drift.impact} |`,
    `| confidence | ${drift.confidence} |`,
    `| before | ${code(drift.before)} |`,
    `| now | ${code(drift.now)} |`,
    `| seen before the change | ${share(drift.seenBefore)} |`,
    `| seen since | ${share(drift.seenSince)} |`,
    `| first seen | ${drift.firstSeen.slice(0, 10)} |`,
    `| last seen | ${drift.lastSeen.slice(0, 10)} |`,
    ...(drift.settledBy === undefined ? [] : [`| open | ${drift.settledBy} |`]),
    "",
    `To accept it: \`tripact drift accept ${drift.fingerprint}\``,
    "",
    `<!-- tripact-drift ${drift.fingerprint} [${targets.join(" ")}] -->`,
  ].join("\n");

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

const isStanding = ({ state }: Drift): boolean => state === "new" || state === "standing" || state === "back";

/** What is open after this run, and for which of the targets that were compared. */
interface Standing {
  readonly drift: Drift;
  readonly targets: readonly string[];
}

const standingOf = ({ results }: DriftReport): ReadonlyMap<string, Standing> => {
  const standing = new Map<string, Standing>();
  for (const { target, drift } of results)
    for (const one of drift.filter(isStanding)) {
      const before = standing.get(one.fingerprint);
      standing.set(one.fingerprint, {
        drift: before?.drift ?? one,
        targets: [...(before?.targets ?? []), targetKey(target)],
      });
    }
  return standing;
};

type Step = "opened" | "updated" | "reopened" | "closed";

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Keeps one issue for each drift: opens it, brings it up to date where its text has changed, reopens it when the
 * drift is back, and closes it when the drift is gone or accepted for every target that had it. Targets whose
 * run failed, or was the first, change nothing: they say nothing of what is gone. The same report twice does
 * nothing the second time.
 */
export const syncIssues = async (report: DriftReport, tracker: IssueTracker): Promise<IssueSync> => {
  const counts: Record<Step, number> = { opened: 0, updated: 0, reopened: 0, closed: 0 };
  try {
    const known = knownIssues(await tracker.list());
    const standing = standingOf(report);
    const compared = new Set(
      report.results
        .filter(({ night }) => night.status === "compared")
        .map(({ target }) => targetKey(target)),
    );
    for (const [fingerprint, { drift, targets }] of standing) {
      const step = await hold(tracker, drift, targets, known.get(fingerprint), compared);
      if (step !== undefined) counts[step] += 1;
    }
    for (const [fingerprint, one] of known)
      if (!standing.has(fingerprint)) {
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
  drift: Drift,
  targets: readonly string[],
  known: Known | undefined,
  compared: ReadonlySet<string>,
): Promise<Step | undefined> => {
  const others = (known?.targets ?? []).filter((one) => !compared.has(one));
  const title = titleOf(drift);
  const body = bodyOf(drift, [...new Set([...others, ...targets])].toSorted());
  if (known === undefined) {
    await tracker.open(title, body);
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
  const body = issue.body.replace(
    marker,
    (_, fingerprint: string) => `<!-- tripact-drift ${fingerprint} [${left.join(" ")}] -->`,
  );
  await tracker.change(issue.number, { body, ...(left.length === 0 ? { isOpen: false } : {}) });
  return left.length === 0 ? "closed" : "updated";
};
