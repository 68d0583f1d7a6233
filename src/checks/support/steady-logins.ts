import type { Sample } from "../../harness/model/check.ts";
import type { Exchange } from "../../harness/model/exchange.ts";
import { isObject } from "./json.ts";
import { statusOf, violation } from "./judgements.ts";

/** The account of a password grant without a code; undefined for any other request. */
const accountOf = ({ call, operation, request }: Exchange): string | undefined => {
  const { body } = request;
  const isMeant = operation === "issueToken" && call !== undefined && call.expects !== "refusal";
  if (!isMeant || !isObject(body) || body["grant_type"] !== "password" || "otp" in body) return undefined;
  return String(body["username"]);
};

/**
 * Reports an account that logged in without a code and is asked for one later in the run: 202 is stated only for
 * accounts with a second factor. In a recording the account may have changed meanwhile.
 */
export const steadyLogins = (): Sample => {
  const loggedIn = new Map<string, Exchange>();
  return {
    see(exchange) {
      const account = accountOf(exchange);
      if (account === undefined) return undefined;
      const before = loggedIn.get(account);
      if (statusOf(exchange) === 200) loggedIn.set(account, exchange);
      if (statusOf(exchange) !== 202 || before === undefined) return undefined;
      return [
        violation({
          rule: "status",
          message: "a login asks for a code, where the same login was answered with a token before",
          exchange,
          also: [before],
          expected: "200",
          actual: "202",
        }),
      ];
    },
  };
};
