import { createHash } from "node:crypto";
import { type BrokenFact, brokenIn } from "../model/drift-broken-fact.ts";
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
type Describe<Subject> = (
  subject: Subject,
  targets: readonly DriftTarget[],
  elsewhere: number,
) => { readonly title: string; readonly body: string };

/** The texts of issues: of a group of changes, and of a fact that is broken. */
export interface IssueTexts {
  readonly group: Describe<DriftGroup>;
  readonly fact: Describe<BrokenFact>;
}

/** Where an issue keeps what it is about, a fingerprint or a fact, and the targets that have it. */
const marker = /<!-- tripact-(?:drift|fact) (\S+) \[([0-9a-f ]*)\] -->/;

const markerOf = (id: string, targets: readonly string[]): string =>
  `<!-- tripact-${/^[0-9a-f]{12}$/.test(id) ? "drift" : "fact"} ${id} [${targets.join(" ")}] -->`;

/** A target in few digits. */
const targetKey = ({ interface: name, address, organization }: DriftTarget): string =>
  createHash("sha256").update(`${name}\n${address}\n${organization}`).digest("hex").slice(0, 8);

interface Known {
  readonly issue: Issue;
  readonly targets: readonly string[];
}

/** The issues by what they are about; of several about one thing the oldest, which the others repeat. */
const knownIssues = (issues: readonly Issue[]): ReadonlyMap<string, Known> => {
  const known = new Map<string, Known>();
  for (const issue of issues.toSorted((a, b) => a.number - b.number)) {
    const [, id, targets = ""] = marker.exec(issue.body) ?? [];
    if (id !== undefined && !known.has(id))
      known.set(id, { issue, targets: targets.split(" ").filter((one) => one !== "") });
  }
  return known;
};

const isStanding = ({ state }: DriftGroup): boolean =>
  state === "new" || state === "standing" || state === "back";

/** What is open after this run, and for which of the targets. */
interface Standing {
  /** The first names its issue; the others issues that an earlier version opened for a part of it alone. */
  readonly ids: readonly [string, ...string[]];
  readonly targets: readonly DriftTarget[];
  text(elsewhere: number): { readonly title: string; readonly body: string };
}

const standingGroups = ({ results }: DriftReport, { group: describe }: IssueTexts): readonly Standing[] => {
  const standing = new Map<
    string,
    { readonly group: DriftGroup; readonly targets: readonly DriftTarget[] }
  >();
  for (const { target, groups } of results)
    for (const group of groups.filter(isStanding)) {
      const { group: first = group, targets = [] } = standing.get(group.fingerprint) ?? {};
      const [heaviest = group] = [first, group].toSorted(groupOrder);
      standing.set(group.fingerprint, { group: heaviest, targets: [...targets, target] });
    }
  return [...standing.values()].map(({ group, targets }) => ({
    ids: [group.fingerprint, ...group.changes],
    targets,
    text: (elsewhere) => describe(group, targets, elsewhere),
  }));
};

const standingFacts = (report: DriftReport, { fact: describe }: IssueTexts): readonly Standing[] =>
  [...Map.groupBy(brokenIn(report), ({ fact }) => fact)].flatMap(([id, all]) => {
    const targets = all.flatMap((one) =>
      report.results.map(({ target }) => target).filter((target) => target.interface === one.interface),
    );
    const [first] = all;
    return first === undefined
      ? []
      : [{ ids: [id], targets, text: (elsewhere) => describe(first, targets, elsewhere) } satisfies Standing];
  });

/** The issue of what is open. */
const issueOf = ({ ids }: Standing, known: ReadonlyMap<string, Known>): Known | undefined =>
  ids.flatMap((one) => known.get(one) ?? [])[0];

type Step = "opened" | "updated" | "reopened" | "closed";

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether an issue is about a fact, and a run that tried a part of everything did not find it broken again. */
const isInconclusive = (id: string, { issue }: Known, { run, findings }: DriftReport): boolean =>
  run.sampled === true &&
  issue.body.includes("<!-- tripact-fact ") &&
  !findings.some(({ fact, known }) => fact === id && known);

/**
 * Keeps one issue for each group of changes and each fact that is broken: opens it, brings it up to date where its text
 * has changed, reopens it when it is back, and closes it when it is gone or accepted for every target that had it.
 * Targets whose run failed, or was the first, change nothing: they say nothing of what is gone. The same report twice
 * does nothing the second time.
 */
export const syncIssues = async (
  report: DriftReport,
  tracker: IssueTracker,
  texts: IssueTexts,
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
    for (const standing of [...standingGroups(report, texts), ...standingFacts(report, texts)]) {
      const own = issueOf(standing, known);
      if (own !== undefined) held.add(own.issue);
      const step = await hold(tracker, standing, own, compared);
      if (step !== undefined) counts[step] += 1;
    }
    for (const [id, one] of known)
      if (!held.has(one.issue) && !isInconclusive(id, one, report)) {
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
  { ids: [id], targets, text: textFor }: Standing,
  known: Known | undefined,
  compared: ReadonlySet<string>,
): Promise<Step | undefined> => {
  const others = (known?.targets ?? []).filter((one) => !compared.has(one));
  const keys = [...new Set([...others, ...targets.map(targetKey)])].toSorted();
  const text = textFor(keys.length - targets.length);
  const body = `${text.body}\n\n${markerOf(id, keys)}`;
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
  const body = issue.body.replace(marker, (_, id: string) => markerOf(id, left));
  await tracker.change(issue.number, { body, ...(left.length === 0 ? { isOpen: false } : {}) });
  return left.length === 0 ? "closed" : "updated";
};
