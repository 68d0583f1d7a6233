import type { Entry, Har } from "har-format";
import type { ExchangeLog, LoggedExchange, ReportInput } from "../core/model/report-input.ts";
import { printJson } from "../core/output/escape.ts";
import { harEntry, harHeaders, mediaTypeOf } from "../core/output/har-entry.ts";

const responseOf = ({ answer }: LoggedExchange): Parameters<typeof harEntry>[4] =>
  answer.kind === "failure"
    ? { comment: `${answer.reason}: ${answer.message}` }
    : {
        status: answer.status,
        headers: harHeaders(answer.headers),
        content: {
          size: -1,
          mimeType: mediaTypeOf(answer.headers),
          // A text would be taken for the body itself, also by tripact observe.
          ...(answer.shape === undefined ? {} : { comment: `shape: ${JSON.stringify(answer.shape)}` }),
        },
      };

const entryOf = (exchange: LoggedExchange, startedAt: string): Entry => {
  const { answer, requestHeaders: headers } = exchange;
  const elapsed = answer.kind === "response" ? answer.elapsedMs : 0;
  const time = Math.max(0, Math.round(elapsed * 1000) / 1000);
  const sentAt = new Date(exchange.sentAt ?? startedAt);
  return {
    ...harEntry({ ...exchange, headers }, exchange.requestBody, sentAt, time, responseOf(exchange)),
    comment: `exchange ${exchange.number}, asked for by ${exchange.check}`,
  };
};

/** The run's exchanges as masked HAR 1.2: answers are shapes, secrets are names. */
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
