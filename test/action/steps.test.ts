import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ActionRun } from "./composite.ts";
import { scratchRepository } from "./scratch.ts";

const teams = `openapi: 3.1.0
info: { title: Teams, version: "1" }
paths:
  /groups: { get: { operationId: listGroups, responses: { "200": { description: All of them } } } }
  /users: { get: { operationId: listUsers, responses: { "200": { description: All of them } } } }
`;

const outcomesOf = ({ steps }: ActionRun) =>
  Object.fromEntries(steps.map(({ name, outcome }) => [name, outcome]));

const logOf = ({ steps }: ActionRun): string => steps.map(({ log }) => log).join("");

const givenTo = ({ steps }: ActionRun, name: string) => steps.find((step) => step.name === name)?.with;

test("mode check writes reports, annotates, comments, and hands the reports to the steps that upload them", async () => {
  const { folder, act, comments } = await scratchRepository({});
  const run = await act({
    mode: "check",
    version: "project",
    sarif: "true",
    comment: "true",
    options: "--interface=volunteer\n--check=users-are-listed\n--fault=user-list-is-empty",
  });
  expect([run.succeeded, run.outputs]).toEqual([false, { "exit-code": "1", reports: ".tripact-reports" }]);
  expect(outcomesOf(run)).toMatchObject({ "actions/cache": "skipped", install: "success", run: "failure" });
  expect(logOf(run)).toMatch(/^::error title=VOL-01 users-are-listed::/m);
  expect(run.summary).toContain("VOL-01");
  expect(givenTo(run, "actions/setup-node")).toEqual({ "node-version": "24" });
  expect(givenTo(run, "actions/upload-artifact")).toMatchObject({
    name: "tripact-check",
    path: ".tripact-reports",
  });
  expect(givenTo(run, "github/codeql-action/upload-sarif")).toEqual({
    sarif_file: ".tripact-reports/report.sarif",
    category: "tripact-check",
  });
  expect(globSync("*", { cwd: join(folder, ".tripact-reports") }).toSorted()).toEqual([
    "report.html",
    "report.json",
    "report.md",
    "report.sarif",
  ]);
  expect(comments).toEqual([
    { id: 1, body: expect.stringMatching(/^<!-- tripact gate check -->\n[^]*VOL-01/) },
  ]);
});

test("mode diff fails for a breaking change, and keeps one comment up to date", async () => {
  const { act, comments, requests } = await scratchRepository({
    "old.yaml": teams,
    "new.yaml": teams.replaceAll("/groups", "/teams"),
  });
  const inputs = { mode: "diff", version: "project", comment: "true" };
  const breaking = await act({ ...inputs, files: "old.yaml\nnew.yaml" });
  expect([breaking.succeeded, breaking.outputs["exit-code"]]).toEqual([false, "1"]);
  expect(logOf(breaking)).toMatch(/operation-moved[^]*^::error title=tripact diff::exit code 1/m);
  expect(breaking.summary).toMatch(/^## tripact diff: exit code 1\n\n```text\n[^]*operation-moved/);
  expect(comments).toEqual([{ id: 1, body: expect.stringContaining("operation-moved") }]);
  const fixed = await act({ ...inputs, files: "old.yaml\nold.yaml" });
  expect([fixed.succeeded, outcomesOf(fixed)["github/codeql-action/upload-sarif"]]).toEqual([
    true,
    "skipped",
  ]);
  expect(comments).toEqual([{ id: 1, body: expect.stringContaining("tripact diff: passed") }]);
  expect(requests().map((one) => one.replace(/\?.*/, ""))).toEqual([
    "GET /repos/team/scratch/issues/7/comments",
    "POST /repos/team/scratch/issues/7/comments",
    "GET /repos/team/scratch/issues/7/comments",
    "PATCH /repos/team/scratch/issues/comments/1",
  ]);
});

test("a wrong input fails the step, and nothing is uploaded or run", async () => {
  const { folder, act, comments } = await scratchRepository({});
  const run = await act({ mode: "check", version: "project", "fail-on": "$(touch owned)", comment: "true" });
  expect(run.succeeded).toBe(false);
  expect(logOf(run)).toBe('::error::fail-on is "$(touch owned)": one of findings, failed, never\n');
  expect(outcomesOf(run)).toMatchObject({ "actions/upload-artifact": "skipped" });
  expect([existsSync(join(folder, "owned")), comments]).toEqual([false, []]);
});
