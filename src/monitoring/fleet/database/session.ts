import type { ClientBase } from "pg";

/**
 * What statements, transactions and parsers rely on, whatever the server, the database or the role has set. Set by a
 * statement, because a connection pooler such as PgBouncer takes no startup options.
 */
const settings = {
  // How values are written, for the parsers.
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  TimeZone: "UTC",
  bytea_output: "hex",
  extra_float_digits: "1",
  // How statements are read.
  standard_conforming_strings: "on",
  transform_null_equals: "off",
  // How transactions see each other, and that they write.
  default_transaction_isolation: "read committed",
  default_transaction_read_only: "off",
  default_transaction_deferrable: "off",
  // Runs wait for each other's locks, and judge within a transaction.
  statement_timeout: "0",
  lock_timeout: "0",
  transaction_timeout: "0",
  idle_in_transaction_session_timeout: "0",
  idle_session_timeout: "0",
} as const;

/** Sets what the server knows of it: some settings are newer than others. */
const settingsOf = (schema: string): string => {
  const rows = Object.entries({ search_path: schema, ...settings }).map(
    ([name, value]) => `('${name}', '${value}')`,
  );
  return `SELECT pg_catalog.set_config(name, value, false) FROM (VALUES ${rows.join(", ")}) AS wanted (name, value)
    WHERE pg_catalog.current_setting(name, true) IS NOT NULL`;
};

/** Prepares each connection of a pool before its first use. @param schema of the tables: letters, digits and `_` */
export const preparedFor = (schema: string) => ({
  onConnect: async (client: ClientBase): Promise<void> => {
    await client.query(settingsOf(schema));
  },
});
