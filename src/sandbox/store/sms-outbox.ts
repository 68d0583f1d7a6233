import type { SandboxDatabase } from "./database.ts";
import { Entity, instantColumn, textColumn, type NewOf, type RecordOf } from "./entity.ts";
import { sql } from "./sql.ts";

/** A text message that a real service would send. */
export const smsMessages = new Entity("sms_message", {
  phone: textColumn.required,
  text: textColumn.required,
  sentAt: instantColumn.required,
});

const keptMessages = 1000;

/** Stores a message, and drops the oldest one beyond the limit. */
export const sendSms = (database: SandboxDatabase, message: NewOf<typeof smsMessages>): void => {
  const id = smsMessages.add(database, message);
  database.run(sql`delete from sms_message where id <= ${id - keptMessages}`);
};

export const listSms = (database: SandboxDatabase): RecordOf<typeof smsMessages>[] =>
  smsMessages.all(database, sql`1 order by id`);
