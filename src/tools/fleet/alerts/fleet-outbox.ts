import type { Alert, AlertKind } from "../../../harness/model/notify.ts";
import {
  keptMs,
  leaseMs,
  type Message,
  messagesFor,
  type Recipient,
  type WaitingMessages,
} from "../../../harness/notify/outbox.ts";
import { type AlertPlan, type Notice, planAlerts } from "../../../harness/notify/plan-alerts.ts";
import type { Subjects } from "../../../harness/notify/subjects.ts";
import type { Database, Row, Sql, Transaction } from "../database/database.ts";
import { json, insertAll, integer, text } from "../database/rows.ts";

/** The messages of a fleet, in its database. */
export interface FleetOutbox extends WaitingMessages {
  /**
   * Puts in what a day gives cause for, in one transaction, in which nobody else does. The same day again puts in nothing.
   * @param read What the day shows, where somebody was alerted of these subjects before.
   */
  add(
    read: (sql: Sql, known: readonly string[]) => Promise<Subjects>,
    recipients: readonly Recipient[],
  ): Promise<AlertPlan>;
}

const noticeOf = (row: Row): Notice => ({
  subject: text(row, "subject"),
  // What `writeNotices` has written.
  kind: text(row, "kind") as AlertKind,
  since: text(row, "since"),
  ...(integer(row, "was_release") === 1 ? { wasRelease: true } : {}),
});

const writeNotices = async (sql: Sql, notices: readonly Notice[]): Promise<void> => {
  await sql.rows("DELETE FROM alert_notice");
  await insertAll(
    sql,
    "alert_notice",
    notices.map(({ subject, kind, since, wasRelease = false }) => ({
      subject,
      kind,
      since,
      was_release: wasRelease ? 1 : 0,
    })),
  );
};

const writeMessages = async (
  sql: Transaction,
  recipients: readonly Recipient[],
  alerts: readonly Alert[],
): Promise<void> => {
  const createdAt = Math.floor(await sql.now());
  const rows = recipients.flatMap((recipient) =>
    messagesFor(recipient, alerts).map((message) => ({
      receiver: recipient.path,
      id: message.id,
      alerts: JSON.stringify(message.alerts),
      created_at: createdAt,
      leased_until: 0,
    })),
  );
  await insertAll(sql, "alert_message", rows, "DO NOTHING");
};

export const createFleetOutbox = (database: Database): FleetOutbox => ({
  add: (read, recipients) =>
    database.transaction(async (sql) => {
      await sql.lock("alerts");
      const notices = (await sql.rows("SELECT * FROM alert_notice ORDER BY subject")).map(noticeOf);
      const plan = planAlerts(
        notices,
        await read(
          sql,
          notices.map(({ subject }) => subject),
        ),
      );
      await writeNotices(sql, plan.notices);
      await writeMessages(sql, recipients, plan.alerts);
      return plan;
    }),

  async waiting(receiver) {
    const rows = await database.rows(
      "SELECT id FROM alert_message WHERE receiver = $1 ORDER BY created_at, id",
      [receiver],
    );
    return rows.map((row) => text(row, "id"));
  },

  lease: (receiver, id) =>
    database.transaction(async (sql): Promise<Message | undefined> => {
      const now = Math.floor(await sql.now());
      const [row] = await sql.rows(
        `UPDATE alert_message SET leased_until = $3 WHERE receiver = $1 AND id = $2 AND leased_until <= $4
         RETURNING alerts`,
        [receiver, id, now + leaseMs, now],
      );
      // What `writeMessages` has written.
      return row === undefined ? undefined : { id, alerts: json(row, "alerts", "list") as Alert[] };
    }),

  async sent(receiver, id) {
    await database.rows("DELETE FROM alert_message WHERE receiver = $1 AND id = $2", [receiver, id]);
  },

  async release(receiver, id) {
    await database.rows("UPDATE alert_message SET leased_until = 0 WHERE receiver = $1 AND id = $2", [
      receiver,
      id,
    ]);
  },

  dropExpired: () =>
    database.transaction(async (sql) => {
      const rows = await sql.rows("DELETE FROM alert_message WHERE created_at < $1 RETURNING receiver", [
        Math.floor(await sql.now()) - keptMs,
      ]);
      return new Map(
        [...Map.groupBy(rows, (row) => text(row, "receiver"))].map(([name, own]) => [name, own.length]),
      );
    }),
});
