import type { Body, Exchange, ResponseOutcome } from "../../../src/harness/model/exchange.ts";
import type { InterfaceName } from "../../../src/contract/interface-name.ts";

export interface AnswerOptions {
  readonly interface?: InterfaceName;
  readonly operation?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly elapsedMs?: number;
  readonly url?: string;
  readonly requestBody?: unknown;
  readonly label?: string;
}

/** An answered request to a documented operation; by default a donor list that was answered with 200. */
export const answered = (body: Body, options: AnswerOptions = {}): Exchange => {
  const { interface: name = "donation", operation = "listDonors", status = 200, requestBody } = options;
  const outcome: ResponseOutcome = {
    kind: "response",
    status,
    headers: options.headers ?? { "content-type": "application/json" },
    body,
    elapsedMs: options.elapsedMs ?? 5,
  };
  const url = options.url ?? "https://donations.example.org/api/Donor/list";
  return {
    interface: name,
    operation,
    ...(options.label === undefined
      ? {}
      : { call: { operation, label: options.label, authorization: { kind: "none" } as const } }),
    request: {
      method: "GET",
      url,
      headers: {},
      authorization: "none",
      ...(requestBody === undefined ? {} : { body: requestBody }),
    },
    outcome,
  };
};

export const json = (value: unknown): Body => ({ kind: "json", value });
