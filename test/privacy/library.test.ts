import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import {
  acceptDrift,
  check,
  discover,
  doctor,
  drift,
  driftHistory,
  exportShape,
  init,
  observe,
  operationHistory,
  replay,
  restore,
  type Run,
  startProxy,
  verify,
} from "../../src/index.ts";
import { listening } from "../listening.ts";
import { isNightly } from "../nightly.ts";
import { modes } from "./modes.ts";
import { pacts } from "./pacts.ts";
import { record } from "./recording.ts";
import { setStage, type Stage } from "./stage.ts";

/** What every verb gets: nothing of this process, the folder of the stage, and the configuration of its target. */
const asking = ({ folder }: Stage) => ({ cwd: folder, env: {}, config: "c.json" });

/** What a verb gets that runs against a target. */
const around = (stage: Stage) => ({ ...asking(stage), stateFolder: join(stage.folder, "state") });

const textOf = (value: unknown): string => `${JSON.stringify(value)}\n${inspect(value, { depth: 12 })}`;

/** Reads a run as a program does, and records all that it hands out. */
const read = async <Event extends object, Result>(stage: Stage, verb: string, run: Run<Event, Result>) => {
  const events: Event[] = [];
  for await (const event of run) events.push(event);
  const result = await run.result;
  for (const event of events) stage.record(`event of ${verb}`, textOf(event));
  stage.record(`result of ${verb}`, textOf(result));
  return { events, result };
};

/** Passes a request on as it is. */
const forward = async (request: IncomingMessage, url: string, response: ServerResponse): Promise<void> => {
  const body = await Array.fromAsync(request);
  const { host: _, ...headers } = request.headers;
  const answer = await fetch(url, {
    method: request.method ?? "GET",
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
    ...(body.length === 0 ? {} : { body: Buffer.concat(body) }),
  });
  response.writeHead(answer.status, [...answer.headers].flat());
  response.end(Buffer.from(await answer.arrayBuffer()));
};

const recordResult = async (stage: Stage, verb: string, result: unknown): Promise<void> =>
  stage.record(`result of ${verb}`, textOf(await result));

const authorizedBy = (token = "") => ({ headers: { authorization: `Bearer ${token}` } });

/** What a client asks of each interface. */
const paths: Readonly<Record<string, string>> = {
  crm: "/api/ContactMethod/Types",
  donation: "/api/Donor/list?Take=2",
  volunteer: "/users?per_page=2",
};

/** Each verb that talks to a target or reads what a target said, and how many exchanges its events show at least. */
const verbs: Readonly<Record<string, (stage: Stage) => Promise<unknown>>> = {
  async check(stage) {
    const { events } = await read(stage, "check", check({ ...around(stage), exchanges: true }));
    expect(events.filter(({ type }) => type === "exchange").length).toBeGreaterThan(10);
  },
  async drift(stage) {
    const options = { ...around(stage), store: "s.sqlite" };
    const { events, result } = await read(
      stage,
      "drift",
      drift({ ...options, exchanges: true, withHistory: true }),
    );
    expect(events.filter(({ type }) => type === "exchange").length).toBeGreaterThan(10);
    const history = { cwd: stage.folder, store: "s.sqlite" };
    await recordResult(stage, "driftHistory", driftHistory(history));
    await recordResult(stage, "operationHistory", operationHistory({ ...history, operation: "listDonors" }));
    await recordResult(stage, "exportShape", exportShape({ ...history, file: "shape.json" }));
    const [change] = result.report?.results.flatMap(({ drift: changes }) => changes) ?? [];
    if (change !== undefined)
      await recordResult(
        stage,
        "acceptDrift",
        acceptDrift({ ...history, fingerprints: [change.fingerprint] }),
      );
  },
  async replay(stage) {
    const { report } = await check({ ...around(stage), facts: ["DON-01", "DON-18"] }).result;
    for (const { fingerprint } of report.findings.slice(0, 3))
      await read(stage, "replay", replay({ ...around(stage), fingerprint, report }));
  },
  async discover(stage) {
    await recordResult(stage, "discover", discover({ ...around(stage), budget: 40 }));
  },
  async doctor(stage) {
    await recordResult(stage, "doctor", doctor(around(stage)));
  },
  async init(stage) {
    const { donation } = JSON.parse(readFileSync(join(stage.folder, "c.json"), "utf8")).interfaces;
    const { cwd } = around(stage);
    await recordResult(
      stage,
      "init",
      init({
        cwd,
        env: { DONATION_TOKEN: donation.credentials.token },
        config: "new.yaml",
        donation: donation.baseUrl,
      }),
    );
  },
  async observe(stage) {
    stage.give("c.har", await record(stage.target, stage.plant));
    await read(stage, "observe", observe({ ...asking(stage), recordings: ["c.har"] }));
  },
  async restore(stage) {
    await read(stage, "restore", restore(around(stage)));
  },
  async startProxy(stage) {
    const proxy = await startProxy({ ...asking(stage), exchanges: true });
    const reading = read(stage, "startProxy", proxy.run);
    for (const { name, baseUrl } of proxy.addresses)
      await (await fetch(`${baseUrl}${paths[name]}`, authorizedBy(stage.target.tokens[name]))).text();
    await proxy.close();
    await reading;
  },
  async verify(stage) {
    const files = pacts(stage.interfaces);
    for (const [name, text] of Object.entries(files)) stage.give(name, text);
    await read(stage, "verify", verify({ ...around(stage), files: Object.keys(files) }));
  },
};

describe("no value and no secret is handed out", () => {
  test.each(
    Object.entries(verbs).flatMap(([verb, perform]) =>
      Object.keys(modes)
        .filter((mode) => isNightly || mode === "adds")
        // A dialect is what the options endpoint names, and these modes put values in the place of names.
        .filter((mode) => verb !== "discover" || !["texts", "types"].includes(mode))
        .map((mode) => [verb, mode, perform] as const),
    ),
  )("by an event or the result of %s, of a target that %s", async (verb, name, perform) => {
    const mode = modes[name];
    if (mode === undefined) throw new Error(`no mode ${name}`);
    const stage = await setStage({ mode, interfaces: "donation", budget: 40 });
    await perform(stage);
    // Nothing of a recording or a journal is asked.
    expect(stage.target.requests()).toBeGreaterThan(verb === "restore" ? -1 : 0);
    expect(stage.written().length).toBeGreaterThan(1);
    expect(stage.leaks().slice(0, 20)).toEqual([]);
  });
});

test("the path of a base address that is in a variable is neither handed out nor stored nor printed", async () => {
  const adds = modes["adds"];
  if (adds === undefined) throw new Error("no mode");
  const stage = await setStage({ mode: adds, interfaces: "donation", budget: 60 });
  const { interfaces, safety } = JSON.parse(readFileSync(join(stage.folder, "c.json"), "utf8"));
  const tenant = "zqsmith";
  const front = createServer((request, response) => {
    const url = `${stage.target.origin}${request.url?.replace(`/${tenant}`, "")}`;
    void forward(request, url, response);
  });
  const origin = await listening(front);
  const path = new URL(interfaces.donation.baseUrl).pathname;
  const baseUrl = `${origin}/\${TENANT}${path}`;
  stage.give(
    "t.json",
    JSON.stringify({ interfaces: { donation: { ...interfaces.donation, baseUrl } }, safety }),
  );
  const options = { ...around(stage), config: "t.json", env: { TENANT: tenant } };
  const { result: checked } = await read(stage, "check", check({ ...options, exchanges: true }));
  expect(checked.report.run.targets["donation"]).toBe(`${origin}/\${TENANT}${path}`);
  expect(checked.report.summary.requests).toBeGreaterThan(10);
  const { result: drifted } = await read(
    stage,
    "drift",
    drift({ ...options, store: "s.sqlite", exchanges: true }),
  );
  expect(drifted.report?.results[0]?.target.address).toBe(`${origin}/\${TENANT}${path}`);
  await recordResult(stage, "doctor", doctor(options));
  for (const line of [
    "check --config t.json --report html=r.html --report har=r.har",
    "doctor --config t.json",
  ])
    await stage.run(line, { env: { TENANT: tenant } });
  const held = stage
    .written()
    .flatMap(([where, text]) => (text.toLowerCase().includes(tenant) ? [where] : []));
  expect(held).toEqual([]);
});
