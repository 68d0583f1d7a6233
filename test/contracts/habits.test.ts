import { describe, expect, test } from "vitest";
import { check } from "../../src/index.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { listening } from "../listening.ts";
import { flagDocument, type FlagHabits, flagServer } from "./flag-server.ts";

const opened = { timeout: 60_000 };

const checked = async (habits: FlagHabits = {}) => {
  const flags = flagServer(habits);
  const url = await listening(flags.server);
  const cwd = temporaryFolder({ "openapi.json": JSON.stringify(flagDocument(habits)) });
  const { report } = await check({
    cwd,
    openapi: "openapi.json",
    url,
    stateFolder: cwd,
    maxRequests: 500,
    auth: habits.users === undefined ? [] : ["user=owner:password"],
  }).result;
  const statusOf = (fact: string) => report.facts.find(({ id }) => id === `flags/${fact}`)?.status;
  const said = report.findings.map(({ fact, message }) => `${fact}: ${message}`);
  return { ...flags, report, statusOf, said };
};

/** What relations of flags, which nobody declares, say about a server that keeps its word. */
const relations = ["created", "stays", "apart", "replaced", "replaced-others", "removed", "removed-others"];

describe("a server of others", opened, () => {
  test.each<[string, FlagHabits]>([
    ["refuses a name that is taken, as the name of an example soon is", {}],
    ["answers with the record that has the name", { taken: "the record that has it" }],
    ["wraps what it takes and shows", { isWrapped: true }],
    ["shows a key as asterisks", { masks: true }],
    ["decodes paths before it routes them", { decodesFirst: true }],
    ["shows its id in a property that a change has, too", { namesItself: true }],
    ["refuses with 400 to remove what is not there", { absent: 400, taken: "the record that has it" }],
  ])("%s: its records are judged all the same", async (_, habits) => {
    const { report, statusOf, said, flags } = await checked(habits);
    expect(said.filter((one) => !/unlisted-4xx|accepts|refuses/.test(one))).toEqual([]);
    expect(report.run.complete).toBe(true);
    expect(relations.map((one) => `${one}: ${statusOf(`flag/${one}`)}`)).toEqual(
      relations.map((one) => `${one}: passed`),
    );
    expect(flags.size).toBe(0);
  });

  test("has a project that nothing creates: only what is removed again is created below it", async () => {
    const { requests, flags } = await checked();
    expect(requests).toContain("POST /projects/default/flags");
    expect(flags.size).toBe(0);
    const writes = requests.filter(
      (one) => !/^(?:GET|HEAD|OPTIONS|POST) /.test(one) && !/\/flags\/(?:f\d+|[^/]*)$/.test(one),
    );
    // A method that the path does not list goes to nobody.
    expect(
      writes.filter((one) => !/^P(?:ATCH|UT) \/projects(?:$|\/[^/]*(?:5e1f7e57|tripact))/.test(one)),
    ).toEqual([]);
  });

  test("refuses removals: its records stay, which is no reason to stop a later run", async () => {
    const { report, flags } = await checked({ undeletable: 403 });
    expect(report.run.complete).toBe(true);
    const { records = [] } = report.run.writes ?? {};
    expect(new Set(records.map(({ state, reason }) => `${state}: ${reason}`))).toEqual(
      new Set(["not removed: deleteFlag was answered with 403"]),
    );
    expect(flags.size).toBe(records.length);
  });

  test("answers a creation with a record that was there before: that is not the run's to change", async () => {
    const { requests, flags } = await checked({ taken: "the record that has it", present: "my-flag" });
    expect(requests.filter((one) => one.endsWith("/flags/f0") && !/^(?:GET|HEAD|OPTIONS)/.test(one))).toEqual(
      [],
    );
    expect([...flags]).toEqual([["f0", { name: "my-flag" }]]);
  });

  test("takes any credential for a user of its own: that is no hole", async () => {
    const { said, report } = await checked({ users: "each their own" });
    expect(said.filter((one) => one.includes("/security"))).toEqual([]);
    expect(report.run.complete).toBe(true);
  });

  test("shows the records of one user to everybody: that is one", async () => {
    const { said } = await checked({ users: "all as one" });
    expect(said.filter((one) => one.startsWith("flags/listFlags/security"))).not.toEqual([]);
  });

  test("forgets changes that it has confirmed: a warning, as nobody has declared what they mean", async () => {
    const { report } = await checked({ forgets: true });
    expect(report.findings.filter(({ fact }) => fact === "flags/flag/replaced")).toMatchObject([
      { severity: "warning", message: expect.stringMatching(/is sent another `name`.*the old one/) },
    ]);
  });

  test("keeps a list, and shows it in another order each time: that is seen all the same", async () => {
    const { report } = await checked({ keepsList: true, shuffles: true });
    expect(report.findings.map(({ fact }) => fact)).toContain("flags/flag/listed");
  });

  test("keeps a list that it has shown: what was removed meanwhile is still there", async () => {
    const { report } = await checked({ keepsList: true });
    expect(report.findings.filter(({ fact }) => fact === "flags/flag/listed")).toMatchObject([
      { severity: "warning", message: "listFlags still lists a flag that was removed" },
    ]);
  });

  test("fails on GET: HEAD, which is answered alike, is not asked as well", async () => {
    const { said } = await checked({ fails: true });
    expect(said.filter((one) => / 500\b/.test(one)).map((one) => one.split(":")[0])).toEqual([
      "flags/listFlags/5xx",
    ]);
  });
});
