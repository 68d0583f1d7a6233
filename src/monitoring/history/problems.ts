import type { JudgedTarget } from "../drift/judge-target.ts";
import type { DriftGroup, DriftTarget } from "../../core/model/drift.ts";
import type { Problem } from "../../core/model/problem.ts";
import { livesOfRun, problemIn } from "../../core/problems/lives.ts";
import { compareProblems, problemsOf, type SeenResult } from "../../core/problems/problems-of.ts";
import type { Sql } from "../../core/store/database.ts";
import { insertAll, integerColumnOf, parameterList, textColumnOf } from "../../core/store/rows.ts";
import type { ChangeFilter, DatedChange, FleetProblem, OpenRun, RunEnd } from "./run-repository.ts";

const seenOf = ({ target, run, verdict }: JudgedTarget): SeenResult => ({
  target,
  drift: verdict?.drift ?? [],
  groups: verdict?.groups ?? [],
  ...(verdict === undefined ? { failure: run.reason ?? "nothing was sampled" } : {}),
});

/** The address that a problem is stored under; one of these. */
const addressOf = ({ places }: Problem, addresses: readonly string[]): string =>
  addresses.find((one) => one === places[0]?.address) ?? addresses[0] ?? "";

/**
 * Updates an organization's findings and unjudged problems; changes are in `change`. Returns all problems of the run
 * with their life cycle. In a store, runs against other addresses have separate problems.
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
  const where = `WHERE organization = $1 AND address IN ${parameterList(addresses.length, 2)}`;
  const rows = await sql.rows(
    `SELECT fingerprint, first_day, last_day, summary FROM problem ${where} ORDER BY fingerprint`,
    own,
  );
  const rowOf = new Map(rows.map((row) => [textColumnOf(row, "fingerprint"), row]));
  const { problems, kept } = livesOfRun(
    rows.map((row) => problemIn(textColumnOf(row, "summary"))),
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
        first_day: row === undefined || shown === "new" ? day : textColumnOf(row, "first_day"),
        last_day: row === undefined || shown !== "gone" ? day : textColumnOf(row, "last_day"),
        summary: JSON.stringify(problem),
      };
    }),
  );
  return problems;
};

export const everywhere = (name: string): DriftTarget => ({
  interface: name,
  address: "*",
  organization: "*",
});

/** Groups a fleet's changes into problems by cause; a problem is gone when all its changes are. */
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

/** The causes of these changes, which no organization shows any more, without those that still show another change. */
export const goneCauses = (
  gone: readonly DriftGroup[],
  changes: readonly DatedChange[],
): readonly Problem[] => causesOf([...standing(changes), ...gone]).filter(({ state }) => state === "gone");

/** Groups a fleet's open changes into problems by cause, with the breadth of the widest. */
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

/** How many targets of an interface, or runs (`*`), there were on each of these days; for a judged problem, those that could be judged. */
const ranOn = async (
  sql: Sql,
  days: readonly string[],
): Promise<(day: string, name: string, kind: Problem["kind"]) => number> => {
  if (days.length === 0) return () => 0;
  const rows = await sql.rows(
    `SELECT day, interface, count(*) AS ran, count(CASE WHEN status <> 'failed' THEN 1 END) AS judged
     FROM target_run JOIN target ON target.id = target_run.target WHERE day IN ${parameterList(days.length)}
     GROUP BY day, interface
     UNION ALL SELECT day, '*', count(*), count(*) FROM run WHERE day IN ${parameterList(days.length)} GROUP BY day`,
    days,
  );
  return (day, name, kind) => {
    const row = rows.find(
      (one) => textColumnOf(one, "day") === day && textColumnOf(one, "interface") === name,
    );
    return row === undefined ? 0 : integerColumnOf(row, kind === "unjudged" ? "ran" : "judged");
  };
};

type Narrowed = Pick<ChangeFilter, "organization" | "operation">;

/** Every open problem of the table, as shown by its first organization by name, with a limited number of names. */
const foundProblems = async (
  sql: Sql,
  most: number,
  organization: string | undefined,
): Promise<readonly Omit<FleetProblem, "sampledBy">[]> => {
  const named = `FROM problem JOIN organization ON organization.id = problem.organization WHERE state = 'open'`;
  // Breadth is counted for the whole fleet, even if one organization is selected.
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
  return [...Map.groupBy(rows, (row) => textColumnOf(row, "fingerprint")).values()].flatMap(
    ([first, ...others]) =>
      first === undefined
        ? []
        : [
            {
              problem: problemIn(textColumnOf(first, "summary")),
              organizations: integerColumnOf(first, "organizations"),
              names: [first, ...others].map((row) => textColumnOf(row, "name")),
              firstDay: textColumnOf(first, "first_day"),
              lastDay: textColumnOf(first, "last_day"),
            },
          ],
  );
};

/** Every open problem once, with `names` of organizations. @param changes already narrowed by the same filter */
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

/** Those of these problems that are gone everywhere, with the days of all organizations. */
export const goneProblems = async (
  sql: Sql,
  fingerprints: readonly string[],
): Promise<readonly Problem[]> => {
  if (fingerprints.length === 0) return [];
  const rows = await sql.rows(
    `SELECT fingerprint, min(summary) AS summary, min(first_day) AS since, max(last_day) AS last_seen
     FROM problem WHERE fingerprint IN ${parameterList(fingerprints.length)}
     GROUP BY fingerprint HAVING count(CASE WHEN state = 'open' THEN 1 END) = 0`,
    fingerprints,
  );
  return rows.map((row) => ({
    ...problemIn(textColumnOf(row, "summary")),
    since: textColumnOf(row, "since"),
    lastSeen: textColumnOf(row, "last_seen"),
  }));
};
