import { faultsOf, type Fault, type Incoming, type Outgoing } from "./fault.ts";
import { crmError, empty, json } from "./support/answers.ts";
import { drop, edit, property, put, rename } from "./support/edit.ts";
import { onAnswer, parse, withJson } from "./support/wrappers.ts";

/** The search for contacts, which is not stated and therefore no operation. */
const isSearch = ({ method, url }: Incoming): boolean =>
  method === "GET" && url.pathname === "/crm/api/Contact";

const isEmpty = (outgoing: Outgoing): boolean =>
  outgoing.status === 200 && property(parse(outgoing.body), "total") === 0;

/** Changes the answer of a search without a match. */
const onNoMatch =
  (change: (outgoing: Outgoing) => Outgoing): Fault["wrap"] =>
  (next) =>
  async (incoming) => {
    const outgoing = await next(incoming);
    return isSearch(incoming) && isEmpty(outgoing) ? change(outgoing) : outgoing;
  };

const onEmptyBody = (change: (body: unknown) => unknown): Fault["wrap"] =>
  onNoMatch((outgoing) => withJson(outgoing, change(parse(outgoing.body))));

export const faults = faultsOf("CRM-28", {
  gross: {
    "no-match-is-not-found": [
      "A search without a match gets 404",
      onNoMatch(() => crmError(404, "NOT_FOUND", "No contact matches.")),
    ],
  },
  structural: {
    "no-match-is-not-found-with-a-list": [
      "A search without a match gets its empty list with a 404",
      onNoMatch((outgoing) => ({ ...outgoing, status: 404 })),
    ],
    "unknown-contact-is-a-search-without-a-match": [
      "Reading an unknown contact answers the empty list of the search behind it, with a 404",
      onAnswer("getContact", (outgoing) =>
        outgoing.status === 404 ? json(404, { list: [], total: 0 }) : outgoing,
      ),
      { alsoBreaks: { "CRM-44": "The body of that 404 is a list and no error." } },
    ],
    "no-match-is-no-content": ["A search without a match gets 204", onNoMatch(() => empty(204))],
    "no-match-is-null": [
      "list is null where nothing matches",
      onEmptyBody((body) => edit(body, "list", () => null)),
    ],
    "no-match-drops-the-total": [
      "The serializer leaves out a total of 0",
      onEmptyBody((body) => drop(body, "total")),
    ],
    "no-match-counts-in-text": ["total is the string 0", onEmptyBody((body) => edit(body, "total", String))],
    "no-match-is-under-items": [
      "Where nothing matches the list is called items",
      onEmptyBody((body) => rename(body, "list", "items")),
    ],
  },
  behavioural: {
    "no-match-tells-the-total-of-all": [
      "total is cached from the list without a filter",
      (next) => {
        let total: unknown = 0;
        return async (incoming) => {
          const outgoing = await next(incoming);
          if (!isSearch(incoming) || outgoing.status !== 200) return outgoing;
          const body = parse(outgoing.body);
          if (!incoming.url.searchParams.has("search")) total = property(body, "total");
          return withJson(outgoing, put(body, "total", total));
        };
      },
    ],
  },
});
