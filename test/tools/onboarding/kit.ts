import { onTestFinished } from "vitest";
import type { Fault } from "../../../src/sandbox/faults/fault.ts";
import { type ServedSandbox, startSandbox, type ServeOptions } from "../../../src/sandbox/serve.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";

/** A user's machine beside a served sandbox: an empty folder, and the three tokens in the environment. */
export interface Desk {
  readonly served: ServedSandbox;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** `--crm URL` and so on, for some interfaces. */
  addresses(...names: readonly ("crm" | "donation" | "volunteer")[]): readonly string[];
}

export const openDesk = async (options: ServeOptions = {}): Promise<Desk> => {
  const served = await startSandbox({ scale: 30, ...options });
  onTestFinished(() => served.close());
  const { crm, donation, volunteer } = served.config.interfaces;
  const cwd = temporaryFolder();
  return {
    served,
    cwd,
    env: {
      CRM_KEY: String(crm.credentials["apiKey"]),
      DONATION_TOKEN: String(donation.credentials["token"]),
      VOLUNTEER_TOKEN: String(volunteer.credentials["token"]),
      XDG_STATE_HOME: `${cwd}/state`,
    },
    addresses: (...names) => names.flatMap((name) => [`--${name}`, served.baseUrls[name]]),
  };
};

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
