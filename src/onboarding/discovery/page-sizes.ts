import type { Plan } from "../../core/model/check.ts";
import type { ProbeClient } from "./probe-client.ts";
import {
  compareIds,
  idText,
  isRefusedProbe,
  type DonationRecords,
  donationPageIn,
  postQuery,
} from "./donation-calls.ts";
import type { JsonObject } from "../../core/model/json-object.ts";
import type { FoundType } from "./query-types.ts";

/** What is known about pages (U-30). */
export interface PageSizes {
  /** Page size if the request states none; undefined if fewer records exist, or nothing was answered. */
  readonly defaultTake: number | undefined;
  /** The largest observed page. */
  readonly largestSeen: number;
  /** The largest requested size that was neither cut nor refused. */
  readonly largestTaken: number;
  /** Reaction to a size beyond the maximum; undefined if none was observed. */
  readonly beyond:
    | { readonly kind: "cut"; readonly maximum: number }
    | { readonly kind: "refused"; readonly smallestRefused: number }
    | undefined;
  /** The order of a request that states none; undefined if unknown. */
  readonly defaultSort: "id ascending" | "id descending" | undefined;
  /** Whether a request without skip starts with the first record. */
  readonly skipsNothing: boolean | undefined;
}

/** Sizes to request, with round numbers typical of limits. */
const ladder = [100, 200, 500, 1000, 1001, 5000, 10_000] as const;

/** Larger pages would only burden the target. */
const mostRecords = 2000;
const mostOfMany = 1001;

/** Maximum number of steps of the binary search between accepted and refused sizes. */
const mostHalvings = 4;

const orderOf = ({ items }: DonationRecords): PageSizes["defaultSort"] => {
  const ids = items.map(idText);
  if (ids.length < 3 || ids.includes("")) return undefined;
  const signs = ids.slice(1).map((id, index) => Math.sign(compareIds(id, ids[index] ?? "")));
  if (signs.every((sign) => sign > 0)) return "id ascending";
  return signs.every((sign) => sign < 0) ? "id descending" : undefined;
};

type Ask = (options: JsonObject, label: string) => Plan<DonationRecords | "refused" | undefined>;

const asking = (
  client: ProbeClient,
  { operation, code }: FoundType,
  columns: readonly string[] | undefined,
): Ask =>
  function* (options, label) {
    const shown = columns === undefined ? {} : { selectedColumns: columns };
    const { exchange } = yield* client.askOne(
      postQuery(operation, { queryType: code, ...shown, ...options }, `${operation}, ${label}`),
    );
    return donationPageIn(exchange) ?? (isRefusedProbe(exchange) ? "refused" : undefined);
  };

/** Accepted sizes, and the reaction to larger ones. */
type Sizes = Pick<PageSizes, "largestSeen" | "largestTaken" | "beyond">;

/** Requests increasing sizes, until a page is cut or refused, or a larger one would show nothing new. */
function* climb(ask: Ask, total: number): Plan<Sizes> {
  let [largestTaken, largestSeen] = [1, 0];
  for (const take of ladder) {
    if (total > mostRecords && take > mostOfMany) break;
    const answer = yield* ask({ skip: 0, take }, `a page of ${take}`);
    if (answer === undefined) break;
    if (answer === "refused")
      return { largestSeen, largestTaken, beyond: { kind: "refused", smallestRefused: take } };
    largestSeen = Math.max(largestSeen, answer.items.length);
    if (answer.items.length < Math.min(take, answer.total))
      return { largestSeen, largestTaken, beyond: { kind: "cut", maximum: answer.items.length } };
    largestTaken = take;
  }
  return { largestSeen, largestTaken, beyond: undefined };
}

/** A short binary search between the largest accepted and the smallest refused size. */
function* closeIn(ask: Ask, sizes: Sizes): Plan<Sizes> {
  if (sizes.beyond?.kind !== "refused") return sizes;
  let [taken, refused] = [sizes.largestTaken, sizes.beyond.smallestRefused];
  for (let turn = 0; turn < mostHalvings && refused - taken > 1; turn += 1) {
    const middle = Math.floor((taken + refused) / 2);
    const answer = yield* ask({ skip: 0, take: middle }, `a page of ${middle}`);
    if (answer === undefined) break;
    if (answer === "refused") refused = middle;
    else taken = middle;
  }
  return { ...sizes, largestTaken: taken, beyond: { kind: "refused", smallestRefused: refused } };
}

const beginsWith = (page: DonationRecords, first: DonationRecords): boolean =>
  first.items.every((item, index) => idText(item) === idText(page.items[index]));

/**
 * Determines page sizes (U-30) with pages of one kind: of the default size, and of increasing sizes. `columns` keeps
 * them small if the target is known to support it.
 */
export function* measurePages(
  client: ProbeClient,
  type: FoundType,
  columns: readonly string[] | undefined,
): Plan<PageSizes> {
  const ask = asking(client, type, columns);
  const [plain, first] = [
    yield* ask({}, "a page of the default size"),
    yield* ask({ skip: 0, take: 3 }, "the first records"),
  ].map((answer) => (typeof answer === "object" ? answer : undefined));
  const total = plain?.total ?? first?.total ?? 0;
  const sizes = yield* closeIn(ask, yield* climb(ask, total));
  return {
    ...sizes,
    largestSeen: Math.max(sizes.largestSeen, plain?.items.length ?? 0),
    defaultTake: plain !== undefined && plain.items.length < total ? plain.items.length : undefined,
    defaultSort: plain === undefined ? undefined : orderOf(plain),
    skipsNothing:
      plain === undefined || first === undefined || first.items.length === 0
        ? undefined
        : beginsWith(plain, first),
  };
}
