import { interfaceNames } from "../../builtin/interface-name.ts";
import type { SandboxDatabase } from "./database.ts";
import {
  Entity,
  instantColumn,
  integerColumn,
  jsonColumn,
  textColumn,
  type NewOf,
  type RecordOf,
} from "./entity.ts";
import { sql } from "./sql.ts";

export interface DeliveryAttempt {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Status of the receiver's answer, or the reason why there was none. */
  readonly outcome: number | string;
}

/**
 * One event on its way to one webhook: `waiting` for its next attempt, due at `dueAt`; `delivered`; `failed` after the
 * last attempt; or `logged`, because the sandbox does not send to its address. The secret is the webhook's at the time
 * of the event.
 */
export const deliveries = new Entity(
  "delivery",
  {
    webhookId: integerColumn.required,
    interface: textColumn.required.oneOf(interfaceNames),
    kind: textColumn.required,
    url: textColumn.required,
    secret: textColumn.required,
    /** Attempts so far, oldest first. */
    attempts: jsonColumn<readonly DeliveryAttempt[]>().required,
    body: textColumn.required,
    state: textColumn.required.oneOf(["waiting", "delivered", "failed", "logged"]),
    dueAt: instantColumn.required,
  },
  { indexes: sql`create index delivery_waiting on delivery (due_at) where state = 'waiting'` },
);

export type StoredDelivery = RecordOf<typeof deliveries>;

/** Number of finished deliveries that the log keeps. */
const keptDeliveries = 10_000;

/** Number of deliveries dropped from it at once. */
const droppedAtOnce = 100;

/** Stores a delivery, and drops the oldest finished ones beyond the log's limit. */
export const addDelivery = (database: SandboxDatabase, delivery: NewOf<typeof deliveries>): void => {
  const lastId = deliveries.add(database, delivery);
  if (lastId % droppedAtOnce === 0)
    database.run(sql`delete from delivery where id <= ${lastId - keptDeliveries} and state <> 'waiting'`);
};

/** Stores a delivery after an attempt. */
export const saveDelivery = (
  database: SandboxDatabase,
  { id, state, attempts, dueAt }: StoredDelivery,
): void => deliveries.save(database, id, { state, attempts, dueAt });

/** Waiting deliveries that are due, the most overdue first. */
export const dueDeliveries = (database: SandboxDatabase, now: number, limit: number): StoredDelivery[] =>
  deliveries.all(database, sql`state = 'waiting' and due_at <= ${now} order by due_at, id limit ${limit}`);

/** When the next waiting delivery is due; undefined if none waits. */
export const nextDue = (database: SandboxDatabase): number | undefined =>
  database.get<{ due_at: number }>(
    sql`select due_at from delivery where state = 'waiting' order by due_at limit 1`,
  )?.due_at;

/** The log, oldest first. */
export const listDeliveries = (database: SandboxDatabase): StoredDelivery[] =>
  deliveries.all(
    database,
    sql`state = 'waiting' or id > (select max(id) from delivery) - ${keptDeliveries} order by id`,
  );
