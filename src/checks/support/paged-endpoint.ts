import { isValue } from "../../builtin/queries/values/value-types.ts";
import { pagedLists } from "../../builtin/generated/resources.ts";
import { send, type ActiveCheck, type Plan, type PlanContext } from "../../core/model/check.ts";
import type { Call, Exchange, Scalar } from "../../core/model/exchange.ts";
import { listedName } from "../../core/model/secret.ts";
import type { PagedList, PageParameters } from "../../core/model/resource.ts";
import { isObject } from "./json.ts";
import { isPage, isSamePage } from "./paging.ts";
import { bearer, mainBearer } from "./sample-calls.ts";

/** A list whose pages are asked for by options, and by further properties of a body. */
export interface PagedEndpoint {
  readonly operation: string;
  readonly list: PagedList;
  call(options: PageParameters & Readonly<Record<string, unknown>>, label: string): Call;
}

/** Finds the lists that a configuration allows; sends requests if a query type must be found out. */
export type FindEndpoints = (context: PlanContext) => Plan<readonly PagedEndpoint[]>;

/** What every relation over lists says of itself. */
export const overLists = (lists: readonly PagedList[]) =>
  ({
    effect: "read",
    interfaces: [...new Set(lists.map((list) => list.interface))],
    needs: [...new Set(lists.map(({ credential }) => credential))],
    looksAgain: (one, other) =>
      isSamePage(
        one,
        other,
        lists.find(({ operation }) => operation === one.operation),
      ),
  }) satisfies Partial<ActiveCheck>;

export const pascal = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/**
 * Asks for pages of a list. A query leaves out options that are not stated for it; a body holds whatever is asked.
 * @param fixed properties of every body
 */
export const endpointOf = (list: PagedList, fixed: Readonly<Record<string, unknown>> = {}): PagedEndpoint => {
  const {
    operation,
    credential,
    paging: { in: where, parameters },
  } = list;
  return {
    operation,
    list,
    call: (options, label) => {
      const names = new Map(Object.entries(parameters));
      const all = Object.entries({ ...fixed, ...options });
      const call = { operation, authorization: bearer(credential), label };
      if (where === "body")
        return {
          ...call,
          body: {
            kind: "json",
            value: Object.fromEntries(all.map(([name, value]) => [names.get(name) ?? name, value])),
          },
        };
      const query = all.flatMap(([name, value]): [string, Scalar][] => {
        const stated = names.get(name);
        return stated !== undefined && isValue(value) ? [[stated, value]] : [];
      });
      return query.length === 0 ? call : { ...call, query: Object.fromEntries(query) };
    },
  };
};

/** The lists that are asked: all, unless a configuration allows only some. */
export function* endpointsOf(
  lists: readonly PagedList[],
  find: FindEndpoints | undefined,
  context: PlanContext,
): Plan<readonly PagedEndpoint[]> {
  return find === undefined ? lists.map((list) => endpointOf(list)) : yield* find(context);
}

const { listDonors, listGifts, listCampaigns } = pagedLists.donation;

/** The list endpoints with stated parameters. */
export const pagedListEndpoints: readonly PagedEndpoint[] = [listDonors, listGifts, listCampaigns].map(
  (list) => endpointOf(list),
);

/** The query endpoints, by the name of their query type in the configuration. */
export const queryEndpointNames = [
  { operation: "queryDonors", kind: "donor" },
  { operation: "queryGifts", kind: "gift" },
  { operation: "queryCampaigns", kind: "campaign" },
  { operation: "queryRecurringGifts", kind: "recurringGift" },
  { operation: "querySegments", kind: "segment" },
] as const;

export type QueryOperation = (typeof queryEndpointNames)[number];

/** The same call with evidence that shows only fields among the selected columns: the target listed them. */
export const withHiddenColumns = (call: Call): Call => {
  const body = call.body?.kind === "json" ? call.body : undefined;
  const shown = body?.shown ?? body?.value;
  if (body === undefined || !isObject(shown) || !Array.isArray(shown["selectedColumns"])) return call;
  const selectedColumns = shown["selectedColumns"].map((column, index) =>
    listedName(`column ${index + 1}`, String(column)),
  );
  return { ...call, body: { ...body, shown: { ...shown, selectedColumns } } };
};

/** The body of a query as sent: evidence may show less. */
export const sentQuery = ({ call, request }: Exchange): unknown =>
  call?.body?.kind === "json" ? call.body.value : request.body;

/** A call of a query endpoint with a body as it is. */
export const queryCall = (operation: string, body: unknown, label: string): Call => ({
  operation,
  body: { kind: "json", value: body },
  authorization: mainBearer("donation"),
  label,
});

export interface FoundQueryEndpoint extends PagedEndpoint {
  readonly kind: QueryOperation["kind"];
  readonly queryType: number;
}

const queryEndpoint = ({ operation, kind }: QueryOperation, queryType: number): FoundQueryEndpoint => ({
  ...endpointOf(pagedLists.donation[operation], { queryType }),
  kind,
  queryType,
});

function* firstAccepted(of: QueryOperation): Plan<number | undefined> {
  for (let queryType = 0; queryType <= 9; queryType += 1) {
    const label = `${of.operation} with query type ${queryType}`;
    const exchange = yield* send(queryCall(of.operation, { queryType, skip: 0, take: 1 }, label));
    if (isPage(exchange)) return queryType;
  }
  return undefined;
}

/**
 * The query endpoints with their types: the configured one, or the first of the ten that is accepted, since the meaning
 * of the integers is open (U-15). An endpoint that accepts none is left out.
 */
export function* findQueryEndpoints(context: PlanContext): Plan<readonly FoundQueryEndpoint[]> {
  const found: FoundQueryEndpoint[] = [];
  for (const of of queryEndpointNames) {
    const known = context.setting(`donation.queries.queryTypes.${of.kind}`);
    const queryType = typeof known === "number" ? known : yield* firstAccepted(of);
    if (queryType !== undefined) found.push(queryEndpoint(of, queryType));
  }
  return found;
}
