import { jsonOf, responseOf, type Exchange } from "../../harness/model/exchange.ts";
import { has, isObject, property } from "./json.ts";

/** Size of a page that holds all records of a small organization: later records are neither found nor judged. */
export const largePage = 200;

/** The donation operations that answer the paged envelope. */
export const pagedOperations: ReadonlySet<string> = new Set([
  "listDonors",
  "listGifts",
  "listCampaigns",
  "queryDonors",
  "queryGifts",
  "queryCampaigns",
  "queryRecurringGifts",
  "querySegments",
]);

/** Lists without a stated body: judged as a page only if they look like one. */
const referenceLists: ReadonlySet<string> = new Set(["listCustomFields", "listPremiums", "listProjects"]);

const looksPaged = (body: unknown): boolean =>
  isObject(body) && has(body, "total") && ["items", "list"].some((name) => has(body, name));

/** Whether a query with conditions may have been answered so because nothing matches: only the CRM excludes 404. */
export const isInVain = (exchange: Exchange): boolean => responseOf(exchange)?.status === 404;

/** Whether an exchange is a successful donation page. */
export const isPage = (exchange: Exchange): boolean => {
  const operation = exchange.operation ?? "";
  if (responseOf(exchange)?.status !== 200) return false;
  return pagedOperations.has(operation) || (referenceLists.has(operation) && looksPaged(jsonOf(exchange)));
};

export const itemsOf = (exchange: Exchange): readonly unknown[] | undefined => {
  const items = property(jsonOf(exchange), "items");
  return Array.isArray(items) ? items : undefined;
};

export const totalOf = (exchange: Exchange): number | undefined => {
  const total = property(jsonOf(exchange), "total");
  return typeof total === "number" && Number.isInteger(total) ? total : undefined;
};

/** Whether two answers have the same total, or none. */
export const isSameTotal = (one: Exchange, other: Exchange): boolean => totalOf(one) === totalOf(other);

const integerOf = (value: unknown): number | undefined => {
  const number = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) ? number : undefined;
};

const asked = (exchange: Exchange, inAddress: string, inBody: string): number | undefined => {
  const { searchParams } = new URL(exchange.request.url);
  return integerOf(searchParams.get(inAddress) ?? property(exchange.request.body, inBody));
};

/** The page size of a request, in either spelling; undefined if it names none. */
export const askedSize = (exchange: Exchange): number | undefined => asked(exchange, "Take", "take");

/** Number of records that a request skips, in either spelling; undefined if it names none. */
export const askedSkip = (exchange: Exchange): number | undefined => asked(exchange, "Skip", "skip");
