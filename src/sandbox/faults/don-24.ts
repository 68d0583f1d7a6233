import { faultsOf, type Fault, type Incoming } from "./fault.ts";
import { parse, presenting } from "./support/wrappers.ts";

const takes = (incoming: Incoming): number => {
  const body = parse(incoming.body);
  const taken = typeof body === "object" && body !== null && "take" in body ? body.take : undefined;
  return Number(incoming.url.searchParams.get("Take") ?? taken ?? 0);
};

/** Lets some requests count twice by making them twice. */
const countedTwice =
  (counts: (incoming: Incoming) => boolean): Fault["wrap"] =>
  (next) =>
  async (incoming) => {
    if (incoming.url.pathname.startsWith("/donation/") && counts(incoming)) await next(incoming);
    return next(incoming);
  };

export const faults = faultsOf("DON-24", {
  structural: {
    "queries-count-twice": [
      "a query counts as two requests",
      countedTwice(({ operation }) => operation?.startsWith("query") === true),
    ],
    "queries-do-not-count": [
      "a query counts as no request",
      (next, { config }) => {
        const { credentials } = config.interfaces.donation;
        const configured = Object.values(credentials).map((token) => `Bearer ${String(token)}`);
        return (incoming) => {
          const authorization = incoming.headers.get("authorization") ?? "";
          const isMade =
            /^Bearer sandbox_donation_\w+$/.test(authorization) &&
            !configured.some((one) => one.startsWith(authorization));
          if (incoming.operation?.startsWith("query") !== true || !isMade) return next(incoming);
          // Another credential's hour pays for it.
          return next(presenting(incoming, `Bearer ${String(credentials["token"])}`));
        };
      },
    ],
  },
  behavioural: {
    "large-pages-count-twice": [
      "a page of a hundred counts as two requests",
      countedTwice((incoming) => takes(incoming) >= 100),
    ],
  },
});
