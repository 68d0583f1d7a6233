import { describe, expect, test } from "vitest";
import { contract } from "../../../src/inputs/contract.ts";
import type { Report } from "../../../src/core/model/report.ts";
import type { FinalOutcome, WireRequest } from "../../../src/core/model/transport.ts";
import { createSandbox, inProcessOrigin } from "../../../src/sandbox/sandbox.ts";
import { isNightly } from "../../nightly.ts";
import { reportOf } from "../../report-of.ts";
import { sandboxRun, sandboxTarget } from "../../sandbox-run.ts";
import { answer } from "./kit.ts";

/** A small provider: what it serves, and nothing else. */
const served = ["listDonors", "listCampaigns", "queryDonors", "getQueryOptions"] as const;

const patterns = served.map((id) => {
  const { method, path } = contract.operations[id] ?? { method: "", path: "" };
  return new RegExp(`^${method} .*/donation${path.replace(/\{\w+\}/g, "[^/]+")}(?:\\?|$)`);
});

const routed = ({ interface: name, method, url }: WireRequest): boolean =>
  name !== "donation" || patterns.some((pattern) => pattern.test(`${method} ${url}`));

/** Searches for sequences ask for nothing that the others do not ask for. */
const asking = isNightly ? contract.checks : contract.checks.filter((check) => !("explore" in check));

const reportFor = async (
  answerElse: (request: WireRequest) => FinalOutcome,
  declared?: readonly string[],
  {
    interfaces = ["donation"],
    only,
  }: { readonly interfaces?: readonly string[]; readonly only?: string } = {},
): Promise<{ report: Report; asked: ReadonlySet<string> }> => {
  const sandbox = createSandbox({ seed: 1, scale: 20 });
  const target = sandboxTarget(sandbox, inProcessOrigin);
  const asked = new Set<string>();
  const events = await sandboxRun(sandbox, {
    target: {
      ...target,
      interfaces,
      setting: (path) => (path === "donation.operations" ? declared : target.setting(path)),
      transport: (request, signal) => {
        if (request.interface === "donation" && request.toSandbox === undefined) asked.add(request.operation);
        return routed(request) ? target.transport(request, signal) : Promise.resolve(answerElse(request));
      },
    },
    chosen: only === undefined ? asking : contract.checks.filter(({ id }) => id === only),
  });
  return { report: await reportOf(events), asked };
};

const notFound = (): FinalOutcome => answer(404, { message: "Not Found" });

const linesOf = ({ findings }: Report): readonly string[] =>
  findings.map(({ fact, severity, message }) => `${fact} ${severity} ${message.split(". ")[0]}`);

describe("operations that are due and not served", () => {
  test("have no consequences for a check that asks them with other credentials alone", async () => {
    const { report } = await reportFor(notFound, undefined, {
      interfaces: ["crm", "donation"],
      only: "credentials-are-not-interchangeable",
    });
    expect(linesOf(report).filter((one) => !one.includes("is not served"))).toEqual([]);
    expect(report.facts.find(({ id }) => id === "GEN-04")?.status).toBe("failed");
  });

  test("are one error each, of their own fact, and have no consequences, whether by 404 or 405", async () => {
    const statusOf = (id = ""): number => (/^(?:replace|listP)/.test(id) ? 405 : 404);
    const { report } = await reportFor(({ operation }) =>
      answer(statusOf(operation), { message: "There is no such thing" }),
    );
    expect(linesOf(report).toSorted()).toEqual(
      [
        ["DON-04", "listGifts"],
        ["DON-09", "listCustomFields"],
        ["DON-09", "listPremiums"],
        ["DON-09", "listProjects"],
        ["DON-10", "queryCampaigns"],
        ["DON-10", "queryGifts"],
        ["DON-10", "queryRecurringGifts"],
        ["DON-10", "querySegments"],
        ["DON-16", "getQueryList"],
        ["DON-17", "replaceCampaign"],
        ["DON-17", "replaceProject"],
        ["DON-17", "replaceSegment"],
      ].map(([fact, id]) => `${fact} error ${id} is not served: ${statusOf(id)} whatever is asked`),
    );
    expect(report.findings[0]?.message).toMatch(
      /name the served operations under interfaces\.donation\.operations$/,
    );
    expect(report.facts.find(({ id }) => id === "DON-03")?.status).toBe("passed");
  });

  test("are no finding where the configuration names the others, and are not asked", async () => {
    const { report, asked } = await reportFor(notFound, served);
    expect(linesOf(report)).toEqual([]);
    expect([...asked].toSorted()).toEqual([...served].toSorted());
    const skipped = report.facts.filter(({ reason }) => reason?.includes("not served"));
    expect(skipped.map(({ id }) => id)).toContain("DON-09");
    expect(skipped.find(({ id }) => id === "DON-09")?.reason).toMatch(
      /not served: listCustomFields, listPremiums, listProjects(;|$)/,
    );
  });
});
