import type { Models } from "../../../../builtin/generated/operation-types.ts";
import type { Assumptions } from "../../../assumptions/assumptions.ts";
import type { EndpointContext } from "../../../pipeline/endpoint.ts";
import type { Entity, EntityColumns, RecordOf } from "../../../store/entity.ts";
import { countRecords, pageOfRecords } from "../../../store/volunteer/pages.ts";

/** The requested part of a list. */
interface PageRequest {
  readonly page: number;
  readonly perPage: number;
  readonly skip: number;
}

export interface PageQuery {
  readonly per_page?: number | undefined;
  readonly page?: number | string | undefined;
}

/** Reads per_page and page; a page that is no positive number is the first (assumed, U-17). */
const pageRequest = ({ per_page: perPage, page }: PageQuery, assumptions: Assumptions): PageRequest => {
  const size = Math.min(perPage ?? assumptions["U-17.perPage"], assumptions["U-17.maximumPerPage"]);
  const number = /^[1-9]\d{0,8}$/.test(String(page)) ? Number(page) : 1;
  return { page: number, perPage: size, skip: (number - 1) * size };
};

type PageMeta = {
  readonly current_page: number;
  readonly from: number | null;
  readonly to: number | null;
  readonly path: string;
  readonly per_page: number;
  /** Records on all pages (VOL-07). */
  readonly total: number;
};

// A type, because an interface does not fit documents that allow further properties.
type Page<Item> = {
  readonly data: Item[];
  readonly links: Models["volunteer-beyond"]["PageLinks"];
  readonly meta: PageMeta;
};

/** A page: `data`, `links` and `meta` (VOL-01, rest assumed). */
const pageView = <Item>(
  data: Item[],
  total: number,
  { page, perPage, skip }: PageRequest,
  path: string,
): Page<Item> => {
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (number: number): string => `${path}?per_page=${perPage}&page=${number}`;
  return {
    data,
    links: {
      first: link(1),
      last: link(last),
      prev: page > 1 ? link(page - 1) : null,
      next: page < last ? link(page + 1) : null,
    },
    meta: {
      current_page: page,
      from: data.length === 0 ? null : skip + 1,
      to: data.length === 0 ? null : skip + data.length,
      path,
      per_page: perPage,
      total,
    },
  };
};

type PageContext = Pick<EndpointContext, "database" | "caller" | "assumptions" | "baseUrl">;

/** A page of the caller's records; `path` is that of the list. */
export const recordPage = <Kept extends EntityColumns, View>(
  entity: Entity<Kept>,
  view: (record: RecordOf<Entity<Kept>>) => View,
  path: string,
  query: PageQuery,
  { database, caller, assumptions, baseUrl }: PageContext,
): Page<View> => {
  const page = pageRequest(query, assumptions);
  const shown = pageOfRecords(database, entity, caller.organizationId, {
    skip: page.skip,
    take: page.perPage,
  });
  const total = countRecords(database, entity, caller.organizationId);
  return pageView(shown.map(view), total, page, `${baseUrl}${path}`);
};

/** A page of records that are all known, as the members of a group are. */
export const pageOfAll = <View>(
  all: readonly View[],
  path: string,
  query: PageQuery,
  { assumptions, baseUrl }: PageContext,
): Page<View> => {
  const page = pageRequest(query, assumptions);
  return pageView(all.slice(page.skip, page.skip + page.perPage), all.length, page, `${baseUrl}${path}`);
};
