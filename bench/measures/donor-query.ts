import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import type { Figure, Measure } from "../figure.ts";
import { interleaved, summarize, type Summary } from "../statistics.ts";

const take = 50;

/** Three conditions, joined by AND: lifetime giving above an amount, not an organization, `an` in the name. */
const queryBody = (skip: number, more: number) => ({
  queryType: 0,
  skip,
  take,
  sortBy: "id",
  groups: [
    {
      conjunct: 0,
      conditions: [
        { parameter: "lifetimeGiving", operator: 6, value: more },
        { parameter: "isOrganization", operator: 21 },
        { parameter: "name", operator: 14, value: "an" },
      ],
    },
  ],
});

interface Page {
  readonly items: readonly unknown[];
  readonly total: number;
}

const ask = async (
  sandbox: Sandbox,
  skip: number,
  more = 100,
): Promise<{ readonly page: Page; readonly ms: number }> => {
  const { baseUrl, credentials } = sandbox.config().interfaces.donation;
  const request = new Request(`${baseUrl}/api/Donor/query`, {
    method: "POST",
    headers: { authorization: `Bearer ${String(credentials["token"])}`, "content-type": "application/json" },
    body: JSON.stringify(queryBody(skip, more)),
  });
  const startedAt = performance.now();
  const response = await sandbox.fetch(request);
  const page = (await response.json()) as Page; // The sandbox's answer.
  return { page, ms: performance.now() - startedAt };
};

interface Statement {
  readonly sql: string;
  readonly parameters: readonly SQLInputValue[];
}

/** Records SQLite statements while `isOn`; must be installed before the database is opened. */
const listenToSqlite = () => {
  const heard: Statement[] = [];
  const ear = { isOn: false };
  // Called on its own connection.
  const prepare = Object.getOwnPropertyDescriptor(DatabaseSync.prototype, "prepare")?.value;
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql: string): StatementSync {
    const statement: StatementSync = Reflect.apply(prepare, this, [sql]);
    for (const method of ["all", "get"] as const) {
      const own = statement[method].bind(statement);
      Object.assign(statement, {
        [method]: (...parameters: SQLInputValue[]) => {
          if (ear.isOn) heard.push({ sql, parameters });
          return own(...parameters);
        },
      });
    }
    return statement;
  };
  return {
    during: async (work: () => Promise<unknown>): Promise<readonly Statement[]> => {
      heard.length = 0;
      ear.isOn = true;
      await work();
      ear.isOn = false;
      return [...heard];
    },
    stop: () => {
      DatabaseSync.prototype.prepare = prepare;
    },
  };
};

/** The same statements on the same file, without a sandbox. */
const replay = (database: DatabaseSync, statements: readonly Statement[]) => {
  const prepared = statements.map(({ sql, parameters }) => ({
    statement: database.prepare(sql),
    parameters,
  }));
  return (): number => {
    const startedAt = performance.now();
    for (const { statement, parameters } of prepared) statement.all(...parameters);
    return performance.now() - startedAt;
  };
};

/** A donor query with three conditions on a million donors, beside the same SQL through node:sqlite. */
export const donorQuery: Measure = {
  id: "donor-query",
  title: "a donor query with three conditions",
  measure: async ({ runs, scale, scratch, note }) => {
    const donors = Math.round(1_000_000 * scale);
    const file = join(scratch, "donors.sqlite");
    const sqlite = listenToSqlite();
    const sandbox = createSandbox({ scale: donors, dataFile: file });
    const { total } = (await ask(sandbox, 0)).page;
    const last = Math.max(0, total - take);
    const bare = new DatabaseSync(file, { readOnly: true });
    bare.exec("pragma cache_size = -65536; pragma temp_store = memory");
    note(`${total} of ${donors} donors match`);

    /** A new filter, so that nothing is cached, followed by the same SQL. */
    const cold = async (skip: number): Promise<Record<"own" | "bare", Summary>> => {
      const [own, alone]: [number[], number[]] = [[], []];
      for (let run = 0; run < runs; run += 1) {
        const more = 100 + (run + 1) / 100 + (skip > 0 ? 0.5 : 0);
        const statements = await sqlite.during(async () => own.push((await ask(sandbox, skip, more)).ms));
        alone.push(replay(bare, statements)());
      }
      return { own: summarize(own), bare: summarize(alone) };
    };
    const first = await cold(0);
    const end = await cold(last);
    sqlite.stop();
    const figures = await interleaved(runs, {
      first: async () => (await ask(sandbox, 0)).ms,
      middle: async () => (await ask(sandbox, Math.floor(total / 2))).ms,
      last: async () => (await ask(sandbox, last)).ms,
    });
    bare.close();
    await sandbox.close();
    const figure = (what: string, own: Summary, name: string, value: number, bound: number): Figure => ({
      what: `${what} of ${donors.toLocaleString("en")} donors`,
      unit: "ms",
      ...own,
      peer: { name, value },
      limit: { on: "ratio", at: "most", bound },
    });
    const sql = "the same SQL through node:sqlite";
    return [
      figure("first page and total", first.own, sql, first.bare.value, 1.5),
      figure("last page and total", end.own, sql, end.bare.value, 1.5),
      figure("last page, asked again", figures.last, "first page, asked again", figures.first.value, 3),
      figure("middle page, asked again", figures.middle, "first page, asked again", figures.first.value, 3),
    ];
  },
};
