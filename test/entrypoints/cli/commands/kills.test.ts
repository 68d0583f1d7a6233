import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { checks } from "../../../../src/checks/generated/checks.ts";
import type { WriteSummary } from "../../../../src/core/model/write-summary.ts";
import { startSandbox, type ServedSandbox } from "../../../../src/sandbox/serve.ts";
import { isNightly } from "../../../nightly.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { journalsIn, liveFolder, startProcess } from "./sandbox-proxy.ts";

/** How many runs are killed; the whole proof takes a thousand. */
const kills = isNightly ? Number(process.env["TRIPACT_KILLS"] ?? 1000) : 1;

/** One check for each kind of scratch record; with many kills all that write, but for thousands of new users. */
const writing =
  kills > 10
    ? checks
        .filter(({ effect, id }) => effect === "write" && !id.startsWith("created-user"))
        .map(({ id }) => id)
    : [
        "note-privacy-is-renamed",
        "records-are-replaced-whole",
        "group-members-are-set",
        "group-input-is-validated",
        "projects-are-written",
      ];

type Row = Readonly<Record<string, unknown>>;

/** The row of a stored record. */
const rowOf = (dataFile: string, query: string, id: number): Row => {
  const database = new DatabaseSync(dataFile, { readOnly: true });
  try {
    return database.prepare(query).get(id) ?? {};
  } finally {
    database.close();
  }
};

/** The stored note, what the donation interface stores, and what the volunteer interface shows. */
const scratchState = async ({ sandbox, config }: ServedSandbox, dataFile: string): Promise<unknown> => {
  const rows = (table: string, id: number): unknown => {
    const query = `select * from ${table} where id = ?`;
    const { modified_at: _, modified_by: __, modified_date: ___, ...row } = rowOf(dataFile, query, id);
    return row;
  };
  // The sandbox describes itself by numbers.
  const scratch = config.interfaces as unknown as Record<
    string,
    { scratch: Record<string, number & { id: number }>; credentials: Record<string, string> }
  >;
  const { crm, donation, volunteer } = scratch;
  const shown = async (path: string): Promise<unknown> => {
    const response = await sandbox.fetch(
      new Request(`http://sandbox.test/volunteer/v1/${path}`, {
        headers: { authorization: `Bearer ${volunteer?.credentials["token"]}` },
      }),
    );
    const { data } = (await response.json()) as { data: Record<string, unknown> };
    return Array.isArray(data) ? data.map(({ id }) => id) : { ...data, updated_at: undefined };
  };
  return {
    note: rows("crm_note", crm?.scratch["noteId"] ?? 0),
    campaign: rows("donation_campaign", donation?.scratch["campaign"]?.id ?? 0),
    project: rows("donation_project", donation?.scratch["project"]?.id ?? 0),
    segment: rows("donation_segment", donation?.scratch["segment"]?.id ?? 0),
    group: await shown(`groups/${volunteer?.scratch["groupId"]}`),
    members: await shown(`groups/${volunteer?.scratch["groupId"]}/members`),
    volunteerProject: await shown(`projects/${volunteer?.scratch["projectId"]}`),
  };
};

/** The note of the sandbox as a body, so that its own text is put back and not that of a run. */
const noteBody = (dataFile: string, id: number): Row => {
  const query =
    "select type.name as type, note, note_date_time, important, is_private, time_spent from crm_note " +
    "join crm_note_type as type on type.id = type_id where crm_note.id = ?";
  const row = rowOf(dataFile, query, id);
  const body = {
    type: row["type"],
    note: row["note"],
    noteDateTime: row["note_date_time"],
    important: row["important"] === 1,
    private: row["is_private"] === 1,
    timeSpent: row["time_spent"],
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
};

const setUp = async () => {
  const cwd = temporaryFolder();
  const dataFile = join(cwd, "sandbox.sqlite");
  const served = await startSandbox({
    dataFile,
    scale: 20,
    assumptions: { "U-27": 1_000_000_000, "U-28": 0 },
  });
  onTestFinished(() => served.close());
  const { crm } = served.config.interfaces;
  const scratch = crm["scratch"] as Record<string, number>; // As scratchState says.
  const note = noteBody(dataFile, scratch["noteId"] ?? 0);
  const config = {
    ...served.config,
    // A thousand runs within an hour or two.
    safety: { ...served.config.safety, perHour: 1_000_000_000 },
    interfaces: { ...served.config.interfaces, crm: { ...crm, scratch: { ...scratch, note } } },
  };
  writeFileSync(join(cwd, "c.json"), JSON.stringify(config));
  const args = ["check", "--config", "c.json", "--store", "s.sqlite", "--json", "--check", writing.join(",")];
  return { cwd, dataFile, served, args };
};

interface Ended {
  readonly isKilled: boolean;
  /** Milliseconds from the begin of the run, the process being up, to its end. */
  readonly ms: number;
}

/** Resolves when so many writes are in the journals, or when the run is over. */
const writesSent = async (cwd: string, count: number, over: AbortSignal): Promise<void> => {
  const sent = (): number =>
    journalsIn(cwd)
      .map((name) => readFileSync(join(liveFolder(cwd), name), "utf8"))
      .reduce((sum, text) => sum + text.split('"kind":"sent"').length - 1, 0);
  while (!over.aborted && sent() < count) await wait(5);
};

/** Runs the checks in a process of its own and kills it when it is time to. */
const runAndKill = async (
  args: readonly string[],
  cwd: string,
  time: (over: AbortSignal) => Promise<unknown>,
): Promise<Ended> => {
  const run = startProcess(args, cwd);
  const ended = once(run, "exit");
  await Promise.race([once(run.stdout ?? run, "data"), ended]);
  const begin = performance.now();
  const over = new AbortController();
  await Promise.race([time(over.signal), ended]);
  over.abort();
  run.kill("SIGKILL");
  // What the event of a process that ended brings.
  const [code, signal] = (await ended) as [number | null, string | null];
  if (signal === null) expect(code).toBe(0);
  return { isKilled: signal !== null, ms: performance.now() - begin };
};

/** How long a run takes that nobody kills, once what it loads is compiled. */
const usualLength = async (args: readonly string[], cwd: string): Promise<number> => {
  const never = (): Promise<void> => new Promise(() => undefined);
  await runAndKill(args, cwd, never);
  return (await runAndKill(args, cwd, never)).ms;
};

test(
  `a run that is killed at any moment (${kills} times) leaves what tripact restore puts back`,
  { timeout: 7_200_000 },
  async () => {
    const { cwd, dataFile, served, args } = await setUp();
    const ms = kills > 10 ? await usualLength(args, cwd) : undefined;
    // A whole run puts back the bodies of the configuration, which the first one has then stored.
    const before = await scratchState(served, dataFile);
    const tally = { killed: 0, putBack: 0 };
    for (let count = 0; count < kills; count += 1) {
      const { isKilled } = await runAndKill(args, cwd, (over) =>
        ms === undefined
          ? writesSent(cwd, 3, over)
          : // Evenly over the whole run, in no order.
            wait(ms * ((count * 0.618_034 + 0.5) % 1)),
      );
      const restored = await runCli(["restore", "--config", "c.json", "--json"], {
        cwd,
        env: { XDG_STATE_HOME: join(cwd, "state") },
      });
      expect([restored.code, restored.err]).toEqual([0, ""]);
      // What restore prints with --json.
      const { records } = JSON.parse(restored.out) as WriteSummary;
      if (isKilled) tally.killed += 1;
      if (records.some(({ state }) => state === "put back")) tally.putBack += 1;
      expect(await scratchState(served, dataFile)).toEqual(before);
      expect(journalsIn(cwd)).toEqual([]);
    }
    if (kills > 10)
      process.stderr.write(`${kills} runs of ${Math.round(ms ?? 0)} ms: ${JSON.stringify(tally)}\n`);
    expect(tally.killed).toBeGreaterThan(0);
  },
);
