import { expect, test } from "vitest";
import type { Fault } from "../../../src/sandbox/faults/fault.ts";
import type { Report } from "../../../src/harness/model/report.ts";
import { type Workspace, openWorkspace } from "./workspace.ts";

const check = async (
  workspace: Workspace,
  tokens: Readonly<Record<string, string>>,
  { selected, ofDonation = {} }: { readonly selected: string; readonly ofDonation?: object },
) => {
  const { crm, donation } = workspace.served.baseUrls;
  const interfaces = {
    crm: { baseUrl: crm, credentials: { apiKey: "${CRM_KEY}" } },
    donation: { baseUrl: donation, credentials: { token: "${DONATION_TOKEN}" }, ...ofDonation },
  };
  workspace.configure({ interfaces });
  const { code, out } = await workspace.run(`check --json ${selected}`, {
    env: { ...workspace.env, ...tokens },
  });
  const report: Report = JSON.parse(out);
  return { code, report };
};

test("a refused main credential is named, none of its interface's facts is blamed, and the others are judged", async () => {
  const { code, report } = await check(
    await openWorkspace({ scale: 5 }),
    { DONATION_TOKEN: "wrong" },
    { selected: "--check page-total-is-stable,contact-method-types-are-listed" },
  );
  expect(code).toBe(3);
  expect(report.findings).toEqual([]);
  const message = "donation.credentials.token was refused (401). Check DONATION_TOKEN.";
  const fact = report.facts.find(({ id }) => id === "DON-03");
  expect(fact).toMatchObject({ status: "skipped", reason: message });
  expect(report.run.stopped).toContain(message);
  expect(report.facts.find(({ id }) => id === "CRM-23")?.status).toBe("passed");
});

test("an endpoint that refuses a good credential is the provider's mistake", async () => {
  const listRefuses: Fault = {
    id: "list-refuses",
    fact: "DON-01",
    grade: "gross",
    title: "the list of donors refuses everybody",
    wrap: (next) => async (incoming) =>
      incoming.operation === "listDonors"
        ? { status: 401, headers: new Headers({ "content-type": "application/json" }), body: "{}" }
        : next(incoming),
  };
  const { code, report } = await check(
    await openWorkspace({ scale: 5, faults: [listRefuses] }),
    {},
    { selected: "--interface donation", ofDonation: { operations: ["listDonors", "listGifts"] } },
  );
  expect(code).toBe(1);
  expect(report.findings.map((finding) => finding.operation)).toContain("listDonors");
});
