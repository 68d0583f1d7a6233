import type { DriftTarget } from "../../../harness/model/drift.ts";
import type { Problem } from "../../../harness/model/problem.ts";
import { livesOf, problemIn } from "../../../harness/problems/lives.ts";
import { inOrder, problemsOf, type SeenResult } from "../../../harness/problems/problems-of.ts";
import type { Row, Sql } from "../database/database.ts";
import { insertAll, integer, listOf, text } from "../database/rows.ts";
import type {
  ChangeFilter,
  DatedChange,
  FleetProblem,
  JudgedTarget,
  OpenRun,
  RunEnd,
} from "./run-repository.ts";

const seenOf = ({ target, run, verdict }: JudgedTarget): SeenResult => ({
  target,
  drift: verdict?.drift ?? [],
  groups: verdict?.groups ?? [],
  ...(verdict === undefined ? { failure: run.reason ?? "nothing was sampled" } : {}),
});

/** Brings up to date what was found in an organization and what could not be judged: changes are in `change`. */
export const writeProblems = async (
  sql: Sql,
  { organizationId, startedAt, day }: OpenRun,
  { findings = [], passed = new Map(), failure }: RunEnd,
  judged: readonly JudgedTarget[],
): Promise<void> => {
  const rows = await sql.rows(
    "SELECT fingerprint, first_day, last_day, summary FROM problem WHERE organization = $1 ORDER BY fingerprint",
    [organizationId],
  );
  const firstDays = new Map(rows.map((row) => [text(row, "fingerprint"), text(row, "first_day")]));
  const { problems, kept } = livesOf(
    rows.map((row) => problemIn(text(row, "summary"))),
    problemsOf({ findings, results: judged.map(seenOf), stopped: failure?.reason }),
    {
      at: startedAt,
      passed,
      read: judged.flatMap(({ target, verdict }) => (verdict === undefined ? [] : [target.interface])),
      complete: failure === undefined,
    },
  );
  const seen = new Set(
    problems.filter(({ state }) => state !== "gone").map(({ fingerprint }) => fingerprint),
  );
  const fresh = new Set(
    problems.filter(({ state }) => state === "new").map(({ fingerprint }) => fingerprint),
  );
  const lastDays = new Map(rows.map((row) => [text(row, "fingerprint"), text(row, "last_day")]));
  await sql.rows("DELETE FROM problem WHERE organization = $1", [organizationId]);
  await insertAll(
    sql,
    "problem",
    kept.map((problem) => {
      const { fingerprint, kind, severity, state } = problem;
      const firstDay = fresh.has(fingerprint) ? day : (firstDays.get(fingerprint) ?? day);
      const lastDay = seen.has(fingerprint) ? day : (lastDays.get(fingerprint) ?? day);
      return {
        organization: organizationId,
        fingerprint,
        kind,
        severity,
        state,
        first_day: firstDay,
        last_day: lastDay,
        summary: JSON.stringify(problem),
      };
    }),
  );
};

/** All organizations and addresses. */
export const everywhere = (name: string): DriftTarget => ({
  interface: name,
  address: "*",
  organization: "*",
});

/** Open changes of a fleet, those of one cause as one problem, with the breadth of the widest. */
const changeProblems = (changes: readonly DatedChange[]): readonly FleetProblem[] => {
  const byInterface = Map.groupBy(changes, ({ group }) => group.interface);
  const results = [...byInterface].map(([name, own]) => ({
    target: everywhere(name),
    drift: [],
    groups: own.map(({ group }) => ({ ...group, state: "standing" as const })),
  }));
  return problemsOf({ findings: [], results }).flatMap((problem): readonly FleetProblem[] => {
    const own = changes
      .filter(({ group }) => problem.groups?.includes(group.fingerprint))
      .toSorted((a, b) => b.organizations - a.organizations);
    const [widest] = own;
    if (widest === undefined) return [];
    const { organizations, sampledBy, names } = widest;
    const [firstDay = widest.firstDay] = own.map((one) => one.firstDay).toSorted();
    const lastDay =
      own
        .map((one) => one.lastDay)
        .toSorted()
        .at(-1) ?? widest.lastDay;
    return [{ problem, organizations, sampledBy, names, firstDay, lastDay }];
  });
};

/** How many targets of each interface ran on a day, and how many of them could be judged. */
const ranOn = async (sql: Sql, day: string): Promise<(name: string, kind: Problem["kind"]) => number> => {
  const rows = await sql.rows(
    `SELECT interface, count(*) AS ran, count(CASE WHEN status <> 'failed' THEN 1 END) AS judged
     FROM target_run JOIN target ON target.id = target_run.target WHERE day = $1 GROUP BY interface`,
    [day],
  );
  return (name, kind) => {
    const row = rows.find((one) => text(one, "interface") === name);
    return row === undefined ? 0 : integer(row, kind === "unjudged" ? "ran" : "judged");
  };
};

type Narrowed = Pick<ChangeFilter, "organization" | "operation">;

const fewNames = 3;

const openRows = (sql: Sql): Promise<readonly Row[]> =>
  sql.rows(
    `SELECT fingerprint, name, first_day, last_day, problem.summary
     FROM problem JOIN organization ON organization.id = problem.organization
     WHERE state = 'open' ORDER BY fingerprint, name`,
  );

const isWanted = ({ problem, names }: FleetProblem, filter: Narrowed): boolean =>
  (filter.organization === undefined || names.includes(filter.organization)) &&
  (filter.operation === undefined || problem.places.some(({ operation }) => operation === filter.operation));

/**
 * Every open problem once, with its breadth: what was found, what could not be judged, and these changes.
 * @param changes narrowed by the same filter already
 */
export const openProblems = async (
  sql: Sql,
  changes: readonly DatedChange[],
  filter: Narrowed = {},
): Promise<readonly FleetProblem[]> => {
  const groups = [...Map.groupBy(await openRows(sql), (row) => text(row, "fingerprint")).values()];
  const found: FleetProblem[] = [];
  for (const rows of groups) {
    const [first] = rows;
    if (first === undefined) continue;
    const problem = problemIn(text(first, "summary"));
    const names = rows.map((row) => text(row, "name"));
    const lastDay =
      rows
        .map((row) => text(row, "last_day"))
        .toSorted()
        .at(-1) ?? "";
    const [firstDay = lastDay] = rows.map((row) => text(row, "first_day")).toSorted();
    const ran = (await ranOn(sql, lastDay))(problem.places[0]?.interface ?? "", problem.kind);
    const organizations = names.length;
    const one = { problem, organizations, sampledBy: Math.max(ran, organizations), names, firstDay, lastDay };
    if (isWanted(one, filter)) found.push({ ...one, names: names.slice(0, fewNames) });
  }
  const all = [...found, ...changeProblems(changes)];
  const widths = new Map(all.map((one) => [one.problem, one]));
  return inOrder(all.map(({ problem }) => problem)).flatMap((problem) => widths.get(problem) ?? []);
};

/** Of these problems, those that are gone wherever they were. */
export const goneProblems = async (
  sql: Sql,
  fingerprints: readonly string[],
): Promise<readonly Problem[]> => {
  if (fingerprints.length === 0) return [];
  const rows = await sql.rows(
    `SELECT fingerprint, min(summary) AS summary FROM problem WHERE fingerprint IN ${listOf(fingerprints.length)}
     GROUP BY fingerprint HAVING count(CASE WHEN state = 'open' THEN 1 END) = 0`,
    fingerprints,
  );
  return rows.map((row) => problemIn(text(row, "summary")));
};
