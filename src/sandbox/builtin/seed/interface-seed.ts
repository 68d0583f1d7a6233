import type { Assumptions } from "../../assumptions/assumptions.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { mainOrganization } from "../../store/organizations.ts";
import type { SqlText } from "../../store/sql.ts";

export interface SeedContext {
  readonly database: SandboxDatabase;
  readonly seed: number;
  /** Donors of the main organization: there are three times as many gifts, and the other interfaces grow with it. */
  readonly scale: number;
  /** Milliseconds since the epoch; seeded records are older. */
  readonly now: number;
}

/** Seeding of one interface in an empty store. */
export interface InterfaceSeed {
  /** `create table` texts, in order. */
  readonly schema: readonly SqlText[];
  /** Fills the tables for both organizations, deterministically by the seed. Runs in one transaction. */
  fill(context: SeedContext): void;
  /**
   * The interface's part of the configuration besides base address and credentials: records, scratch, queries. Read
   * from the store, which may be a file.
   */
  configuration(database: SandboxDatabase, assumptions: Assumptions): Readonly<Record<string, unknown>>;
}

/**
 * Size of an organization in all three interfaces: the scale for the main one, a tenth for the other. An interface that
 * needs a minimum creates more records.
 */
export const scaleOf = ({ scale }: SeedContext, organizationId: number): number =>
  organizationId === mainOrganization ? scale : Math.floor(scale / 10);
