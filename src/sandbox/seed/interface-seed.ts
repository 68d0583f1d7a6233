import type { Assumptions } from "../assumptions/assumptions.ts";
import type { Database } from "../store/database.ts";
import { mainOrganization } from "../store/organizations.ts";
import type { Sql } from "../store/sql.ts";

export interface SeedContext {
  readonly database: Database;
  readonly seed: number;
  /**
   * Donors of the main organization: gifts are three times as many, and the other interfaces grow with it.
   */
  readonly scale: number;
  /** Milliseconds since the epoch: what is seeded happened before. */
  readonly now: number;
}

/** What one interface adds to an empty store. */
export interface InterfaceSeed {
  /** `create table` texts, in order. */
  readonly schema: readonly Sql[];
  /** Fills the tables for both organizations, deterministically by the seed. Runs in one transaction. */
  fill(context: SeedContext): void;
  /**
   * The interface's part of the configuration besides base address and credentials: records, scratch,
   * queries. Read from the store, which may come from a file.
   */
  configuration(database: Database, assumptions: Assumptions): Readonly<Record<string, unknown>>;
}

/**
 * How large an organization is in all three interfaces: the main one as large as the scale says, the other a tenth of
 * it. An interface that needs a few records at least makes more of them.
 */
export const scaleOf = ({ scale }: SeedContext, organizationId: number): number =>
  organizationId === mainOrganization ? scale : Math.floor(scale / 10);
