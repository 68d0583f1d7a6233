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
  /** Clock time by which every exchange and every wait for a limit ends: the next run does the rest. */
  readonly until: number;
}

/** The differences between trackers' APIs. */
export interface TrackerDialect {
  /** How many milliseconds a refusal asks to wait; undefined if waiting does not help. */
  readonly waitOf: (answer: ResponseOutcome, now: number) => number | undefined;
  /** An entry of the list of issues; undefined for anything else. */
  readonly issueOf: (entry: unknown) => Issue | undefined;
}

/** Label that marks issues opened by tripact. */
export const issueLabel = "tripact-drift";

/** Entries per page. */
export const pageSize = 100;

/** A list with more pages is taken to be endless. */
const maxPages = 100;

/** The entries of a page of the list. */
const entriesOf = ({ body }: ResponseOutcome): readonly unknown[] => {
  if (body.kind === "json" && Array.isArray(body.value)) return body.value;
  throw new Error("the answer is not a list of issues");
};

/**
 * Sends requests to an issue tracker and waits out its limits. If it refuses, rejects with the status alone and none of
 * its texts.
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
      if (left <= 0) throw new Error("the time is used up; the next run does the rest");
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
    /** All issues of a list, following the pages in its Link header. */
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
