import { type Fault, faultsOf } from "./fault.ts";
import { bornToken, type Who } from "./support/credentials.ts";
import { wants } from "./support/pages.ts";
import { admitting, again, anyStatus, onAnswer } from "./support/rows.ts";

/** Counts some requests twice by repeating them. */
const countedTwice = (counts: Who): Fault["wrap"] =>
  onAnswer(
    "donation",
    again((incoming) => incoming),
    anyStatus,
    counts,
  );

const isQuery: Who = ({ operation }) => operation?.startsWith("query") === true;

/** Callers with a token issued during the run. */
const isMade: Who = (incoming, { config }) => {
  const configured = Object.values(config.interfaces.donation.credentials).map(String);
  const token = bornToken(incoming) ?? "";
  return /^sandbox_donation_\w+$/.test(token) && !configured.some((one) => one.startsWith(token));
};

export const faults = faultsOf("DON-24", {
  structural: {
    "queries-count-twice": ["a query counts as two requests", countedTwice(isQuery)],
    "queries-do-not-count": ["a query counts as no request", admitting("donation", isQuery, isMade)],
  },
  behavioural: {
    "large-pages-count-twice": [
      "a page of a hundred counts as two requests",
      countedTwice(wants(({ take = 0 }) => take >= 100)),
    ],
  },
});
