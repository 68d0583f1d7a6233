import { defineFault, type Fault, type Incoming, type Outgoing } from "./fault.ts";
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

export const faults: readonly Fault[] = [
  defineFault({
    id: "no-match-is-not-found",
    fact: "CRM-28",
    grade: "gross",
    title: "A search without a match gets 404",
    wrap: onNoMatch(() => crmError(404, "NOT_FOUND", "No contact matches.")),
  }),
  defineFault({
    id: "no-match-is-not-found-with-a-list",
    fact: "CRM-28",
    grade: "structural",
    title: "A search without a match gets its empty list with a 404",
    wrap: onNoMatch((outgoing) => ({ ...outgoing, status: 404 })),
  }),
  defineFault({
    id: "unknown-contact-is-a-search-without-a-match",
    fact: "CRM-28",
    grade: "structural",
    title: "Reading an unknown contact answers the empty list of the search behind it, with a 404",
    drags: { "CRM-44": "The body of that 404 is a list and no error." },
    wrap: onAnswer("getContact", (outgoing) =>
      outgoing.status === 404 ? json(404, { list: [], total: 0 }) : outgoing,
    ),
  }),
  defineFault({
    id: "no-match-is-no-content",
    fact: "CRM-28",
    grade: "structural",
    title: "A search without a match gets 204",
    wrap: onNoMatch(() => empty(204)),
  }),
  defineFault({
    id: "no-match-is-null",
    fact: "CRM-28",
    grade: "structural",
    title: "list is null where nothing matches",
    wrap: onEmptyBody((body) => edit(body, "list", () => null)),
  }),
  defineFault({
    id: "no-match-drops-the-total",
    fact: "CRM-28",
    grade: "structural",
    title: "The serializer leaves out a total of 0",
    wrap: onEmptyBody((body) => drop(body, "total")),
  }),
  defineFault({
    id: "no-match-counts-in-text",
    fact: "CRM-28",
    grade: "structural",
    title: "total is the string 0",
    wrap: onEmptyBody((body) => edit(body, "total", String)),
  }),
  defineFault({
    id: "no-match-is-under-items",
    fact: "CRM-28",
    grade: "structural",
    title: "Where nothing matches the list is called items",
    wrap: onEmptyBody((body) => rename(body, "list", "items")),
  }),
  defineFault({
    id: "no-match-tells-the-total-of-all",
    fact: "CRM-28",
    grade: "behavioural",
    title: "total is cached from the list without a filter",
    wrap: (next) => {
      let total: unknown = 0;
      return async (incoming) => {
        const outgoing = await next(incoming);
        if (!isSearch(incoming) || outgoing.status !== 200) return outgoing;
        const body = parse(outgoing.body);
        if (!incoming.url.searchParams.has("search")) total = property(body, "total");
        return withJson(outgoing, put(body, "total", total));
      };
    },
  }),
];
