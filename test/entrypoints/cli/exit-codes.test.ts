import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Workspace, openWorkspace } from "./workspace.ts";
import type { CliSetting } from "./run-cli.ts";

/** What keeps a command from its target: the configuration, and how the command runs. */
const problems = {
  "the target is away": ({ configure, served }: Workspace) => {
    const away = Object.entries(served.config.interfaces).map(([name, one]) => [
      name,
      { ...one, baseUrl: `http://127.0.0.1:1/${name}` },
    ]);
    configure({ interfaces: Object.fromEntries(away) });
    return {};
  },
  "its token is refused": ({ configure, served, env }: Workspace) => {
    const donation = { baseUrl: served.baseUrls.donation, credentials: { token: "${MY_TOKEN}" } };
    configure({ interfaces: { donation } });
    return { env: { ...env, MY_TOKEN: "wrong" } };
  },
  "the hour is spent": ({ configure }: Workspace) => {
    configure({ safety: { perHour: 2, maxWaitMs: 0 } });
    return {};
  },
  "the run's budget is spent": ({ configure }: Workspace) => {
    configure({ safety: { maxRequests: 2, maxWaitMs: 0 } });
    return {};
  },
  "it is interrupted": ({ configure }: Workspace) => {
    configure();
    return { signal: AbortSignal.abort() };
  },
} satisfies Readonly<Record<string, (workspace: Workspace) => CliSetting>>;

const refused = /donation\.credentials\.token was refused \(401\)\. Check MY_TOKEN\./;

const rows: readonly (readonly [line: string, problem: keyof typeof problems, code: number, says: RegExp])[] =
  [
    [
      "check --check users-are-listed",
      "the target is away",
      3,
      /! The run is incomplete: .*cannot be reached[^]*not reached: \d+ facts?\n +VOL-01/,
    ],
    [
      "init --config new.yaml --crm http://127.0.0.1:1 --yes",
      "the target is away",
      3,
      /the address cannot be reached \(ECONNREFUSED\)\. Check interfaces\.crm\.baseUrl\.[^]*wrote nothing(?![^]*next:)/,
    ],
    ["drift", "the target is away", 3, /failed run: no answer: the address cannot be reached/],
    ["doctor", "the target is away", 3, /cannot be reached[^]*^0 of \d+ facts can be judged now$/m],
    ["discover --out d.yaml", "the target is away", 3, /cannot be reached/],
    ["check --check page-total-is-stable", "its token is refused", 3, refused],
    ["drift", "its token is refused", 3, refused],
    ["doctor", "its token is refused", 3, refused],
    ["discover --out d.yaml", "its token is refused", 3, /refused|401/],
    ["doctor", "the hour is spent", 4, /safety\.perHour\) is spent; requests are free again in 60 minutes/],
    [
      "check --check users-are-listed",
      "the run's budget is spent",
      4,
      /! The run is incomplete: .*budget.*safety\.maxRequests[^]*not reached: \d+ facts?\n/,
    ],
    ["doctor", "the run's budget is spent", 4, /budget/],
    ["check --check users-are-listed", "it is interrupted", 130, /interrupted/],
    [
      "check --check users-are-listed --write-baseline base.json",
      "it is interrupted",
      130,
      /base\.json was not written: the run is incomplete/,
    ],
    ["drift", "it is interrupted", 130, /interrupted/],
    ["doctor", "it is interrupted", 130, /interrupted/],
    ["discover --out d.yaml", "it is interrupted", 130, /; d\.yaml was not written\n.*interrupted/],
    ["generate --discover --out made", "it is interrupted", 130, /^tripact: interrupted\n$/],
  ];

test.each(rows)(
  "%s, where %s, exits with %i, says why, and so with --json",
  async (line, problem, code, says) => {
    const workspace = await openWorkspace({ scale: 1 });
    const setting = problems[problem](workspace);
    const result = await workspace.run(line, setting);
    expect(result.out + result.err).toMatch(says);
    expect(result.code).toBe(code);
    const asJson = await workspace.run(`${line} --json`, setting);
    expect([asJson.code, typeof JSON.parse(asJson.out)]).toEqual([code, "object"]);
    for (const name of ["d.yaml", "base.json", "new.yaml"])
      expect(existsSync(join(workspace.cwd, name))).toBe(false);
  },
);
