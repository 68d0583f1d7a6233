import type { Database } from "./database.ts";
import { sql } from "./sql.ts";

/** A text message that the sandbox would have sent. */
export interface SmsMessage {
  readonly id: number;
  readonly phone: string;
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
}

export const smsOutboxSchema = sql`
  create table sms_message (
    id integer primary key,
    phone text not null,
    text text not null,
    sent_at integer not null
  ) strict;
`;

/** How many messages are kept. */
const keptMessages = 1000;

/** Stores a message, and drops the oldest one beyond what is kept. */
export const sendSms = (database: Database, message: Omit<SmsMessage, "id">): void => {
  const { lastId } = database.run(
    sql`insert into sms_message (phone, text, sent_at)
      values (${message.phone}, ${message.text}, ${message.sentAt})`,
  );
  database.run(sql`delete from sms_message where id <= ${lastId - keptMessages}`);
};

/** All messages, oldest first. */
export const listSms = (database: Database): SmsMessage[] =>
  database.all<SmsMessage>(sql`select id, phone, text, sent_at as sentAt from sms_message order by id`);
