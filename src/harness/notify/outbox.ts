import { createHash } from "node:crypto";
import type { Alert, AlertKind } from "../model/notify.ts";
import type { Store, StorePart } from "../store/store.ts";
import { type AlertPlan, type Notice, planAlerts, targetKey } from "./plan-alerts.ts";
import type { TargetSubjects } from "./subjects.ts";

const outboxPart: StorePart = {
  name: "outbox",
  steps: [
    `CREATE TABLE alert_notice (
       target TEXT NOT NULL,
       subject TEXT NOT NULL,
       kind TEXT NOT NULL,
       since TEXT NOT NULL,
       PRIMARY KEY (target, subject)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE alert_message (
       receiver TEXT NOT NULL,
       id TEXT NOT NULL,
       alerts TEXT NOT NULL,
       created_at INTEGER NOT NULL,
       leased_until INTEGER NOT NULL DEFAULT 0,
       PRIMARY KEY (receiver, id)
     ) STRICT, WITHOUT ROWID;`,
  ],
};

/** What is sent to one receiver at once. */
export interface Message {
  /** The same however often it is sent. */
  readonly id: string;
  readonly alerts: readonly Alert[];
}

/** What the outbox needs to know of a receiver. */
export interface Recipient {
  /** Where it is configured, `notify.slack.0`: messages wait for it under this name. */
  readonly path: string;
  readonly on: ReadonlySet<AlertKind>;
  /** Whether each alert is a message of its own, or those of a run are one together. */
  readonly messages: "each" | "together";
}

type Later<Value> = Value | Promise<Value>;

/** Messages that wait until they are sent. */
export interface WaitingMessages {
  /** Ids of the messages that wait for a receiver, oldest first. */
  waiting(receiver: string): Later<readonly string[]>;
  /** A message to be sent now; undefined where another process is at it, or has sent it. */
  lease(receiver: string, id: string): Later<Message | undefined>;
  /** Takes a message out that was sent. */
  sent(receiver: string, id: string): Later<void>;
  /** Leaves a message to the next run. */
  release(receiver: string, id: string): Later<void>;
  /** Takes out messages that nobody took for a week; returns how many those were by receiver. */
  dropExpired(): Later<ReadonlyMap<string, number>>;
}

/**
 * The messages in the store of `tripact drift`. What is alerted of and its messages are written in one transaction, and a
 * message stays until its receiver has taken it: a killed run neither forgets an alert nor makes it anew.
 */
export interface Outbox extends WaitingMessages {
  /**
   * Puts in what a run gives cause for. The same run again puts in nothing. Call it in the transaction that ends the run:
   * a kill then loses neither without the other.
   */
  add(runs: readonly TargetSubjects[], recipients: readonly Recipient[]): readonly AlertPlan[];
  waiting(receiver: string): readonly string[];
}

/** Longer than all attempts at one message take together. */
export const leaseMs = 300_000;

export const keptMs = 7 * 86_400_000;

const isFor = ({ on }: Recipient, { kind, was, breadth }: Alert): boolean =>
  (on.has(kind) || (on.has("release") && breadth?.isRelease === true)) && (was === undefined || on.has(was));

const messageOf = (alerts: readonly Alert[]): Message => ({
  id:
    alerts.length === 1
      ? (alerts[0]?.alert ?? "")
      : createHash("sha256")
          .update(alerts.map(({ alert }) => alert).join("\n"))
          .digest("hex")
          .slice(0, 24),
  alerts,
});

/** What is sent to a recipient of these alerts. */
export const messagesFor = (recipient: Recipient, alerts: readonly Alert[]): readonly Message[] => {
  const own = alerts.filter((alert) => isFor(recipient, alert));
  if (own.length === 0) return [];
  return recipient.messages === "each" ? own.map((alert) => messageOf([alert])) : [messageOf(own)];
};

class SqliteOutbox implements Outbox {
  private readonly store: Store;
  private readonly now: () => number;

  constructor(store: Store, now: () => number) {
    this.store = store;
    this.now = now;
  }

  add(runs: readonly TargetSubjects[], recipients: readonly Recipient[]): readonly AlertPlan[] {
    const plans = runs.map((run) => {
      const plan = planAlerts(this.noticesOf(targetKey(run.target)), run);
      this.setNotices(targetKey(run.target), plan.notices);
      return plan;
    });
    const alerts = plans.flatMap((plan) => plan.alerts);
    const insert = this.store.database.prepare(
      "INSERT OR IGNORE INTO alert_message (receiver, id, alerts, created_at) VALUES (?, ?, ?, ?)",
    );
    for (const recipient of recipients)
      for (const message of messagesFor(recipient, alerts))
        insert.run(recipient.path, message.id, JSON.stringify(message.alerts), this.now());
    return plans;
  }

  waiting(receiver: string): readonly string[] {
    return this.store.database
      .prepare("SELECT id FROM alert_message WHERE receiver = ? ORDER BY created_at, id")
      .all(receiver)
      .map((row) => String(row["id"]));
  }

  lease(receiver: string, id: string): Message | undefined {
    return this.store.transaction(() => {
      const row = this.store.database
        .prepare(
          "UPDATE alert_message SET leased_until = ? WHERE receiver = ? AND id = ? AND leased_until <= ? RETURNING alerts",
        )
        .get(this.now() + leaseMs, receiver, id, this.now());
      // What `add` has written.
      return row === undefined ? undefined : { id, alerts: JSON.parse(String(row["alerts"])) as Alert[] };
    });
  }

  sent(receiver: string, id: string): void {
    this.store.transaction(() =>
      this.store.database
        .prepare("DELETE FROM alert_message WHERE receiver = ? AND id = ?")
        .run(receiver, id),
    );
  }

  release(receiver: string, id: string): void {
    this.store.transaction(() =>
      this.store.database
        .prepare("UPDATE alert_message SET leased_until = 0 WHERE receiver = ? AND id = ?")
        .run(receiver, id),
    );
  }

  dropExpired(): ReadonlyMap<string, number> {
    const rows = this.store.transaction(() =>
      this.store.database
        .prepare("DELETE FROM alert_message WHERE created_at < ? RETURNING receiver")
        .all(this.now() - keptMs),
    );
    return new Map(
      [...Map.groupBy(rows, ({ receiver }) => String(receiver))].map(([name, own]) => [name, own.length]),
    );
  }

  private noticesOf(target: string): readonly Notice[] {
    return this.store.database
      .prepare("SELECT subject, kind, since FROM alert_notice WHERE target = ?")
      .all(target)
      .map((row) => ({
        subject: String(row["subject"]),
        // What `setNotices` has written.
        kind: String(row["kind"]) as AlertKind,
        since: String(row["since"]),
      }));
  }

  private setNotices(target: string, notices: readonly Notice[]): void {
    const { database } = this.store;
    database.prepare("DELETE FROM alert_notice WHERE target = ?").run(target);
    const insert = database.prepare("INSERT INTO alert_notice VALUES (?, ?, ?, ?)");
    for (const { subject, kind, since } of notices) insert.run(target, subject, kind, since);
  }
}

/**
 * Opens the outbox in a store.
 * @param now Milliseconds since the epoch.
 * @throws UsageError when a newer tripact has written it.
 */
export const openOutbox = (store: Store, now: () => number): Outbox => {
  store.migrate(outboxPart);
  return new SqliteOutbox(store, () => Math.floor(now()));
};
