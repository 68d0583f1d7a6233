import { loadJudgingParts } from "../../../src/cli/judging-parts.ts";
import type { JudgeTools, PassiveCheck, Violation } from "../../../src/model/check.ts";
import type { Body, Exchange } from "../../../src/model/exchange.ts";
import type { Method } from "../../../src/model/operation.ts";
import { createJudgeTools } from "../../../src/runner/judge.ts";

export interface Recording {
  readonly method?: Method;
  /** Below the base address of the CRM, with its query. */
  readonly path?: string;
  readonly operation?: string;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly requestBody?: unknown;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or text as `{ text }`. */
  readonly body?: unknown;
}

const bodyOf = (body: unknown): Body => {
  if (body === undefined) return { kind: "empty" };
  const isText = typeof body === "object" && body !== null && "text" in body && typeof body.text === "string";
  return isText ? { kind: "text", text: String(body.text) } : { kind: "json", value: body };
};

/** A CRM exchange as a recording has it. */
export const recorded = (recording: Recording): Exchange => ({
  interface: "crm",
  operation: recording.operation,
  request: {
    method: recording.method ?? "GET",
    url: `https://crm.example.org${recording.path ?? "/api/Contact"}`,
    headers: recording.requestHeaders ?? {},
    ...(recording.requestBody === undefined ? {} : { body: recording.requestBody }),
    authorization: "unknown",
  },
  outcome: {
    kind: "response",
    status: recording.status ?? 200,
    headers: recording.headers ?? {},
    body: bodyOf(recording.body),
    elapsedMs: 0,
  },
});

export const loadTools = async (): Promise<JudgeTools> =>
  createJudgeTools((await loadJudgingParts()).validation);

/** What a passive check has against a recording; undefined where it shows nothing of its fact. */
export const judged = (
  check: PassiveCheck,
  recording: Recording,
  tools: JudgeTools,
): readonly Violation[] | undefined => {
  const exchange = recorded(recording);
  if (!check.applies(exchange, tools)) return undefined;
  return [...check.judge(exchange, tools)].filter((judgement) => judgement.kind === "violation");
};
