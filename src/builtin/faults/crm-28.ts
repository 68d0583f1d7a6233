import { faultsOf, type FaultEnvironment, type FaultRequest, type FaultAnswer } from "./fault.ts";
import { crmError, empty, jsonAnswer, parse } from "./support/answers.ts";
import { property, put, renamed, droppingPaths } from "./support/edit.ts";
import { onAnswer, onBody, onField, status } from "./support/rows.ts";

/** The contact search, which is not stated and therefore not an operation. */
const isSearch = ({ method, url }: FaultRequest): boolean =>
  method === "GET" && url.pathname === "/crm/api/Contact";

const isEmpty = (_incoming: FaultRequest, _here: FaultEnvironment, { status, body }: FaultAnswer): boolean =>
  status === 200 && property(parse(body), "total") === 0;

export const faults = faultsOf("CRM-28", {
  gross: {
    "no-match-is-not-found": [
      "A search without a match gets 404",
      onAnswer(isSearch, crmError(404, "No contact matches."), isEmpty),
    ],
  },
  structural: {
    "no-match-is-not-found-with-a-list": [
      "A search without a match gets its empty list with a 404",
      onAnswer(isSearch, status(404), isEmpty),
    ],
    "unknown-contact-is-a-search-without-a-match": [
      "Reading an unknown contact answers the empty list of the search behind it, with a 404",
      onAnswer("getContact", jsonAnswer(404, { list: [], total: 0 }), 404),
      { alsoBreaks: { "CRM-44": "The body of that 404 is a list and no error." } },
    ],
    "no-match-is-no-content": ["A search without a match gets 204", onAnswer(isSearch, empty(204), isEmpty)],
    "no-match-is-null": ["list is null where nothing matches", onField(isSearch, "list", null, isEmpty)],
    "no-match-drops-the-total": [
      "The serializer leaves out a total of 0",
      onBody(isSearch, droppingPaths("total"), isEmpty),
    ],
    "no-match-counts-in-text": ["total is the string 0", onField(isSearch, "total", String, isEmpty)],
    "no-match-is-under-items": [
      "Where nothing matches the list is called items",
      onBody(isSearch, renamed("list", "items"), isEmpty),
    ],
  },
  behavioural: {
    "no-match-tells-the-total-of-all": [
      "total is cached from the list without a filter",
      (next, here) => {
        let total: unknown = 0;
        return onBody(
          isSearch,
          (body, { url }) => {
            if (!url.searchParams.has("search")) total = property(body, "total");
            return put(body, "total", total);
          },
          200,
        )(next, here);
      },
    ],
  },
});
