import { latencyClasses } from "../../../../core/shapes/latency-class.ts";
import type { Database } from "../../../../core/store/database.ts";
import { storedDay, integerColumnOf, textColumnOf } from "../../../../core/store/rows.ts";
import { openChanges } from "../../../history/open-changes.ts";
import { chartDays, mostRows } from "./limits.ts";

const latencyColumns = Array.from({ length: latencyClasses }, (_, index) => `latency_${index}`);

/** The last 30 days on which it was called, oldest first, with its targets by class of median latency. */
export const operationData = async (database: Database, of: string, operation: string) => {
  const rows = await database.rows(
    `SELECT day, asked, sampled, answers, good, ${latencyColumns.join(", ")} FROM operation_day
     JOIN operation ON operation.id = operation_day.operation
     WHERE interface = $1 AND name = $2 ORDER BY day DESC LIMIT $3`,
    [of, operation, chartDays],
  );
  if (rows.length === 0) return undefined;
  const changes = await openChanges(database, {}, { changes: mostRows, names: 0 });
  return {
    interface: of,
    operation,
    days: rows.toReversed().map((row) => ({
      day: storedDay(row, "day"),
      asked: integerColumnOf(row, "asked"),
      sampled: integerColumnOf(row, "sampled"),
      answers: integerColumnOf(row, "answers"),
      good: integerColumnOf(row, "good"),
      latencies: latencyColumns.map((column) => integerColumnOf(row, column)),
    })),
    changes: changes.filter(
      ({ group }) =>
        group.interface === of && (group.operations.length === 0 || group.operations.includes(operation)),
    ),
  };
};

/** Every operation that any run has called. */
export const operationNames = async (database: Database) => {
  const rows = await database.rows("SELECT interface, name FROM operation ORDER BY interface, name");
  return rows.map((row) => ({
    interface: textColumnOf(row, "interface"),
    operation: textColumnOf(row, "name"),
  }));
};

export type OperationData = NonNullable<Awaited<ReturnType<typeof operationData>>>;
