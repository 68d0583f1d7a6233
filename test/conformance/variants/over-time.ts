import {
  parse,
  problemAnswer,
  textAnswer,
  withHeader,
  withJson,
} from "../../../src/builtin/faults/support/answers.ts";
import { withAuthorization } from "../../../src/builtin/faults/support/credentials.ts";
import { edit, objectOf, property } from "../../../src/builtin/faults/support/edit.ts";
import { isRefresh } from "../../../src/builtin/faults/support/requests.ts";
import { onRequest } from "../../../src/builtin/faults/support/rows.ts";
import { interfaceNames } from "../../../src/builtin/interface-name.ts";
import { answers, instead, isAt, operationsOf, successes } from "./support/shapes.ts";
import { variantOf, type Variant, type Wrap } from "./variant.ts";

const variant = variantOf("crm");

const crm = operationsOf("crm");
const donation = operationsOf("donation");
const volunteer = operationsOf("volunteer");
const all = interfaceNames.flatMap(operationsOf);
const secured = crm.filter((id) => id !== "issueToken");
const lists = ["listDonors", "listGifts", "listCampaigns"] as const;

/** By turns, whoever asks. */
const byTurns = <T>(values: readonly T[]): (() => T | undefined) => {
  let count = 0;
  return () => values[count++ % values.length];
};

/** A refresh that is asked for while the access token is good answers the same one, with the moments that it has. */
const keepingTheAccessToken: Wrap = (next, environment) => {
  const kept = new Map<unknown, Readonly<Record<string, unknown>>>();
  const isGood = (tokens: Readonly<Record<string, unknown>>): boolean =>
    Date.parse(String(tokens[".expires"])) > environment.now();
  return async (incoming) => {
    const outgoing = await next(incoming);
    const body = objectOf(parse(outgoing.body));
    if (incoming.operation !== "issueToken" || outgoing.status !== 200) return outgoing;
    const sent = new URLSearchParams(incoming.body).get("refresh_token");
    const before = isRefresh(incoming) ? kept.get(sent) : undefined;
    const answered = { ...body, ...(before !== undefined && isGood(before) ? before : {}) };
    const { access_token, expires_in, ".issued": issued, ".expires": expires } = objectOf(answered);
    kept.set(property(body, "refresh_token"), {
      access_token,
      expires_in,
      ".issued": issued,
      ".expires": expires,
    });
    return withJson(outgoing, answered);
  };
};

/** What an answer says changes from time to time without being documented. */
const restless = (): Wrap => {
  const node = byTurns(["node-1", "node-2"]);
  return successes(["getContact", "getWebhook", "getUser"], (body) => ({
    ...objectOf(body),
    servedBy: node(),
    readAt: node(),
    views: node(),
  }));
};

/** The same list in another order each time. */
const shuffledTypes = (): Wrap => {
  let turn = 0;
  return successes(["listContactMethodTypes"], (body) => {
    if (!Array.isArray(body)) return body;
    turn += 1;
    return [...body.slice(turn % body.length), ...body.slice(0, turn % body.length)];
  });
};

const clockAnHourAhead: Wrap = (next, environment) => async (incoming) => {
  const outgoing = await next(incoming);
  const now = environment.now() + 3_600_000;
  const dated = withHeader(outgoing, "date", new Date(now).toUTCString());
  if (isAt(incoming, "crm") && outgoing.status === 429)
    return withHeader(dated, "retry-after", new Date(now).toUTCString());
  const body = parse(outgoing.body);
  if (incoming.operation !== "issueToken" || outgoing.status !== 200) return dated;
  const shifted = [".issued", ".expires"].reduce(
    (whole, name) => edit(whole, name, (at) => new Date(Date.parse(String(at)) + 3_600_000).toUTCString()),
    body,
  );
  return withJson(dated, shifted);
};

/** Variants of what an answer says from time to time, and of credentials. */
export const overTime: readonly Variant[] = [
  variant("a-refresh-keeps-the-access-token", "refreshes", {
    open: "Authentication A, 4: both tokens replace the stored ones; that they are others than before is not stated.",
    wrap: keepingTheAccessToken,
  }),
  variantOf("crm", "volunteer")("records-say-who-serves-them", "extra fields", {
    open: "Resources: that objects have no further fields is stated nowhere, nor that these stay as they are.",
    wrap: (next, environment) => restless()(next, environment),
  }),
  variant("contact-method-types-in-any-order", "contact method types", {
    open: "Endpoints A: the types are an array of names; in which order is not stated.",
    wrap: (next, environment) => shuffledTypes()(next, environment),
  }),
  variantOf("crm", "donation")("errors-have-media-types-of-their-own", ["media type", "problem media type"], {
    open: "Errors A: an envelope in JSON, and JSON has more media types than one, each with parameters.",
    wrap: answers([...crm, ...donation], (outgoing) =>
      outgoing.status >= 400 && outgoing.body.startsWith("{")
        ? withHeader(outgoing, "content-type", "application/vnd.platform.error+json; charset=utf-8")
        : outgoing,
    ),
  }),
  variant("crm-401-is-json-in-plain-text", "crm 401", {
    open: "Errors A, rule 1: a 401 may be plain text, and a text may read like JSON.",
    wrap: instead(secured, [401], () =>
      textAnswer(401, JSON.stringify({ message: "Authorization has been denied for this request." })),
    ),
  }),
  variantOf("volunteer")("volunteer-reads-are-partial-content", "volunteer statuses", {
    open: "Endpoints C: no success status is stated, so that each of 2xx will do, every time.",
    wrap: answers(["listUsers", "getUser"], (outgoing) =>
      outgoing.status === 200 ? { ...outgoing, status: 206 } : outgoing,
    ),
  }),
  variantOf("volunteer")("volunteer-scheme-has-no-letter-case", "volunteer scheme", {
    open: "Authentication C, 1: the literal is Bearer; HTTP reads schemes in any letter case, which is worth a warning.",
    hides: ["VOL-08"],
    wrap: onRequest(volunteer, (incoming) =>
      withAuthorization(
        incoming,
        incoming.headers.get("authorization")?.replace(/^bearer /i, "Bearer ") || undefined,
      ),
    ),
  }),
  variant("clocks-are-an-hour-ahead", ["retry-after", "token moments"], {
    open: "Errors A: Retry-After may be a date, by the clock of the server; that it is right is not stated.",
    wrap: clockAnHourAhead,
  }),
  variant("stamps-are-of-a-machine-a-minute-ahead", "stamps", {
    open: "Resources A: who stamps a record is not stated, nor that all machines of a server have one clock.",
    wrap: (next, surroundings) => async (incoming) => {
      const outgoing = await next(incoming);
      const isMeant = ["replaceContactNote", "addEventContact"].includes(incoming.operation ?? "");
      if (!isMeant || outgoing.status !== 200) return outgoing;
      const stamped = edit(parse(outgoing.body), "modifiedDateTimeUtc", (at) =>
        new Date(Date.parse(String(at)) + 90_000).toISOString(),
      );
      return withJson(withHeader(outgoing, "date", new Date(surroundings.now()).toUTCString()), stamped);
    },
  }),
  variant("waits-end-within-the-second", "retry-after", {
    open: "Errors A: Retry-After indicates the wait, in whole seconds as HTTP has it: one shorter than that is none.",
    wrap: (next, environment) =>
      instead(crm, [429], (outgoing) =>
        withHeader(
          withHeader(outgoing, "date", new Date(environment.now()).toUTCString()),
          "retry-after",
          new Date(environment.now()).toUTCString(),
        ),
      )(next, environment),
  }),
  variantOf("donation")("lists-take-bad-numbers-for-none", "donation bad numbers", {
    open: "Endpoints B: Skip and Take are integers; what becomes of anything else is not stated.",
    wrap: onRequest(lists, (incoming) => {
      const url = new URL(incoming.url);
      for (const name of ["Skip", "Take"])
        if (!/^\d+$/.test(url.searchParams.get(name) ?? "0")) url.searchParams.delete(name);
      return { ...incoming, url };
    }),
  }),
  variantOf("donation")("query-types-beyond-the-last-are-not-found", "donation query types", {
    open: "Errors B: most endpoints document 404 beside 400; for which of them a query type is is not stated.",
    wrap: answers(["getQueryOptions", "getQueryList"], (outgoing) =>
      outgoing.status === 400 ? problemAnswer(404, "There is no such query type.") : outgoing,
    ),
  }),
  variantOf("crm", "donation", "volunteer")("answers-remember-their-readers", "headers", {
    open: "Document as a whole: no header of an answer is ruled out, nor that it is another each time.",
    wrap: (next, environment) => {
      const tag = byTurns(["1", "2", "3"]);
      return answers(all, (outgoing) =>
        withHeader(withHeader(outgoing, "etag", `W/"${tag()}"`), "x-cache", tag() === "1" ? "MISS" : "HIT"),
      )(next, environment);
    },
  }),
];
