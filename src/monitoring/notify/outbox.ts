import type { DriftTarget } from "../../core/model/drift.ts";
import type { Alert, AlertKind } from "../../core/model/notify.ts";
import * as rules from "../../core/source/rules.ts";
import type { Database, Row, Sql, Transaction } from "../../core/store/database.ts";
import { insertAll, integerColumnOf, jsonColumnOf, textColumnOf } from "../../core/store/rows.ts";
import { type AlertPlan, type Notice, planAlerts, targetKey } from "./plan-alerts.ts";
import type { TargetSubjects } from "./subjects.ts";
import { digestOf } from "../../core/model/texts.ts";

const alertRule = rules.anObject({ alert: rules.aText, kind: rules.aText, at: rules.aText });

/** What is sent to one receiver at once. */
export interface Message {
  /** Stable across repeated attempts. */
  readonly id: string;
  readonly alerts: readonly Alert[];
}

/** What the outbox needs to know about a receiver. */
export interface Recipient {
  /** Its location in the configuration, `notify.slack.0`; messages wait under this name. */
  readonly path: string;
  readonly on: ReadonlySet<AlertKind>;
  /** Whether each alert is a separate message, or a run's alerts form one. */
  readonly messages: "each" | "together";
}

/**
 * Messages waiting to be sent, in the store of `tripact drift` or the database of a fleet. Alerts and their messages
 * are written in one transaction, and a message stays until its receiver has accepted it: a killed run neither loses an
 * alert nor repeats it.
 */
export type Outbox = ReturnType<typeof createOutbox>;

/** Longer than all attempts at one message together. */
const leaseMs = 300_000;

const keptMs = 7 * 86_400_000;

const isFor = ({ on }: Recipient, { kind, was, breadth }: Alert): boolean =>
  (on.has(kind) || (on.has("release") && breadth?.isRelease === true)) && (was === undefined || on.has(was));

const messageOf = (alerts: readonly Alert[]): Message => ({
  id:
    alerts.length === 1
      ? (alerts[0]?.alert ?? "")
      : digestOf(alerts.map(({ alert }) => alert).join("\n"), 24),
  alerts,
});

/** The messages to a recipient for these alerts. */
const messagesFor = (recipient: Recipient, alerts: readonly Alert[]): readonly Message[] => {
  const own = alerts.filter((alert) => isFor(recipient, alert));
  if (own.length === 0) return [];
  return recipient.messages === "each" ? own.map((alert) => messageOf([alert])) : [messageOf(own)];
};

const noticeOf = (row: Row): Notice => ({
  subject: textColumnOf(row, "subject"),
  // As written by `writeNotices`.
  kind: textColumnOf(row, "kind") as AlertKind,
  since: textColumnOf(row, "since"),
  ...(row["alert"] === null ? {} : { alert: jsonColumnOf(row, "alert", alertRule) }),
  ...(integerColumnOf(row, "was_release") === 1 ? { wasRelease: true } : {}),
});

const readNotices = async (sql: Sql, target: DriftTarget): Promise<readonly Notice[]> => {
  const rows = await sql.rows("SELECT * FROM alert_notice WHERE target = $1 ORDER BY subject", [
    targetKey(target),
  ]);
  return rows.map(noticeOf);
};

const writeNotices = async (sql: Sql, target: string, notices: readonly Notice[]): Promise<void> => {
  await sql.rows("DELETE FROM alert_notice WHERE target = $1", [target]);
  await insertAll(
    sql,
    "alert_notice",
    notices.map(({ subject, kind, since, alert = null, wasRelease = false }) => ({
      target,
      subject,
      kind,
      since,
      was_release: wasRelease ? 1 : 0,
      alert: alert && JSON.stringify(alert),
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

/** The outbox of a fleet or of a store. */
export const createOutbox = (database: Database) => ({
  /** Ids of a target's open subjects that were alerted. */
  known: async (sql: Sql, target: DriftTarget) =>
    (await readNotices(sql, target)).map(({ subject }) => subject),

  /**
   * Adds the alerts of a run; idempotent. Call it in the transaction that ends the run, so that a kill loses both or
   * neither.
   */
  async add(sql: Transaction, runs: readonly TargetSubjects[], recipients: readonly Recipient[]) {
    const plans: AlertPlan[] = [];
    for (const run of runs) {
      const plan = planAlerts(await readNotices(sql, run.target), run);
      await writeNotices(sql, targetKey(run.target), plan.notices);
      plans.push(plan);
    }
    await writeMessages(
      sql,
      recipients,
      plans.flatMap(({ alerts }) => alerts),
    );
    return plans;
  },

  /** Ids of a receiver's waiting messages, oldest first. */
  async waiting(receiver: string) {
    const rows = await database.rows(
      "SELECT id FROM alert_message WHERE receiver = $1 ORDER BY created_at, id",
      [receiver],
    );
    return rows.map((row) => textColumnOf(row, "id"));
  },

  /** Takes a message for sending; undefined if another process is sending it, or has sent it. */
  lease: (receiver: string, id: string) =>
    database.transaction(async (sql): Promise<Message | undefined> => {
      const now = Math.floor(await sql.now());
      const [row] = await sql.rows(
        `UPDATE alert_message SET leased_until = $3 WHERE receiver = $1 AND id = $2 AND leased_until <= $4
         RETURNING alerts`,
        [receiver, id, now + leaseMs, now],
      );
      return row === undefined
        ? undefined
        : { id, alerts: jsonColumnOf(row, "alerts", rules.aList(alertRule)) };
    }),

  /** Removes a sent message. */
  async sent(receiver: string, id: string) {
    await database.rows("DELETE FROM alert_message WHERE receiver = $1 AND id = $2", [receiver, id]);
  },

  /** Leaves a message to the next run. */
  async release(receiver: string, id: string) {
    await database.rows("UPDATE alert_message SET leased_until = 0 WHERE receiver = $1 AND id = $2", [
      receiver,
      id,
    ]);
  },

  /** Removes messages not accepted for a week; returns their number by receiver. */
  dropExpired: () =>
    database.transaction(async (sql) => {
      const rows = await sql.rows("DELETE FROM alert_message WHERE created_at < $1 RETURNING receiver", [
        Math.floor(await sql.now()) - keptMs,
      ]);
      return new Map(
        [...Map.groupBy(rows, (row) => textColumnOf(row, "receiver"))].map(([name, own]) => [
          name,
          own.length,
        ]),
      );
    }),
});
