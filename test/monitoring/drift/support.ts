import { documentation } from "../../../src/builtin/documents.ts";
import { ChangeTracker, type DriftVerdict } from "../../../src/monitoring/drift/change-tracker.ts";
import { createValueDigest } from "../../../src/core/shapes/value-digest.ts";
import { createShapes } from "../../../src/core/shapes/shapes.ts";
import type { Acceptance, DriftTarget } from "../../../src/core/model/drift.ts";
import type { Body, Exchange, ResponseOutcome } from "../../../src/core/model/exchange.ts";
import type { BuiltinInterface } from "../../../src/builtin/interface-name.ts";

export interface AnswerOptions {
  readonly interface?: BuiltinInterface;
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

/** Somebody accepts a change. */
export const acceptance: Acceptance = { at: "2025-01-31T08:00:00.000Z" };

export const json = (value: unknown): Body => ({ kind: "json", value });

const donations = {
  interface: "donation",
  address: "https://donations.example.org",
  organization: "default",
} as const;

/** Runs one after another, one a day, each of so many answers. */
export const createRuns = (
  target: DriftTarget = donations,
): { tracker: ChangeTracker; next(exchanges: readonly Exchange[]): DriftVerdict } => {
  const tracker = new ChangeTracker(target, documentation);
  let run = 0;
  return {
    tracker,
    next(exchanges) {
      run += 1;
      const shapes = createShapes(documentation, { once: true, digest: createValueDigest("key") });
      for (const exchange of exchanges) shapes.add(exchange);
      const startedAt = new Date(Date.UTC(2025, 0, run, 2)).toISOString();
      return tracker.judge(shapes, { run, startedAt });
    },
  };
};
