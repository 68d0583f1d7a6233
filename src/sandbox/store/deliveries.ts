import { interfaceNames } from "../../builtin/interface-name.ts";
import type { Database } from "./database.ts";
import { Entity, instant, integer, json, text, type NewOf, type RecordOf } from "./entity.ts";
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
    webhookId: integer.required,
    interface: text.required.oneOf(interfaceNames),
    kind: text.required,
    url: text.required,
    secret: text.required,
    /** Attempts so far, oldest first. */
    attempts: json<readonly DeliveryAttempt[]>().required,
    body: text.required,
    state: text.required.oneOf(["waiting", "delivered", "failed", "logged"]),
    dueAt: instant.required,
  },
  { indexes: sql`create index delivery_waiting on delivery (due_at) where state = 'waiting'` },
);

export type StoredDelivery = RecordOf<typeof deliveries>;

/** Number of finished deliveries that the log keeps. */
const keptDeliveries = 10_000;

/** Number of deliveries dropped from it at once. */
const droppedAtOnce = 100;

/** Stores a delivery, and drops the oldest finished ones beyond the log's limit. */
export const addDelivery = (database: Database, delivery: NewOf<typeof deliveries>): void => {
  const lastId = deliveries.add(database, delivery);
  if (lastId % droppedAtOnce === 0)
    database.run(sql`delete from delivery where id <= ${lastId - keptDeliveries} and state <> 'waiting'`);
};

/** Stores a delivery after an attempt. */
export const saveDelivery = (database: Database, { id, state, attempts, dueAt }: StoredDelivery): void =>
  deliveries.save(database, id, { state, attempts, dueAt });

/** Waiting deliveries that are due, the most overdue first. */
export const dueDeliveries = (database: Database, now: number, limit: number): StoredDelivery[] =>
  deliveries.all(database, sql`state = 'waiting' and due_at <= ${now} order by due_at, id limit ${limit}`);

/** When the next waiting delivery is due; undefined if none waits. */
export const nextDue = (database: Database): number | undefined =>
  database.get<{ due_at: number }>(
    sql`select due_at from delivery where state = 'waiting' order by due_at limit 1`,
  )?.due_at;

/** The log, oldest first. */
export const listDeliveries = (database: Database): StoredDelivery[] =>
  deliveries.all(
    database,
    sql`state = 'waiting' or id > (select max(id) from delivery) - ${keptDeliveries} order by id`,
  );
