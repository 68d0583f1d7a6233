import { throughOutages } from "../database/outage.ts";
import type { RunFailure } from "../../history/run-repository.ts";
import { type OrganizationCheck, keep, orderOf, type RunContext } from "./check-organization.ts";

/** Stores a run that failed before anything was read. */
export const keepFailure = async (
  organization: string,
  day: string,
  failure: RunFailure,
  context: Pick<RunContext, "keeper" | "clock" | "version">,
): Promise<Exclude<OrganizationCheck, { readonly kind: "wait" }>> => {
  const { keeper, clock } = context;
  const begun = await throughOutages(() => keeper.begin(orderOf(organization, day, context)), clock);
  if (begun.kind !== "begun") return begun;
  const endedAt = new Date(clock.now()).toISOString();
  return keep(begun.run, { end: { endedAt, requests: 0, failure }, results: [] }, context);
};
