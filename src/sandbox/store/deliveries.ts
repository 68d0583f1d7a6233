import type { InterfaceName } from "../../contract/interface-name.ts";
import type { Database } from "./database.ts";
import { sql } from "./sql.ts";

/**
 * `waiting` for its next attempt, `delivered`, `failed` after the last attempt, or `logged` because its
 * address is none that the sandbox sends to.
 */
export type DeliveryState = "waiting" | "delivered" | "failed" | "logged";

/** One event on its way to one webhook. */
export interface StoredDelivery {
  readonly id: number;
  readonly webhookId: number;
  readonly interface: InterfaceName;
  readonly kind: string;
  readonly url: string;
  /** What the webhook's deliveries were signed with at the time of the event. */
  readonly secret: string;
  readonly body: string;
  readonly state: DeliveryState;
  /** Attempts so far, oldest first. */
  readonly attempts: readonly DeliveryAttempt[];
  /** When the next attempt is due, in milliseconds since the epoch. */
  readonly dueAt: number;
}

export interface DeliveryAttempt {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** What the receiver answered, or why it did not. */
  readonly outcome: number | string;
}

/** How many finished deliveries the log keeps. */
const keptDeliveries = 10_000;

/** So many are dropped from it at once. */
const droppedAtOnce = 100;

export const deliverySchema = sql`
  create table delivery (
    id integer primary key,
    webhook_id integer not null,
    interface text not null,
    kind text not null,
    url text not null,
    secret text not null,
    body text not null,
    state text not null,
    attempts text not null,
    due_at integer not null
  ) strict;
  create index delivery_waiting on delivery (due_at) where state = 'waiting';
`;

interface DeliveryRow {
  readonly id: number;
  readonly webhook_id: number;
  readonly interface: InterfaceName;
  readonly kind: string;
  readonly url: string;
  readonly secret: string;
  readonly body: string;
  readonly state: DeliveryState;
  readonly attempts: string;
  readonly due_at: number;
}

const deliveryOf = (row: DeliveryRow): StoredDelivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  interface: row.interface,
  kind: row.kind,
  url: row.url,
  secret: row.secret,
  // Only this file writes them.
  attempts: JSON.parse(row.attempts) as DeliveryAttempt[],
  body: row.body,
  state: row.state,
  dueAt: row.due_at,
});

/** Stores a delivery, and drops the oldest finished ones beyond what the log keeps. */
export const addDelivery = (database: Database, delivery: Omit<StoredDelivery, "id">): void => {
  const { lastId } = database.run(sql`
    insert into delivery (webhook_id, interface, kind, url, secret, body, state, attempts, due_at)
    values (${delivery.webhookId}, ${delivery.interface}, ${delivery.kind}, ${delivery.url}, ${delivery.secret},
      ${delivery.body}, ${delivery.state}, ${JSON.stringify(delivery.attempts)}, ${delivery.dueAt})`);
  if (lastId % droppedAtOnce === 0)
    database.run(sql`delete from delivery where id <= ${lastId - keptDeliveries} and state <> 'waiting'`);
};

/** The delivery after an attempt. */
export const saveDelivery = (database: Database, delivery: StoredDelivery): void => {
  database.run(sql`
    update delivery set state = ${delivery.state}, attempts = ${JSON.stringify(delivery.attempts)},
      due_at = ${delivery.dueAt}
    where id = ${delivery.id}`);
};

/** Waiting deliveries whose time has come, the most overdue first. */
export const dueDeliveries = (database: Database, now: number, limit: number): StoredDelivery[] =>
  database
    .all<DeliveryRow>(
      sql`select * from delivery where state = 'waiting' and due_at <= ${now}
        order by due_at, id limit ${limit}`,
    )
    .map(deliveryOf);

/** When the next waiting delivery is due; undefined when none waits. */
export const nextDue = (database: Database): number | undefined =>
  database.get<{ due_at: number }>(
    sql`select due_at from delivery where state = 'waiting' order by due_at limit 1`,
  )?.due_at;

/** The log, oldest first. */
export const listDeliveries = (database: Database): StoredDelivery[] =>
  database
    .all<DeliveryRow>(
      sql`select * from delivery
        where state = 'waiting' or id > (select max(id) from delivery) - ${keptDeliveries} order by id`,
    )
    .map(deliveryOf);
