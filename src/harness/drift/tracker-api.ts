import type { Service } from "../http/service.ts";
import type { Clock } from "../model/clock.ts";
import type { ResponseOutcome } from "../model/exchange.ts";
import type { JsonObject } from "../model/json-object.ts";
import type { Issue } from "./issues.ts";

export interface TrackerOptions {
  /** The tracker's REST API, with a token. */
  readonly api: Service;
  /** Root of the API, without a trailing slash. */
  readonly root: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The moment, by the clock, at which every exchange and every wait for a limit is over: the next run does the rest. */
  readonly until: number;
}

/** What is particular to a tracker's API. */
export interface TrackerDialect {
  /** How many milliseconds a refusal asks to wait; undefined where it is no matter of waiting. */
  readonly waitOf: (answer: ResponseOutcome, now: number) => number | undefined;
  /** An entry of the list of issues; undefined for what is none. */
  readonly issueOf: (entry: unknown) => Issue | undefined;
}

/** By this label the issues are found again. */
export const issueLabel = "tripact-drift";

/** Entries of a page. */
export const pageSize = 100;

/** Beyond these the list of issues is taken for one without end. */
const maxPages = 100;

/** The entries of a page of the list. */
const entriesOf = ({ body }: ResponseOutcome): readonly unknown[] => {
  if (body.kind === "json" && Array.isArray(body.value)) return body.value;
  throw new Error("the list of issues is no list");
};

/**
 * Sends requests to an issue tracker and waits out its limits. Rejects with the status alone when it refuses: its
 * texts are not passed on.
 */
export const openTrackerApi = (options: TrackerOptions, dialect: TrackerDialect) => {
  const { api, clock, signal, until } = options;

  const send = async (
    method: "GET" | "POST" | "PATCH" | "PUT",
    url: string,
    body?: JsonObject,
  ): Promise<ResponseOutcome> => {
    for (;;) {
      const left = until - clock.now();
      if (left <= 0) throw new Error("no time is left; the next run does the rest");
      const answer = await api.send(method, url, body, left);
      if (answer.kind === "failure") throw new Error(answer.message);
      if (answer.status >= 200 && answer.status < 300) return answer;
      const wait = dialect.waitOf(answer, clock.now());
      if (wait === undefined || clock.now() + wait >= until)
        throw new Error(`${method} of issues was answered with ${answer.status}`);
      await clock.sleep(wait, signal);
    }
  };

  return {
    send,
    /** All issues of a list whose further pages its Link header announces. */
    async list(url: string): Promise<readonly Issue[]> {
      const found = new Map<number, Issue>();
      for (let page = 1; page <= maxPages; page += 1) {
        const answer = await send("GET", `${url}&per_page=${pageSize}&page=${page}`);
        const entries = entriesOf(answer);
        for (const issue of entries.flatMap((one) => dialect.issueOf(one) ?? []))
          found.set(issue.number, issue);
        if (entries.length === 0 || !/;\s*rel="next"/.test(answer.headers["link"] ?? ""))
          return [...found.values()];
      }
      throw new Error(`the list of issues does not end within ${maxPages} pages`);
    },
  };
};
