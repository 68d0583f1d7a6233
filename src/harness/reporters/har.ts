import type { Entry, Har, Header, Response } from "har-format";
import type { ExchangeLog, LoggedExchange, ReportInput } from "../model/report-input.ts";
import { printJson } from "../output/escape.ts";

const headersOf = (headers: Readonly<Record<string, string>>): Header[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

const queryOf = (url: string): Entry["request"]["queryString"] =>
  URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : [];

const authorizationOf = ({ authorization }: LoggedExchange): Header[] =>
  authorization === "none" || authorization === "unknown"
    ? []
    : [{ name: "authorization", value: authorization }];

const responseOf = ({ answer }: LoggedExchange): Response => {
  const nothing = { httpVersion: "", cookies: [], redirectURL: "", headersSize: -1, bodySize: -1 };
  if (answer.kind === "failure")
    return {
      ...nothing,
      status: 0,
      statusText: "",
      headers: [],
      content: { size: 0, mimeType: "x-unknown" },
      comment: `${answer.reason}: ${answer.message}`,
    };
  return {
    ...nothing,
    status: answer.status,
    statusText: "",
    headers: headersOf(answer.headers),
    content: {
      size: -1,
      mimeType: answer.headers["content-type"] ?? "x-unknown",
      // A text would be taken for the body itself, by tripact observe too.
      ...(answer.shape === undefined ? {} : { comment: `shape: ${JSON.stringify(answer.shape)}` }),
    },
  };
};

const entryOf = (exchange: LoggedExchange, startedAt: string): Entry => {
  const elapsed = exchange.answer.kind === "response" ? exchange.answer.elapsedMs : 0;
  const time = Math.max(0, Math.round(elapsed * 1000) / 1000);
  return {
    startedDateTime: exchange.sentAt === undefined ? startedAt : new Date(exchange.sentAt).toISOString(),
    time,
    request: {
      method: exchange.method,
      url: exchange.url,
      httpVersion: "",
      cookies: [],
      headers: [...headersOf(exchange.requestHeaders), ...authorizationOf(exchange)],
      queryString: queryOf(exchange.url),
      headersSize: -1,
      bodySize: -1,
      ...(exchange.requestBody === undefined
        ? {}
        : {
            postData: {
              mimeType: exchange.requestHeaders["content-type"] ?? "x-unknown",
              text: exchange.requestBody,
            },
          }),
    },
    response: responseOf(exchange),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    comment: `exchange ${exchange.number}, asked for by ${exchange.check}`,
  };
};

/**
 * The run's exchanges as HAR 1.2, masked: answers are shapes, secrets are names. Versions of HTTP
 * and sizes are left open, since nobody looked at them.
 */
export const harReport = ({ report, exchanges }: ReportInput): string => {
  const { entries, omitted }: ExchangeLog = exchanges ?? { entries: [], omitted: 0 };
  const har: Har = {
    log: {
      version: "1.2",
      creator: { name: report.tool.name, version: report.tool.version },
      entries: entries.map((exchange) => entryOf(exchange, report.run.startedAt)),
      ...(omitted === 0 ? {} : { comment: `${omitted} more exchanges were left out` }),
    },
  };
  return printJson(har, 2);
};
