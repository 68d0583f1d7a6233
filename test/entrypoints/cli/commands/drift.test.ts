import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readOnly } from "../../../../src/monitoring/run/read-target.ts";
import type { DriftReport } from "../../../../src/core/model/drift.ts";
import type { Report } from "../../../../src/core/model/report.ts";
import type { Fault } from "../../../../src/builtin/faults/fault.ts";
import type { Target } from "../../../../src/core/run/target.ts";
import { standIn } from "../../../stand-in.ts";
import { someOf } from "../../../nightly.ts";
import { openWorkspace } from "../workspace.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** The volunteer interface alone: few requests make a run of it. */
const serveVolunteer = async (safety: object = { maxRequests: 40 }, more: object = {}) => {
  const workspace = await openWorkspace({ scale: 20 });
  workspace.configure({ only: ["volunteer"], safety, ...more });
  const drift = (...args: readonly string[]) => workspace.run(["drift", "--store", "s.sqlite", ...args]);
  return { ...workspace, drift };
};

const reportIn = (out: string): DriftReport =>
  // What `drift --json` prints is such a report.
  JSON.parse(out) as DriftReport;

describe("tripact drift", () => {
  it("makes the first night the baseline, compares the next, and never takes an outage for no drift", async () => {
    const { cwd, drift, close } = await serveVolunteer();
    const first = await drift("--seed", "1");
    expect([first.code, first.err]).toEqual([0, ""]);
    expect(first.out).toContain("the first run, with which later ones are compared");

    const second = await drift("--seed", "2", "--json");
    expect([second.code, second.err]).toEqual([0, ""]);
    const report = reportIn(second.out);
    expect(
      report.results.map(({ target, night, drift: changes }) => [target.interface, night.status, changes]),
    ).toEqual([["volunteer", "compared", []]]);
    expect(report.results[0]?.night.answers).toBeGreaterThan(10);

    await close();
    const third = await drift("--report", "html=r.html");
    expect(third.code).toBe(3);
    expect(third.out).toContain("failed run: no answer: the address cannot be reached (ECONNREFUSED)");
    expect(third.out).not.toContain("no drift");
    expect(readFileSync(join(cwd, "r.html"), "utf8")).toContain("History of drift");

    const history = await drift("--history");
    expect(history.code).toBe(0);
    expect(history.out).toMatch(/1 .* baseline\n.*2 .* 0 new.*\n.*3 .* failed: no answer/);
    expect(history.out).toMatch(/listUsers\n\s+1 .*200×/);
    const asJson: unknown = JSON.parse((await drift("--history", "--json")).out);
    expect(asJson).toHaveProperty("histories.0.nights.2.status", "failed");

    const ask = (...args: readonly string[]) => drift("--history", "--operation", "listUsers", ...args);
    const field = await ask("--field", "data.id");
    expect(field.out).toMatch(
      /listUsers 200 \/data\/\*\/id .*\n\s+1 .* in \d+ of \d+, integer \d+\n.*\n\s+3 .* failed: no answer/,
    );
    const fieldJson: unknown = JSON.parse((await ask("--field", "data.id", "--json")).out);
    expect(fieldJson).toHaveProperty("histories.0.fields.0.nights.1.night", 2);
    expect(fieldJson).toHaveProperty("histories.0.releases", []);
    expect((await ask()).out).toMatch(/200 \/data\/\*\/id  in \d+ of \d+/);
    expect((await ask("--field", "data.id", "--report", "html=h.html")).code).toBe(0);
    expect(readFileSync(join(cwd, "h.html"), "utf8")).toContain("listUsers 200 /data/*/id");
    for (const [args, message] of [
      [["--report", "json=h.json"], "--history writes one page"],
      [["--field", "data.ids"], "no run has seen a field data.ids in listUsers (did you mean data.id?)"],
      [["--operation", "listUser"], "there is no operation listUser (did you mean listUsers?)"],
      [["--since", "soon"], "--since: soon is not a day"],
      [["--organization", "defalt"], "the store has no run of defalt (did you mean default?)"],
    ] as const) {
      const { code, out, err } = await ask(...args);
      expect([code, out]).toEqual([2, ""]);
      expect(err).toContain(message);
    }
  });

  it("goes on where the last run of the organization left off", async () => {
    const { cwd, drift } = await serveVolunteer({ maxRequests: 10 });
    const turnOf = async (...args: readonly string[]): Promise<unknown> => {
      expect((await drift("--seed", "7", "--report", "json=r.json", ...args)).err).toBe("");
      const { run }: { readonly run: object } = JSON.parse(readFileSync(join(cwd, "r.json"), "utf8"));
      return "turn" in run && run.turn;
    };
    expect([await turnOf(), await turnOf(), await turnOf("--organization", "north")]).toEqual([1, 2, 1]);
  });

  it("keeps what a spent budget let it see, and says so", async () => {
    const { drift } = await serveVolunteer({ maxRequests: 12 });
    const { code, out } = await drift("--seed", "1");
    expect(code).toBe(4);
    expect(out).toContain("the budget of 12 requests (safety.maxRequests) is spent");
    const history: unknown = JSON.parse((await drift("--history", "--json")).out);
    expect(history).toHaveProperty("histories.0.nights.0.reason");
  });

  it("says of an interface that the budget left unasked that the budget is spent, not that it is down", async () => {
    const { configure, drift } = await serveVolunteer();
    configure({ only: ["donation", "volunteer"], safety: { maxRequests: 1 } });
    const { code, out } = await drift("--seed", "1", "--json");
    expect(code).toBe(4);
    const failed = reportIn(out).results.filter(({ night }) => night.status === "failed");
    expect(failed.map(({ night }) => night.reason)).toEqual(
      failed.map(() => "the budget of 1 requests (safety.maxRequests) is spent"),
    );
    expect(failed.length).toBeGreaterThanOrEqual(1);
  });

  it("brings issues up to date through the API, and says where it could not", async () => {
    const { received, origin } = await standIn((response, at) =>
      response.writeHead(at === 0 ? 200 : 403, { "content-type": "application/json" }).end("[]"),
    );
    const { run } = await serveVolunteer({ maxRequests: 12 });
    const args = `drift --store s.sqlite --issues o/n --api ${origin}/`;
    const first = await run(args, { env: { GITHUB_TOKEN: "token-of-the-test" } });
    expect(first.err).toBe("tripact: issues of o/n: 0 opened, 0 updated, 0 reopened, 0 closed\n");
    expect(received).toMatchObject([
      {
        method: "GET",
        path: expect.stringMatching(/^\/repos\/o\/n\/issues\?/),
        headers: { authorization: "Bearer token-of-the-test" },
      },
    ]);
    const second = await run(args, { env: { GITHUB_TOKEN: "token-of-the-test" } });
    expect(second.err).toContain(
      "the issues of o/n could not be updated: GET of issues was answered with 403",
    );
    expect(first.out + second.out + second.err).not.toContain("token-of-the-test");
  });

  it("alerts whom the configuration names, once, and says where it could not", async () => {
    const { received, origin } = await standIn();
    const paths = () => received.map(({ path }) => path);
    const mail = { server: "smtp://127.0.0.1:1", username: "u", password: "the-secret", from: "a@b.org" };
    const notify = {
      slack: [{ url: `${origin}/slack/the-secret` }],
      heartbeat: [{ url: `${origin}/beat` }],
      email: [{ ...mail, to: ["c@d.org"], on: ["gone"] }],
    };
    const { cwd, configure, drift, run, close } = await serveVolunteer(undefined, { notify });
    expect(await drift()).toMatchObject({ code: 0, err: "" });
    expect(paths()).toEqual(["/beat"]);
    configure({ only: ["volunteer"], safety: { maxRequests: 12 }, notify });
    for (const _ of ["once", "not again"]) expect(await drift()).toMatchObject({ code: 4, err: "" });
    expect(paths()).toEqual(["/beat", "/slack/the-secret"]);
    expect(received[1]?.body).toContain("the run is incomplete");
    await close();
    for (const _ of ["once", "not again"]) expect(await drift()).toMatchObject({ code: 3, err: "" });
    expect(paths().slice(2)).toEqual(["/slack/the-secret"]);
    expect(received[2]?.body).toContain("volunteer could not be read");

    configure({ only: ["volunteer"], notify: { slack: [{ url: "http://127.0.0.1:1/the-secret" }] } });
    expect((await run("drift --store other.sqlite")).err).toBe(
      "tripact: notify.slack.0: the address cannot be reached (ECONNREFUSED); 1 message left to the next run\n",
    );
    expect(readFileSync(join(cwd, "s.sqlite"), "latin1")).not.toContain("the-secret");
  });

  it("alerts of an error that the baseline does not list, once, and sends no heartbeat until it is listed", async () => {
    const { received, origin } = await standIn();
    const notify = { slack: [{ url: `${origin}/slack` }], heartbeat: [{ url: `${origin}/beat` }] };
    const { configure, run } = await openWorkspace({ scale: 20, faults: ["user-total-is-text"] });
    const config = { only: ["volunteer"], safety: { maxRequests: 40 }, notify } as const;
    configure(config);
    const drift = () => run("drift --store s.sqlite --seed 1");
    for (const _ of ["once", "not again"]) expect(await drift()).toMatchObject({ code: 1, err: "" });
    expect(received.map(({ path }) => path)).toEqual(["/slack"]);
    expect(received[0]?.body).toContain(
      "breaking: volunteer: /meta/total is a number written as text where an integer is stated.",
    );
    expect(received[0]?.body).toContain(
      "At volunteer listUsers /meta/total: expected integer, actual a number written as text.",
    );

    const finding = "user-page-fields,user-list-answers-are-documented,users-are-listed";
    expect((await run(`check --check ${finding} --write-baseline known.json`)).code).toBe(0);
    configure({ ...config, baseline: "known.json" });
    expect((await drift()).code).toBe(0);
    expect(received.map(({ path }) => path)).toEqual(["/slack", "/beat"]);
  });

  it.each(
    someOf(
      [
        ["half of the answers are 500", 2, 500],
        ["all answers are 503", 1, 503],
      ] as const,
      2,
    ),
  )("cannot judge an outage: %s", async (_, every, status) => {
    const { received, origin } = await standIn();
    let asked = 0;
    const outage: Fault = {
      id: "outage",
      fact: "VOL-01",
      grade: "gross",
      title: "the target is down, or nearly so",
      wrap: (next) => async (incoming) => {
        asked += 1;
        if (asked % every !== 0) return next(incoming);
        return { status, headers: new Headers({ "content-type": "text/html" }), body: "<p>down</p>" };
      },
    };
    const { configure, run } = await openWorkspace({ scale: 20, faults: [outage] });
    configure({
      only: ["donation"],
      safety: { maxRequests: 30, maxWaitMs: 2000 },
      notify: { slack: [{ url: `${origin}/slack` }], heartbeat: [{ url: `${origin}/beat` }] },
    });
    const { code, out } = await run("drift --store s.sqlite --seed 1");
    expect(code).toBe(3);
    expect(out).toMatch(/^donation .* failed run: /m);
    expect(out).not.toMatch(/finding|baseline/);
    expect(received.map(({ path }) => path)).toEqual(["/slack"]);
    expect(received[0]?.body).toContain("donation could not be read");
    const checked = await run("check --seed 1 --json --check page-total-is-stable,page-envelope");
    const { findings, facts }: Report = JSON.parse(checked.out);
    expect([checked.code, findings]).toEqual([3, []]);
    expect(facts.filter((fact) => fact.status !== "skipped")).toEqual([]);
  });

  it("writes metrics into a file, and sends them where the environment says", async () => {
    const { received, origin } = await standIn((response, at) =>
      response.writeHead(at === 0 ? 200 : 503).end(),
    );
    const { cwd, run } = await serveVolunteer({ maxRequests: 12 });
    const send = () =>
      run("drift --store s.sqlite --metrics tripact.prom", { env: { OTEL_EXPORTER_OTLP_ENDPOINT: origin } });
    expect(await send()).toMatchObject({ code: 4, err: "" });
    const text = readFileSync(join(cwd, "tripact.prom"), "utf8");
    expect(text).toContain(
      'tripact_drift_last_run_success{interface="volunteer",organization="default"} 1\n',
    );
    expect(text).toMatch(/^tripact_drift_operations\{.*latency="[^"]+"\} \d+$/m);
    expect(text.split("\n").every((line) => /^(#.*|\w+(\{.*\})? [\d.]+|)$/.test(line))).toBe(true);
    const [{ path, headers, body } = {}] = received;
    expect([path, headers?.["content-type"]]).toEqual(["/v1/metrics", "application/json"]);
    expect(JSON.parse(body ?? "")).toHaveProperty("resourceMetrics.0.scopeMetrics.0.metrics.0.gauge");
    expect(await send()).toMatchObject({
      code: 4,
      err: "tripact: the metrics could not be sent: it was answered with 503\n",
    });
  });

  it("annotates for GitHub and appends to the summary of the step", async () => {
    const { cwd, close, run } = await serveVolunteer();
    await close();
    const summary = join(cwd, "summary.md");
    const { code, out } = await run("drift --store s.sqlite --github", {
      env: { GITHUB_STEP_SUMMARY: summary },
    });
    expect(code).toBe(3);
    expect(out).toContain(
      "::error title=volunteer could not be read::volunteer could not be read: no answer",
    );
    expect(readFileSync(summary, "utf8")).toContain("volunteer could not be read: no answer");
  });

  it("has no history before the first run, and creates nothing", async () => {
    const cwd = temporaryFolder();
    const result = await runCli("drift --history", { cwd, env: { XDG_STATE_HOME: join(cwd, "state") } });
    expect(result).toMatchObject({ code: 0, out: expect.stringContaining("no run yet\n") });
    expect(readdirSync(cwd)).toEqual([]);
  });
});

it("a night refuses every write, whatever the target would let pass", async () => {
  const sent: string[] = [];
  const open: Target = {
    kind: "live",
    interfaces: ["donation"],
    baseUrls: {},
    shownUrls: {},
    allowWrites: true,
    concurrency: 1,
    budget: 10,
    setting: () => undefined,
    has: () => false,
    secret: () => undefined,
    secretName: () => "",
    now: () => 0,
    requests: () => 0,
    close: async () => undefined,
    transport: async ({ operation }) => {
      sent.push(operation);
      return { kind: "response", status: 200, headers: {}, body: { kind: "empty" }, elapsedMs: 1 };
    },
  };
  const target = readOnly(open);
  const request = {
    interface: "donation",
    method: "PUT",
    url: "https://x.example/",
    headers: {},
    pathParameters: {},
    asItComes: false,
  } as const;
  expect(target.allowWrites).toBe(false);
  expect(await target.transport({ ...request, operation: "replaceCampaign", effect: "write" })).toMatchObject(
    {
      kind: "failure",
      stop: "safety",
    },
  );
  await target.transport({ ...request, operation: "listDonors", effect: "read", method: "GET" });
  expect(sent).toEqual(["listDonors"]);
});
