import type { FailureOutcome, FailureReason, ResponseOutcome } from "../../../src/core/model/exchange.ts";
import type { FinalOutcome, Transport, WireRequest } from "../../../src/core/model/transport.ts";

/** A read of the donation interface by default. */
export const wireRequest = (parts: Partial<WireRequest> = {}): WireRequest => ({
  interface: "donation",
  operation: "listDonors",
  effect: "read",
  method: "GET",
  url: "https://donations.example.org/api/Donor/list",
  headers: {},
  pathParameters: {},
  asItComes: false,
  ...parts,
});

export const response = (
  status: number,
  headers: Readonly<Record<string, string>> = {},
): ResponseOutcome => ({
  kind: "response",
  status,
  headers,
  body: { kind: "empty" },
  elapsedMs: 1,
});

export const failure = (reason: FailureReason, message = `no answer (${reason})`): FailureOutcome => ({
  kind: "failure",
  reason,
  message,
});

export interface RecordingTransport {
  readonly transport: Transport;
  readonly sent: readonly WireRequest[];
}

/** Answers by a function of how many requests came before, and remembers what it was sent. */
export const recording = (
  answer: (before: number, request: WireRequest) => FinalOutcome | Promise<FinalOutcome>,
): RecordingTransport => {
  const sent: WireRequest[] = [];
  return {
    sent,
    transport: async (request) => {
      sent.push(request);
      return answer(sent.length - 1, request);
    },
  };
};
