import type { Database } from "./database.ts";
import { Entity, instant, text, type NewOf, type RecordOf } from "./entity.ts";
import { sql } from "./sql.ts";

/** A text message that a real service would send. */
export const smsMessages = new Entity("sms_message", {
  phone: text.required,
  text: text.required,
  sentAt: instant.required,
});

const keptMessages = 1000;

/** Stores a message, and drops the oldest one beyond the limit. */
export const sendSms = (database: Database, message: NewOf<typeof smsMessages>): void => {
  const id = smsMessages.add(database, message);
  database.run(sql`delete from sms_message where id <= ${id - keptMessages}`);
};

export const listSms = (database: Database): RecordOf<typeof smsMessages>[] =>
  smsMessages.all(database, sql`1 order by id`);
