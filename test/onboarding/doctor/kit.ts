import type { Fault } from "../../../src/builtin/faults/fault.ts";

/** What a small provider serves. */
export const servedBySmallProvider = [
  "listContactMethodTypes",
  "getContact",
  "listDonors",
  "listCampaigns",
  "queryDonors",
  "listUsers",
  "getUser",
];

const nowhere = JSON.stringify({ message: "Not Found" });

/** A provider of some operations. What it does not serve it answers 404, whoever asks, or once it knows who asks. */
export const smallProvider = (
  asksFirst = false,
  served: readonly string[] = servedBySmallProvider,
): Fault => ({
  id: "small-provider",
  fact: "GEN-03",
  grade: "gross",
  title: "serves some operations",
  wrap: (next) => async (incoming) => {
    if (incoming.operation !== undefined && served.includes(incoming.operation)) return next(incoming);
    const isKnown = incoming.headers.get("authorization")?.startsWith("Bearer ") === true;
    const headers = new Headers({ "content-type": "application/json" });
    return asksFirst && !isKnown
      ? { status: 401, headers, body: nowhere }
      : { status: 404, headers, body: nowhere };
  },
});
