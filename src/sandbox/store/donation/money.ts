import { sql, type Sql } from "../sql.ts";

/** The only currency of the sandbox. */
export const currencyCode = "USD";

/** SQL for cents as people read them: 6000 is `$60.00`. */
export const moneyJson = (cents: Sql): Sql =>
  sql`printf('%s$%,d.%02d', iif(${cents} < 0, '-', ''), abs(${cents}) / 100, abs(${cents}) % 100)`;
