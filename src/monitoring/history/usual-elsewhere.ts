import { driftFingerprint, type Subject } from "../drift/subject.ts";
import { unpackState } from "../drift/tracked-state-json.ts";
import { isUsualIn } from "../drift/usual.ts";
import type { Row, Sql } from "../../core/store/database.ts";
import { integerColumnOf } from "../../core/store/rows.ts";

/** Organizations that must show it. */
const fewest = 3;

/** Organizations examined, so that the cost of a run does not grow with the fleet. */
const mostLookedAt = 20;

/** Lifetime of an answer in milliseconds: a release raises the same question for every organization. */
const holdsMs = 3_600_000;

const mostAnswers = 10_000;

interface Answer {
  readonly isUsual: boolean;
  readonly at: number;
}

/** A stable position among the targets, from a fingerprint. */
const positionOf = (fingerprint: string): number => Number.parseInt(fingerprint.slice(0, 8), 16) / 2 ** 32;

const statesAfter = async (
  sql: Sql,
  subject: Subject,
  organization: number,
  from: number,
): Promise<readonly Row[]> =>
  sql.rows(
    `SELECT target, organization, form, state FROM target JOIN target_state ON target = target.id
     WHERE interface = $1 AND organization <> $2 AND target.id > $3 ORDER BY target.id LIMIT $4`,
    [subject.interface, organization, from, mostLookedAt],
  );

const isUsualInOthers = async (sql: Sql, subject: Subject, organization: number): Promise<boolean> => {
  const [last] = await sql.rows("SELECT coalesce(max(id), 0) AS id FROM target");
  const from = Math.floor(
    (last === undefined ? 0 : integerColumnOf(last, "id")) * positionOf(driftFingerprint(subject)),
  );
  const later = await statesAfter(sql, subject, organization, from);
  const isEnough = later.length === mostLookedAt;
  const rows = isEnough ? later : [...later, ...(await statesAfter(sql, subject, organization, 0))];
  const having = new Set<number>();
  for (const row of rows.slice(0, mostLookedAt)) {
    const state = unpackState(row["state"], integerColumnOf(row, "form"), { run: 0, acceptance: 0 });
    if (state !== undefined && isUsualIn(state.tracker, subject))
      having.add(integerColumnOf(row, "organization"));
    if (having.size >= fewest) return true;
  }
  return false;
};

/** Answers whether a change's state is usual in other organizations. */
export const createUsualElsewhere = () => {
  const answers = new Map<string, Answer>();
  return {
    /** The questions of one run. @param at its start, in milliseconds */
    ask(at: number) {
      const asked = new Map<string, Subject>();
      return {
        /** Returns false and notes the question if the answer is unknown. */
        isUsual(subject: Subject): boolean {
          const fingerprint = driftFingerprint(subject);
          const answer = answers.get(fingerprint);
          if (answer !== undefined && Math.abs(at - answer.at) < holdsMs) return answer.isUsual;
          asked.set(fingerprint, subject);
          return false;
        },
        /** Answers the noted questions; false if there were none. */
        async lookUp(sql: Sql, organization: number): Promise<boolean> {
          if (answers.size > mostAnswers) answers.clear();
          for (const [fingerprint, subject] of asked)
            answers.set(fingerprint, { isUsual: await isUsualInOthers(sql, subject, organization), at });
          return asked.size > 0;
        },
      };
    },
  };
};
