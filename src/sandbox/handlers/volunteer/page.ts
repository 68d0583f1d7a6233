import type { Assumptions } from "../../assumptions/assumptions.ts";

/** The requested part of a list. */
export interface PageRequest {
  readonly page: number;
  readonly perPage: number;
  readonly skip: number;
}

/** Reads per_page and page; anything but a positive number counts as not given (assumed, U-17). */
export const pageRequest = (
  perPage: number | undefined,
  page: string | undefined,
  assumptions: Assumptions,
): PageRequest => {
  const size = Math.min(perPage ?? assumptions["U-17.perPage"], assumptions["U-17.maximumPerPage"]);
  const number = page !== undefined && /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1;
  return { page: number, perPage: size, skip: (number - 1) * size };
};

/** A page: `data`, `links` and `meta` (VOL-01, rest assumed). */
export const pageView = (
  data: object[],
  total: number,
  { page, perPage, skip }: PageRequest,
  path: string,
): { data: object[]; links: Record<string, string | null>; meta: PageMeta } => {
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

type PageMeta = {
  readonly current_page: number;
  readonly from: number | null;
  readonly to: number | null;
  readonly path: string;
  readonly per_page: number;
  /** Records on all pages (VOL-07). */
  readonly total: number;
};
