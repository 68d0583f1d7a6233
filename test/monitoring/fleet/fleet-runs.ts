import { documentation } from "../../../src/builtin/documents.ts";
import type { Finding } from "../../../src/core/model/finding.ts";
import { createShapes, type Shapes } from "../../../src/core/shapes/shapes.ts";
import type { TriedStep } from "../../../src/core/model/tried-step.ts";
import type { RunRepository } from "../../../src/monitoring/history/create-repository.ts";
import type {
  EndedRun,
  FailureCause,
  OpenRun,
  RunEnd,
  RunOrder,
} from "../../../src/monitoring/history/run-repository.ts";
import { answered, json } from "../drift/support.ts";

/** What a fleet file says of a day. */
export const fleetSettings = {
  breadth: { share: 0.5, atLeast: 2 },
  schedule: { hour: 1, minute: 0, windowMs: 6 * 3_600_000, timezone: "UTC" },
  tolerate: 0.1,
};

export const targetOf = (organization: string) => ({
  interface: "donation",
  address: `https://${organization}.example.org`,
  organization,
});

export const dayOf = (day: number): string => new Date(Date.UTC(2025, 0, day)).toISOString().slice(0, 10);

/** Forty donors with these fields. */
export const shapesOf = (fields: Readonly<Record<string, unknown>>): Shapes => {
  const shapes = createShapes(documentation, { once: true });
  const items = Array.from({ length: 40 }, (_, id) => ({ id, ...fields }));
  shapes.add(answered(json({ items, total: 40 }), { label: "list" }));
  return shapes;
};

export const orderOf = (organization: string, day: number): RunOrder => ({
  organization,
  day: dayOf(day),
  run: `${organization} ${day}`,
  startedAt: `${dayOf(day)}T01:00:00.000Z`,
  seed: day,
  version: "0.0.0",
});

const endedAt = (day: string): string => `${day}T01:01:00.000Z`;

/** Begins a run. @throws Error where it cannot be begun */
export const beginRun = async (repository: RunRepository, order: RunOrder): Promise<OpenRun> => {
  const begun = await repository.begin(order);
  if (begun.kind !== "begun") throw new Error(`the run is ${begun.kind}`);
  return begun.run;
};

/** Ends a run of the donation interface. */
export const endRun = (
  repository: RunRepository,
  run: OpenRun,
  shapes: Shapes | undefined,
  failure?: { readonly cause: FailureCause; readonly reason: string },
  tried?: readonly TriedStep[],
  wrong: readonly Finding[] = [],
): Promise<EndedRun | undefined> => {
  const result = {
    target: targetOf(run.organization),
    shapes: shapes && JSON.stringify(shapes),
    requests: 7,
    findings: { error: 1, warning: 0, info: 0 },
    ...(failure === undefined ? {} : { reason: failure.reason }),
  };
  const end: RunEnd = {
    endedAt: endedAt(run.day),
    requests: 7,
    ...(failure === undefined ? {} : { failure }),
    ...(tried === undefined ? {} : { tried: { by: run.organization, steps: tried } }),
    findings: wrong,
    passed: wrong.length === 0 ? new Map([["DON-03", "whole"]]) : new Map(),
  };
  return repository.end(run, end, [result]);
};

/** A whole run of an organization on a day of January. */
export const runOn = async (
  repository: RunRepository,
  organization: string,
  day: number,
  fields: Readonly<Record<string, unknown>>,
): Promise<EndedRun> => {
  const run = await beginRun(repository, orderOf(organization, day));
  const ended = await endRun(repository, run, shapesOf(fields));
  if (ended === undefined) throw new Error("the run was not ended");
  return ended;
};
