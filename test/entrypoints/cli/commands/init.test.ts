import { interfaceNames } from "../../../../src/builtin/interface-name.ts";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseAssumptions } from "../../../../src/sandbox/assumptions/assumptions.ts";
import { isNightly, someOf } from "../../../nightly.ts";
import { standIn } from "../../../stand-in.ts";
import { servedBySmallProvider, smallProvider } from "../../../onboarding/doctor/kit.ts";
import { type Workspace, openWorkspace } from "../workspace.ts";
import type { CliSetting } from "../run-cli.ts";

const file = "tripact.config.yaml";

const init = (workspace: Workspace, args: readonly string[], setting?: CliSetting) =>
  workspace.run(["init", ...args], setting);

const textIn = (workspace: Workspace, name = file): string => readFileSync(join(workspace.cwd, name), "utf8");

interface JsonFact {
  readonly status: string;
}

const judgedBy = async (workspace: Workspace): Promise<number> => {
  const { out } = await workspace.run("check --json");
  const facts: readonly JsonFact[] = JSON.parse(out).facts;
  return facts.filter(({ status }) => status !== "skipped").length;
};

test.runIf(isNightly)(
  "an address and two tokens come to more than 31 judged facts, with a target that has assumptions of its own",
  async () => {
    const assumptions = parseAssumptions([
      "U-10=prefix",
      "U-11=flat",
      "U-12=operand",
      "U-14=and-is-1",
      "U-15=permutation:3",
      "U-27=1500",
    ]);
    const workspace = await openWorkspace({ assumptions, seed: 7 });
    const { code, out } = await init(workspace, [
      ...workspace.addresses("crm", "donation"),
      "--yes",
      "--json",
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(out).requests).toBeLessThanOrEqual(40);
    expect(parse(textIn(workspace)).interfaces).toMatchObject({
      crm: {
        baseUrl: workspace.served.baseUrls.crm,
        credentials: { apiKey: "${CRM_KEY}" },
        records: { contactId: 1, webhookId: 1 },
      },
      donation: { credentials: { token: "${DONATION_TOKEN}" } },
    });
    const judged = await judgedBy(workspace);
    expect(judged).toBeGreaterThanOrEqual(31);
    expect(JSON.parse(out).facts.now).toBe(judged);
  },
);

// A usual run checks one interface.
const [asked, least] = isNightly ? [["crm", "donation"] as const, 31] : [["crm"] as const, 18];

test(`--check goes on to judge ${least} facts or more, with tokens that no variable holds`, async () => {
  const workspace = await openWorkspace();
  const prompter = {
    text: () => Promise.resolve(undefined),
    secret: (question: string) =>
      Promise.resolve(workspace.env[question.includes("CRM_KEY") ? "CRM_KEY" : "DONATION_TOKEN"]),
    confirm: () => Promise.resolve(false),
  };
  const env = { XDG_STATE_HOME: workspace.env["XDG_STATE_HOME"] ?? "" };
  const { code, out } = await init(workspace, [...workspace.addresses(...asked), "--then-check"], {
    env,
    prompter,
  });
  expect(code).toBe(0);
  expect(out).not.toContain("next: tripact check");
  expect(Number(/no violation in (\d+) of/.exec(out)?.[1])).toBeGreaterThanOrEqual(least);
});

test("--check ends with the exit code of the check, or with 3 where an interface could not be asked", async () => {
  /** A file that names the one operation to check. */
  const oneOperation = ({ cwd, served }: Workspace): void => {
    const volunteer = `volunteer: { baseUrl: ${served.baseUrls.volunteer}, credentials: { token: "\${VOLUNTEER_TOKEN}" }, operations: [listUsers] }`;
    writeFileSync(join(cwd, file), `interfaces:\n  ${volunteer}\n`);
  };
  const broken = await openWorkspace({ faults: ["user-total-is-text"] });
  oneOperation(broken);
  const { code, out } = await init(broken, ["--yes", "--then-check", "--json"]);
  expect({ code, failed: JSON.parse(out).summary.facts.failed }).toEqual({ code: 1, failed: 1 });
  const workspace = await openWorkspace();
  oneOperation(workspace);
  const some = ["--crm", "http://127.0.0.1:1", "--yes", "--then-check"];
  expect((await init(workspace, some)).code).toBe(3);
});

test.each(["crm", "donation", "volunteer"] as const)(
  "the %s interface alone is written alone, and no secret",
  async (name) => {
    const workspace = await openWorkspace();
    const { code, out, err } = await init(workspace, [...workspace.addresses(name), "--yes"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(Object.keys(parse(textIn(workspace)).interfaces)).toEqual([name]);
    expect(textIn(workspace)).not.toContain("operations:");
    const written = readdirSync(workspace.cwd, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    const all = [out, ...written.map((one) => readFileSync(join(one.parentPath, one.name), "latin1"))].join(
      "\n",
    );
    for (const key of ["CRM_KEY", "DONATION_TOKEN", "VOLUNTEER_TOKEN"])
      expect(all).not.toContain(workspace.env[key]);
  },
);

test("the file says where its schema is, and what each further key adds: uncommented, it is YAML whose keys the configuration knows", async () => {
  const workspace = await openWorkspace();
  await init(workspace, [...workspace.addresses("crm", "donation", "volunteer"), "--yes"]);
  const written = textIn(workspace);
  expect(written).toMatch(/^# yaml-language-server: \$schema=\S+config\.schema\.json\n/);
  expect(written).toContain(
    "# limitedApiKey: ${CRM_LIMITED_KEY}  # +1 fact: Valid API key whose permission group lacks",
  );
  expect(written).toContain("#   noteType: …  # +8 facts with noteId and safety.writes:");
  // The variables are listed beside it.
  expect(textIn(workspace, ".env.example")).toMatch(/^CRM_KEY=\n# CRM_LIMITED_KEY=\n/);
  const text = written.replace(/^(\s*)# (?=\s*\w+: ?\S*)(?!yaml-language)/gm, "$1");
  const { interfaces, safety } = parse(text.replace(/^(?:#|Written|tripact).*\n/gm, ""));
  expect(Object.keys(safety)).toEqual(["writes", "maxRequests"]);
  writeFileSync(join(workspace.cwd, "all.json"), JSON.stringify({ interfaces, safety }));
  const variables = textIn(workspace, ".env.example").match(/\w+(?==)/g) ?? [];
  const env = { ...workspace.env, ...Object.fromEntries(variables.map((name) => [name, "x"])) };
  const { err } = await workspace.run("check --config all.json --check users-are-listed", { env });
  expect(err).not.toContain("unknown key");
});

test("the schema of an installation is named by its path", async () => {
  const { schemaAddress } = await import("../../../../src/onboarding/init/write-config.ts");
  const installed = "/home/me/app/node_modules/tripact/dist/contract/generated/config/config.schema.json";
  const inPackage = "node_modules/tripact/dist/contract/generated/config/config.schema.json";
  expect(schemaAddress("/home/me/app/tripact.config.yaml", installed)).toBe(inPackage);
  expect(schemaAddress("/home/me/app/ci/staging.yaml", installed)).toBe(`../${inPackage}`);
  expect(schemaAddress("/home/me/elsewhere/c.yaml", installed)).toMatch(
    /^https:\/\/\S+config\.schema\.json$/,
  );
});

test("a second run adds an interface, keeps every line, and a third changes nothing", async () => {
  const workspace = await openWorkspace();
  await init(workspace, [...workspace.addresses("crm"), "--yes"]);
  const first = textIn(workspace).replace("webhookId: 1", "webhookId: 2 # ours");
  writeFileSync(join(workspace.cwd, file), first);
  expect((await init(workspace, [...workspace.addresses("volunteer"), "--yes"])).code).toBe(0);
  const second = textIn(workspace);
  const lines = second.split("\n");
  for (const line of first.split("\n")) expect(lines).toContain(line);
  expect(parse(second).interfaces.volunteer.records).toEqual({ userId: 1 });
  const { out } = await init(workspace, ["--yes"]);
  expect(out).toContain("nothing new to write");
  expect(textIn(workspace)).toBe(second);
});

test("an interface that refuses its token is named and not written; the others are", async () => {
  const workspace = await openWorkspace();
  const env = { ...workspace.env, DONATION_TOKEN: "wrong-token" };
  const { code, out } = await init(workspace, [...workspace.addresses("crm", "donation"), "--yes"], { env });
  expect(code).toBe(3);
  expect(out).toContain("donation.credentials.token was refused (401). Check DONATION_TOKEN.");
  expect(Object.keys(parse(textIn(workspace)).interfaces)).toEqual(["crm"]);
});

const smallProviders = [
  ["asks for a credential first", true],
  ["answers 404 to everybody", false],
] as const;

test.each(someOf(smallProviders, 2))(
  "a small provider that %s: what it does not serve is left out",
  async (_, asksFirst) => {
    const workspace = await openWorkspace({ faults: [smallProvider(asksFirst)] });
    const { code } = await init(workspace, [...workspace.addresses("crm", "donation", "volunteer"), "--yes"]);
    expect(code).toBe(0);
    const { crm, donation, volunteer } = parse(textIn(workspace)).interfaces;
    const named: readonly string[] = [
      ...crm.operations,
      ...donation.operations,
      ...(volunteer.operations ?? []),
    ];
    expect(named).toEqual(expect.arrayContaining(servedBySmallProvider.slice(0, 5)));
    for (const missing of ["listGifts", "listPremiums", "getContactByReference"])
      expect(named).not.toContain(missing);
    // Reading does not show whether they are served, so they stay due.
    expect(named).toEqual(expect.arrayContaining(["replaceContactNote", "replaceCampaign"]));
    expect(volunteer.operations).toBe(undefined);
  },
);

const donationWrites = ["replaceCampaign", "replaceProject", "replaceSegment"];

test.each([
  ["one list", ["listDonors"], ["donation"]],
  [
    "a few reads of each interface",
    [
      "listContactMethodTypes",
      "getContactByReference",
      "listUsers",
      "getUser",
      "listCampaigns",
      "queryCampaigns",
      "getQueryOptions",
      "getQueryList",
    ],
    interfaceNames,
  ],
] as const)(
  "a provider of %s: nothing that it does not serve is left due for want of requests",
  async (_, served, asked) => {
    const workspace = await openWorkspace({ faults: [smallProvider(false, served)] });
    await init(workspace, [...workspace.addresses(...asked), "--yes"]);
    const { operations } = parse(textIn(workspace)).interfaces.donation;
    expect(operations.toSorted()).toEqual(
      [...served.filter((id) => /Donors|Campaigns|Query/.test(id)), ...donationWrites].toSorted(),
    );
  },
);

test("at a terminal what is missing is asked for, and a secret that is entered is written nowhere", async () => {
  const workspace = await openWorkspace();
  const questions: string[] = [];
  const answer = (of: (question: string) => string) => (question: string) => {
    questions.push(question);
    return Promise.resolve(of(question));
  };
  const secret = workspace.env["CRM_KEY"] ?? "";
  const prompter = {
    text: answer((question) => (question.includes("the CRM") ? workspace.served.baseUrls.crm : "")),
    secret: answer(() => secret),
    confirm: () => Promise.resolve(false),
  };
  const env = { XDG_STATE_HOME: workspace.env["XDG_STATE_HOME"] ?? "" };
  const { code, out } = await init(workspace, [], { env, prompter });
  expect(code).toBe(0);
  // An address for each, and the key of the one that has an address.
  expect(questions).toHaveLength(interfaceNames.length + 1);
  expect(out).toContain("set CRM_KEY before the next run");
  expect(out + textIn(workspace)).not.toContain(secret);
  const before = textIn(workspace);
  await init(workspace, workspace.addresses("volunteer"), { prompter });
  expect(textIn(workspace)).toBe(before);
});

test("nothing is asked of a target before the questions are answered", async () => {
  const workspace = await openWorkspace();
  const nothing = () => Promise.resolve(undefined);
  const { code, err } = await init(workspace, [], {
    prompter: { text: nothing, secret: nothing, confirm: nothing },
  });
  expect([code, err]).toEqual([130, "tripact: interrupted: nothing was written\n"]);
});

test("a spent hour is exit code 4, and the output says how long to wait, and what to do then", async () => {
  const workspace = await openWorkspace();
  writeFileSync(join(workspace.cwd, file), "safety: { perHour: 2 }\n");
  const args = [...workspace.addresses("crm", "volunteer"), "--yes"];
  const first = await init(workspace, args);
  expect([first.code, Object.keys(parse(textIn(workspace)).interfaces)]).toEqual([4, ["crm"]]);
  const before = textIn(workspace);
  const { code, out, err } = await init(workspace, args);
  expect([code, err]).toEqual([
    4,
    "tripact: the budget of 2 requests an hour (safety.perHour) is spent; requests are free again in 60 minutes\n",
  ]);
  expect(out).not.toContain("Check interfaces.");
  expect(textIn(workspace)).toBe(before);
});

test("the address of a website is no interface: it is not written, and the output says what to check", async () => {
  const workspace = await openWorkspace();
  const { origin } = await standIn((response) =>
    response.setHeader("content-type", "text/html").end("<html>Welcome</html>"),
  );
  const { code, out } = await init(workspace, ["--volunteer", origin, "--yes"]);
  expect([code, existsSync(join(workspace.cwd, file))]).toEqual([3, false]);
  expect(out).toContain("no answer is JSON, as those of a website are. Check interfaces.volunteer.baseUrl.");
});

test("an address that is no plain text in YAML is written in quotes", async () => {
  const workspace = await openWorkspace();
  const [flag = "", baseUrl = ""] = workspace.addresses("volunteer");
  const { code } = await init(workspace, [flag, `${baseUrl}/,[x]:`, "--yes", "--config", "odd.yaml"]);
  expect(code).toBe(3);
  expect((await init(workspace, [flag, baseUrl, "--yes", "--config", "plain.yaml"])).code).toBe(0);
  expect(textIn(workspace, "plain.yaml")).toContain(`baseUrl: ${baseUrl}\n`);
});
