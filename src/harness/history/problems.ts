import type { JudgedTarget } from "../drift/judge-target.ts";
import type { DriftGroup, DriftTarget } from "../model/drift.ts";
import type { Problem } from "../model/problem.ts";
import { livesOfRun, problemIn } from "../problems/lives.ts";
import { compareProblems, problemsOf, type SeenResult } from "../problems/problems-of.ts";
import type { Sql } from "../store/database.ts";
import { insertAll, integer, listOf, text } from "../store/rows.ts";
import type { ChangeFilter, DatedChange, FleetProblem, OpenRun, RunEnd } from "./run-repository.ts";

const seenOf = ({ target, run, verdict }: JudgedTarget): SeenResult => ({
  target,
  drift: verdict?.drift ?? [],
  groups: verdict?.groups ?? [],
  ...(verdict === undefined ? { failure: run.reason ?? "nothing was sampled" } : {}),
});

/** Where a problem is kept: one of these addresses. */
const addressOf = ({ places }: Problem, addresses: readonly string[]): string =>
  addresses.find((one) => one === places[0]?.address) ?? addresses[0] ?? "";

/**
 * Brings up to date what was found in an organization and what could not be judged: changes are in `change`. Gives all
 * problems of the run with their lives. In a store, runs at other addresses have problems of their own.
 */
export const writeProblems = async (
  sql: Sql,
  { organizationId, startedAt, day }: OpenRun,
  { findings = [], passed = new Map(), failure, complete }: RunEnd,
  judged: readonly JudgedTarget[],
  isFleet: boolean,
): Promise<readonly Problem[]> => {
  const addresses = isFleet ? [""] : [...new Set(judged.map(({ target }) => target.address))].toSorted();
  const own = [organizationId, ...addresses];
  const where = `WHERE organization = $1 AND address IN ${listOf(addresses.length, 2)}`;
  const rows = await sql.rows(
    `SELECT fingerprint, first_day, last_day, summary FROM problem ${where} ORDER BY fingerprint`,
    own,
  );
  const rowOf = new Map(rows.map((row) => [text(row, "fingerprint"), row]));
  const { problems, kept } = livesOfRun(
    rows.map((row) => problemIn(text(row, "summary"))),
    {
      at: startedAt,
      findings: isFleet ? findings.filter(({ severity }) => severity === "error") : findings,
      results: judged.map(seenOf),
      stopped: failure?.reason,
      passed,
      complete: complete ?? failure === undefined,
    },
  );
  const stateOf = new Map(problems.map(({ fingerprint, state }) => [fingerprint, state]));
  await sql.rows(`DELETE FROM problem ${where}`, own);
  await insertAll(
    sql,
    "problem",
    kept.map((problem) => {
      const { fingerprint, kind, severity, state } = problem;
      const row = rowOf.get(fingerprint);
      const shown = stateOf.get(fingerprint) ?? "gone";
      return {
        organization: organizationId,
        address: addressOf(problem, addresses),
        fingerprint,
        kind,
        severity,
        state,
        first_day: row === undefined || shown === "new" ? day : text(row, "first_day"),
        last_day: row === undefined || shown !== "gone" ? day : text(row, "last_day"),
        summary: JSON.stringify(problem),
      };
    }),
  );
  return problems;
};

/** All organizations and addresses. */
export const everywhere = (name: string): DriftTarget => ({
  interface: name,
  address: "*",
  organization: "*",
});

/** Changes of a fleet, those of one cause as one problem, which is gone when all of them are. */
export const causesOf = (groups: readonly DriftGroup[]): readonly Problem[] => {
  const byInterface = Map.groupBy(groups, (group) => group.interface);
  const results = [...byInterface].map(([name, own]) => ({
    target: everywhere(name),
    drift: [],
    groups: own,
  }));
  return problemsOf({ findings: [], results });
};

const standing = (changes: readonly DatedChange[]): readonly DriftGroup[] =>
  changes.map(({ group }) => ({ ...group, state: "standing" }));

/** Of these changes that no organization shows any more, the causes of which none shows anything. */
export const goneCauses = (
  gone: readonly DriftGroup[],
  changes: readonly DatedChange[],
): readonly Problem[] => causesOf([...standing(changes), ...gone]).filter(({ state }) => state === "gone");

/** Open changes of a fleet, those of one cause as one problem, with the breadth of the widest. */
export const changeProblems = (
  changes: readonly DatedChange[],
  gone: readonly DriftGroup[] = [],
): readonly FleetProblem[] =>
  causesOf([...standing(changes), ...gone]).flatMap((problem): readonly FleetProblem[] => {
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

/** How many targets of an interface ran on each of these days; of a problem that was judged, those that could be judged. */
const ranOn = async (
  sql: Sql,
  days: readonly string[],
): Promise<(day: string, name: string, kind: Problem["kind"]) => number> => {
  if (days.length === 0) return () => 0;
  const rows = await sql.rows(
    `SELECT day, interface, count(*) AS ran, count(CASE WHEN status <> 'failed' THEN 1 END) AS judged
     FROM target_run JOIN target ON target.id = target_run.target WHERE day IN ${listOf(days.length)}
     GROUP BY day, interface`,
    days,
  );
  return (day, name, kind) => {
    const row = rows.find((one) => text(one, "day") === day && text(one, "interface") === name);
    return row === undefined ? 0 : integer(row, kind === "unjudged" ? "ran" : "judged");
  };
};

type Narrowed = Pick<ChangeFilter, "organization" | "operation">;

/** Every open problem of the table, as its first organization by name shows it, with at most so many names. */
const foundProblems = async (
  sql: Sql,
  most: number,
  organization: string | undefined,
): Promise<readonly Omit<FleetProblem, "sampledBy">[]> => {
  const named = `FROM problem JOIN organization ON organization.id = problem.organization WHERE state = 'open'`;
  // How widely it shows is counted for the fleet, also where one organization is asked for.
  const shown =
    organization === undefined ? "" : `AND fingerprint IN (SELECT fingerprint ${named} AND name = $2)`;
  const rows = await sql.rows(
    `SELECT fingerprint, name, organizations, first_day, last_day, CASE WHEN place = 1 THEN summary END AS summary
     FROM (
       SELECT fingerprint, name, problem.summary, count(*) OVER same AS organizations,
         min(first_day) OVER same AS first_day, max(last_day) OVER same AS last_day,
         row_number() OVER (PARTITION BY fingerprint ORDER BY name) AS place
       ${named} ${shown} WINDOW same AS (PARTITION BY fingerprint)
     ) AS numbered WHERE place <= $1 ORDER BY fingerprint, place`,
    organization === undefined ? [most] : [most, organization],
  );
  return [...Map.groupBy(rows, (row) => text(row, "fingerprint")).values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [
          {
            problem: problemIn(text(first, "summary")),
            organizations: integer(first, "organizations"),
            names: [first, ...others].map((row) => text(row, "name")),
            firstDay: text(first, "first_day"),
            lastDay: text(first, "last_day"),
          },
        ],
  );
};

/**
 * Every open problem once, with its breadth: what was found, what could not be judged, and these changes.
 * @param changes narrowed by the same filter already
 * @param names of organizations for each problem that is no change, at least 1
 */
export const openProblems = async (
  sql: Sql,
  changes: readonly DatedChange[],
  names: number,
  { organization, operation, gone = [] }: Narrowed & { readonly gone?: readonly DriftGroup[] } = {},
): Promise<readonly FleetProblem[]> => {
  const found = (await foundProblems(sql, names, organization)).filter(
    ({ problem }) => operation === undefined || problem.places.some((place) => place.operation === operation),
  );
  const ran = await ranOn(sql, [...new Set(found.map(({ lastDay }) => lastDay))]);
  const sampledBy = ({ problem, organizations, lastDay }: (typeof found)[number]): number =>
    Math.max(ran(lastDay, problem.places[0]?.interface ?? "", problem.kind), organizations);
  return [
    ...found.map((one) => ({ ...one, sampledBy: sampledBy(one) })),
    ...changeProblems(changes, gone),
  ].toSorted((one, other) => compareProblems(one.problem, other.problem));
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
