import type { Database, Row } from "../../../../core/store/database.ts";
import { integerColumnOf, textColumnOf } from "../../../../core/store/rows.ts";
import { mostRows } from "./limits.ts";

const shownState = (row: Row): string => {
  if (row["paused_at"] !== null) return "paused";
  const state = row["state"];
  return typeof state === "string" ? `${state} on ${String(row["day"])}` : "not run yet";
};

/** Organizations whose names start with a text, sorted by name. */
export const organizationList = async (database: Database, search: string) => {
  // Not LIKE, because the text is not a pattern.
  const begins = "listed = 1 AND substr(name, 1, $2) = $1";
  const bounds = [search, [...search].length];
  const rows = await database.rows(
    `SELECT name, paused_at, run.state, run.day
     FROM (SELECT id, name, paused_at FROM organization WHERE ${begins} ORDER BY name LIMIT $3) AS shown
     LEFT JOIN run ON run.organization = shown.id
       AND run.day = (SELECT max(day) FROM run AS last WHERE last.organization = shown.id)
     ORDER BY name`,
    [...bounds, mostRows],
  );
  const [counted] = await database.rows(`SELECT count(*) AS found FROM organization WHERE ${begins}`, bounds);
  return {
    search,
    names: rows.map((row) => ({ name: textColumnOf(row, "name"), state: shownState(row) })),
    more: counted === undefined ? 0 : Math.max(0, integerColumnOf(counted, "found") - rows.length),
  };
};
