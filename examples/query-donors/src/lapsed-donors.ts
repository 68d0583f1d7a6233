import createClient from "openapi-fetch";
import { all, any, field, query } from "tripact/queries";
import type { paths } from "tripact/types/donation";
import { dialect } from "./organization/dialect.ts";
import type { DonorColumns } from "./organization/organization.ts";

export interface Target {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly token: string;
  /** Sends a request; the global fetch by default. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

const columns = ["id", "name", "giftCount", "lifetimeGiving", "lastGiftDate"] as const;

/** A donor as far as this program asks for one. */
export type LapsedDonor = Pick<DonorColumns, (typeof columns)[number]>;

/** Donors who gave, generously or often, but not since a moment; nobody from the archive. */
export const lapsedDonorsQuery = (since: Date) =>
  query("donor", dialect)
    .where(
      all(
        field("lastGiftDate").lessThan(since),
        field("isArchived").equals(false),
        any(field("lifetimeGiving").greaterThanOrEqual("500.00"), field("giftCount").greaterThan(3)),
      ),
    )
    .sortBy("lifetimegiving", "descending")
    .select(...columns);

/** What the interface says when it refuses, which is a problem as RFC 7807 has it. */
export class QueryRefused extends Error {
  override readonly name = "QueryRefused";
}

/** All of them, a page at a time. */
export async function* lapsedDonors(
  { baseUrl, token, fetch = globalThis.fetch }: Target,
  since: Date,
  pageSize = 50,
): AsyncGenerator<LapsedDonor, void> {
  const client = createClient<paths>({ baseUrl, fetch, headers: { authorization: `Bearer ${token}` } });
  const asked = lapsedDonorsQuery(since).take(pageSize);
  for (let skip = 0; ;) {
    const { data, error, response } = await client.POST("/api/Donor/query", {
      body: asked.skip(skip).body(),
    });
    if (data === undefined) throw new QueryRefused(`${response.status}: ${titleOf(error)} (${asked})`);
    // The document leaves the fields of a donor open (U-02); these are the columns that were asked for.
    yield* data.items as unknown as readonly LapsedDonor[];
    skip += data.items.length;
    if (data.items.length === 0 || skip >= data.total) return;
  }
}

const titleOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "title" in error ? String(error.title) : "no reason is told";
