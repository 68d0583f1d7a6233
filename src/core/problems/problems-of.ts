import { severities, type Severity } from "../model/check.ts";
import { confidences, type DriftGroup, type DriftResult, isOpenState } from "../model/drift.ts";
import { type Finding, whereOf } from "../model/finding.ts";
import { impacts } from "../model/impact.ts";
import type { Problem, ProblemPlace, ProblemState } from "../model/problem.ts";
import { listOf } from "../output/list-of.ts";
import { plural } from "../output/plural.ts";
import { clustersOf, type Keyed, type Keys } from "./cluster.ts";
import {
  keysOfGroup,
  sharedLocationKeys,
  locationsOfFinding,
  placesOfGroup,
  renamesIn,
  type SeenGroup,
  seenGroups,
} from "./drift-problems.ts";
import {
  furtherKeysOf,
  keysOfFinding,
  leadOf,
  otherStatements,
  parametersOf,
  placeOfFinding,
  titleOfFindings,
} from "./finding-problems.ts";
import { scriptOf } from "./reproduce.ts";
import { digestOf, earliest, unique } from "../model/texts.ts";

/** What a run shows of one target. */
export type SeenResult = Pick<DriftResult, "target" | "drift" | "groups"> & {
  /** Why it could not be read; absent if it was. */
  readonly failure?: string;
};

export interface SeenByRun {
  readonly findings: readonly Finding[];
  /** Only for runs that are compared with earlier ones. */
  readonly results?: readonly SeenResult[];
  /** Why it was cut short. */
  readonly stopped?: string | undefined;
}

type Entry = Keyed & ({ readonly finding: Finding } | { readonly seen: SeenGroup });

const hash = (identity: string): string => digestOf(`problem\n${identity}`);

const isNonEmpty = <Item>(items: readonly Item[]): items is readonly [Item, ...Item[]] => items.length > 0;

const apart = ({ known }: Finding, severity: Severity): string => `${severity}${known ? " known" : ""}`;

/**
 * Findings in and outside the baseline never share a problem; those of different severity only if they are of one fact.
 */
const gravestOf = (findings: readonly Finding[]): ((finding: Finding) => Severity) => {
  const keyOf = ({ fact, known }: Finding): string => `${fact} ${known}`;
  const all = Map.groupBy(findings, keyOf);
  return (finding) => gravest((all.get(keyOf(finding)) ?? []).map(({ severity }) => severity));
};

const gravest = (all: readonly Severity[]): Severity => severities.find((one) => all.includes(one)) ?? "info";

const shortList = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");

const onlyWith = (parameters: readonly string[]): string =>
  parameters.length === 0 ? "" : `Only with ${listOf(parameters)}, `;

const violationOf = (findings: readonly [Finding, ...Finding[]], identity: string): Problem => {
  const lead = leadOf(findings);
  const others = findings.filter((one) => one !== lead);
  const also = otherStatements(lead, findings);
  const checks = unique([lead, ...others].map(({ check }) => check));
  return {
    fingerprint: hash(identity),
    kind: "violation",
    severity: lead.severity,
    state: lead.known ? "known" : "new",
    where: whereOf(lead),
    what: `${onlyWith(parametersOf(findings))}${titleOfFindings(lead, findings)}`,
    expected: lead.expected,
    actual: lead.actual,
    evidence: `${plural(findings.length, "finding")} of ${shortList(checks)}`,
    reproduce: scriptOf(lead),
    places: [lead, ...others].map(placeOfFinding),
    facts: unique([lead, ...others].map(({ fact }) => fact)),
    checks,
    exchanges: lead.exchanges,
    ...(also.length === 0 ? {} : { also }),
  };
};

const absences: ReadonlySet<DriftGroup["kind"]> = new Set([
  "field-removed",
  "field-renamed",
  "presence-dropped",
]);

/** How often the new state was seen: `absent in 40 of 40 samples since, in 0 of 250 before`. */
const samplesOf = ({ kind, seenBefore, seenSince }: DriftGroup): string =>
  `${absences.has(kind) ? "absent" : "seen"} in ${seenSince.count} of ${seenSince.of} samples since, ` +
  `in ${seenBefore.count} of ${seenBefore.of} before`;

const stateOf = (groups: readonly DriftGroup[]): Pick<Problem, "state" | "isBack"> => {
  const has = (...states: readonly DriftGroup["state"][]): boolean =>
    groups.some(({ state }) => states.includes(state));
  // An addition to a known cause is not a new problem.
  if (has("standing")) return { state: "open" };
  if (has("back")) return { state: "new", isBack: true };
  if (has("new")) return { state: has("gone") ? "open" : "new" };
  return { state: has("gone") ? "gone" : "known" };
};

const heaviestFirst = (a: SeenGroup, b: SeenGroup): number =>
  Number(isOpenState(b.group.state)) - Number(isOpenState(a.group.state)) ||
  severities.indexOf(a.group.severity) - severities.indexOf(b.group.severity) ||
  impacts.indexOf(a.group.impact) - impacts.indexOf(b.group.impact) ||
  confidences.indexOf(a.group.confidence) - confidences.indexOf(b.group.confidence) ||
  (a.group.fingerprint < b.group.fingerprint ? -1 : 1);

const whereChanged = ({ kind }: DriftGroup, operations: readonly string[], names: readonly string[]) => {
  // The statement names them.
  if (kind === "status-changed" || kind === "operation-removed") return `in ${names.join(", ")}`;
  return operations.length === 0 ? `everywhere in ${names.join(", ")}` : `in ${listOf(operations)}`;
};

/** The title of one group; for several models or interfaces, without the leading one. */
const titleOf = (lead: DriftGroup, groups: readonly DriftGroup[]): string => {
  const models = unique(groups.flatMap(({ model }) => model ?? []));
  if (groups.length === 1 || models.length < 2) return lead.title;
  const own = `\`${lead.model ?? ""}.`;
  const title = lead.title.startsWith(own) ? `\`${lead.title.slice(own.length)}` : lead.title;
  return `${title} in ${listOf(models)}`;
};

const changeOf = (
  all: readonly [SeenGroup, ...SeenGroup[]],
  findings: readonly Finding[],
  identity: string,
): Problem => {
  const ordered = all.toSorted(heaviestFirst);
  const [{ group: lead } = all[0]] = ordered;
  const open = ordered.filter(({ group }) => isOpenState(group.state));
  const shown = (open.length > 0 ? open : ordered).map(({ group }) => group);
  const groups = unique(shown.map(({ fingerprint }) => fingerprint)).flatMap(
    (fingerprint) => shown.find((one) => one.fingerprint === fingerprint) ?? [],
  );
  const operations = unique(groups.flatMap((one) => one.operations)).toSorted();
  const said = findings.length === 0 ? "" : `; ${plural(findings.length, "finding")} of the same`;
  const reported = earliest(shown.flatMap(({ toldAt }) => toldAt ?? []));
  return {
    fingerprint: identity.startsWith("group ") ? lead.fingerprint : hash(identity),
    kind: "change",
    severity: gravest([...shown, ...findings].map(({ severity }) => severity)),
    ...stateOf(shown),
    where: whereChanged(lead, operations, unique(shown.map(({ interface: name }) => name)).toSorted()),
    what: titleOf(lead, groups),
    expected: lead.before,
    actual: lead.now,
    evidence: `${lead.impact}, ${lead.confidence}: ${samplesOf(lead)}${said}`,
    reproduce: shown.flatMap(({ curl }) => curl ?? []).slice(0, 1),
    places: [...ordered.flatMap(placesOfGroup), ...findings.map(placeOfFinding)],
    facts: unique(findings.map(({ fact }) => fact)),
    checks: unique(findings.map(({ check }) => check)),
    exchanges: findings[0]?.exchanges ?? [],
    advice: lead.advice,
    groups: unique(all.map(({ group }) => group.fingerprint)),
    impact: lead.impact,
    confidence: lead.confidence,
    ...(lead.settledBy === undefined ? {} : { settledBy: lead.settledBy }),
    types: unique(shown.flatMap(({ types }) => types)),
    statuses: unique(shown.flatMap(({ statuses }) => statuses)).toSorted((a, b) => a - b),
    since: reported ?? earliest(shown.map(({ firstSeen }) => firstSeen)) ?? lead.firstSeen,
    lastSeen:
      shown
        .map(({ lastSeen }) => lastSeen)
        .toSorted()
        .at(-1) ?? lead.lastSeen,
    ...(lead.lastGood === undefined ? {} : { lastGood: lead.lastGood }),
  };
};

const problemsOfCluster = (cluster: readonly Entry[]): readonly Problem[] => {
  const seen = cluster.flatMap((one) => ("seen" in one ? [one.seen] : []));
  const findings = cluster.flatMap((one) => ("finding" in one ? [one.finding] : []));
  const identities = cluster.map(({ keys: [key] }) => key).toSorted();
  const changes = cluster.flatMap((one) => ("seen" in one ? [one.keys[0]] : [])).toSorted();
  if (isNonEmpty(seen)) return [changeOf(seen, findings, changes[0] ?? "")];
  // The identity does not depend on the baseline.
  const identity = (identities[0] ?? "").replace(/^(?:error|warning|info)(?: known)? /, "");
  return isNonEmpty(findings) ? [violationOf(findings, identity)] : [];
};

/** Unreadable interfaces and an interrupted run: what they would have shown is unknown. */
const unjudgedOf = ({ results = [], stopped }: SeenByRun): readonly Problem[] => {
  const problem = (identity: string, what: string, reason: string, places: Problem["places"]): Problem => ({
    fingerprint: hash(identity),
    kind: "unjudged",
    severity: "error",
    state: "new",
    where: shortList(unique(places.map((place) => place.interface))),
    what,
    expected: "a run that judges what it should",
    actual: reason,
    evidence: "what it would have shown is unknown",
    reproduce: [],
    places: places.map((place) => ({ ...place, fingerprint: hash(identity) })),
    facts: [],
    checks: [],
    exchanges: [],
  });
  const unread = results.flatMap(({ target: { interface: name, address, organization }, failure }) =>
    failure === undefined
      ? []
      : [
          problem(`unread ${name}`, `${name} could not be read`, failure, [
            { fingerprint: "", interface: name, operation: "*", pointer: "", organization, address },
          ]),
        ],
  );
  if (stopped === undefined || unread.length > 0) return unread;
  return [
    problem("incomplete", "the run is incomplete", stopped, [
      { fingerprint: "", interface: "*", operation: "*", pointer: "" },
    ]),
  ];
};

/** All keys of findings, with their own and with those that join them in this run. */
const keysApart = (findings: readonly Finding[]): ((finding: Finding) => Keys) => {
  const furtherOf = furtherKeysOf(findings);
  const severityOf = gravestOf(findings);
  return (finding) => {
    const [first, ...more] = keysOfFinding(finding);
    const joining = apart(finding, severityOf(finding));
    return [
      `${apart(finding, finding.severity)} ${first}`,
      ...[...more, ...furtherOf(finding)].map((key) => `${joining} ${key}`),
    ];
  };
};

/** Those of the change at its location, or at the locations of all similar findings; else its own. */
const causesOf = (
  findings: readonly Finding[],
  groups: readonly SeenGroup[],
  renames: ReadonlyMap<string, string>,
): ((finding: Finding) => Keys) => {
  const changed = new Map(
    groups
      .filter(({ group }) => isOpenState(group.state))
      .flatMap((seen) =>
        sharedLocationKeys(seen).map((location) => [location, keysOfGroup(seen, renames)[0]] as const),
      ),
  );
  const changeAt = (finding: Finding): string | undefined =>
    finding.known ? undefined : locationsOfFinding(finding).flatMap((one) => changed.get(one) ?? [])[0];
  const keysOf = keysApart(findings);
  const likeIt = new Map<string, Set<string>>();
  for (const finding of findings) {
    const change = changeAt(finding);
    if (change !== undefined)
      for (const key of keysOf(finding)) likeIt.set(key, (likeIt.get(key) ?? new Set()).add(change));
  }
  return (finding) => {
    const own = keysOf(finding);
    const around = new Set(own.flatMap((key) => [...(likeIt.get(key) ?? [])]));
    const change = changeAt(finding) ?? (around.size === 1 ? [...around][0] : undefined);
    return change === undefined ? own : [change];
  };
};

/** Adds targets to a problem's locations, in a run that is compared with earlier ones. */
const placed = (results: readonly SeenResult[]) => {
  const withTarget = (place: ProblemPlace): ProblemPlace => {
    const found = results.find(({ target }) => target.interface === place.interface);
    if (place.organization !== undefined || found === undefined) return place;
    return { ...place, organization: found.target.organization, address: found.target.address };
  };
  return (problem: Problem): Problem => ({ ...problem, places: problem.places.map(withTarget) });
};

const states: readonly ProblemState[] = ["new", "open", "gone", "known"];

/** Unjudged problems first, then new ones, the most severe first. */
export const compareProblems = (a: Problem, b: Problem): number =>
  Number(b.kind === "unjudged") - Number(a.kind === "unjudged") ||
  states.indexOf(a.state) - states.indexOf(b.state) ||
  severities.indexOf(a.severity) - severities.indexOf(b.severity);

export const inOrder = (problems: readonly Problem[]): readonly Problem[] =>
  problems.toSorted(compareProblems);

/** One problem per cause of findings, changes and unjudged parts of a run, sorted, without inconclusive changes. */
export const problemsOf = (run: SeenByRun): readonly Problem[] => {
  const { results = [] } = run;
  const groups = results.flatMap(seenGroups);
  // Findings on an unreadable interface only show why it could not be read.
  const unread = new Set(
    results.filter(({ failure }) => failure !== undefined).map(({ target }) => target.interface),
  );
  const findings = run.findings.filter((one) => !unread.has(one.interface));
  const conclusive = groups.filter(
    ({ group }) => group.state !== "inconclusive" && group.state !== "accepted",
  );
  const renames = renamesIn(conclusive);
  const causes = causesOf(findings, conclusive, renames);
  const entries: readonly Entry[] = [
    ...conclusive.map((seen) => ({ seen, keys: keysOfGroup(seen, renames) })),
    ...findings.map((finding): Entry => ({ finding, keys: causes(finding) })),
  ];
  const problems = clustersOf(entries).flatMap(problemsOfCluster).map(placed(results));
  return inOrder([...unjudgedOf(run).map(placed(results)), ...problems]);
};
