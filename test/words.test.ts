import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

/** Private words, and what the field says instead. `\b` is a border of a word, also inside camelCase. */
const table: readonly (readonly [words: string, instead: string])[] = [
  ["tells?|told|telling", "report, print, show, list, state; distinguish"],
  ["mend(s|ed|ing)?", "fix"],
  ["nights?", "run; nightly only for the schedule"],
  ["(comes?|came) to (its|their|an?) (early )?end", "completed; was cut short"],
  ["lets? go of", "release"],
  ["see again", "reproduce"],
  ["in silence|the specification is silent|the documents are silent", "open question, unspecified behaviour"],
  ["court|courtroom", "run context"],
  ["score ?board", "result collector"],
  ["bench(es)?", "runner, subject; the benchmarks in bench/ keep the word"],
  ["troubles", "run problems"],
  ["purse|thrift|larder", "request forecast, sampling, memory limit"],
  ["rehears(al|e|es|ed)", "dry run"],
  ["leavings|aftermath|undoing", "live state, write summary, undo plan"],
  ["desk|notebook|trials?|beliefs?|believed?", "probe client, discovery state, probes, posteriors"],
  ["chronicle|waymark|cutter|intake", "change tracker, page anchor, entry splitter, recording reader"],
  ["drags|astray|feeders", "also breaks, misattributed, traffic only"],
  ["foretell(s|ing)?|foretold", "predict"],
  ["stands|stood|(may|can|must) stand", "is, are; to stand for something is fine"],
  ["the documents", "the OpenAPI documents"],
  ["unsettled", "open changes"],
];

/** Where such a word stays, and why. A pattern is matched against `path: line`. */
const allowed: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /"[a-z-]*-(told|tells|astray)(-[a-z\d-]+)?"|\/(retry-after-is-told|empty-lists-are-told)\.ts/,
    "ids of checks and faults never change",
  ],
  [/\b(retryAfterIsTold|emptyListsAreTold)\b/, "the export of a check is named by its id"],
  [/\b(troubles|troublePlaces)\b/, "a key of the JSON report"],
  [/\btoldAt\b/, "a key of the drift report"],
  [
    /^src\/(core\/model\/drift|report\/|monitoring\/(drift|history|notify|report|run)\/|app\/drift|entrypoints\/cli\/send-alerts).*: (?!\s*(\*|\/\*|\/\/)).*\bnights?\b/,
    "a key of the drift report and its store, in code",
  ],
  [/\b(Every|every) night\b/, "the schedule"],
  [/npm run bench|\bbench(\/|\.md)/, "the benchmarks"],
  [/"Maple Court"/, "a street"],
  [/\b[Ss]tands? (in )?for\b/, "to represent"],
];

const root = resolve(import.meta.dirname, "..");

const filesBelow = (folder: string, ending: RegExp): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !path.includes("/generated/") && !path.includes("node_modules"));

const files = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "SUPPORT.md",
  "CODE_OF_CONDUCT.md",
  "action.yml",
  "bin/help.txt",
  "llms.txt",
  ...filesBelow("src", /\.(ts|js|md)$/),
  ...filesBelow("docs", /\.md$/),
  ...filesBelow("specs", /\.yaml$/),
  ...filesBelow("api/contract", /\.md$/),
  ...filesBelow("templates", /./),
  ...filesBelow("skills", /./),
  ...filesBelow(".changeset", /\.md$/),
  ...filesBelow(".github", /\.(md|yml)$/),
  ...filesBelow("examples", /^README\.md$/),
];

/** Words of identifiers apart, so that `toldAt` is found as well as `told`. */
const apart = (line: string): string => line.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2");

const privateWords = new RegExp(`\\b(${table.map(([words]) => words).join("|")})\\b`, "i");

const findIn = (path: string): readonly string[] =>
  readFileSync(join(root, path), "utf8")
    .split("\n")
    .flatMap((line, index) => {
      const [word] = privateWords.exec(apart(line)) ?? [];
      if (word === undefined || allowed.some(([pattern]) => pattern.test(`${path}: ${line}`))) return [];
      return [`${path}:${index + 1}: “${word}” in ${line.trim().slice(0, 100)}`];
    });

test("private words do not come back: one word for one concept, the field's own where there is one", () => {
  expect(files.flatMap(findIn)).toEqual([]);
});

test.each([
  ["A check tells why.", "tells"],
  ["const toldAt = 1;", "told"],
  ["readonly nights: number;", "nights"],
  ["until it came to its end", "came to its end"],
  ["class Courtroom {", "Courtroom"],
  ["The run reports what it found in place.", undefined],
])("in “%s” the private word is %s", (line, word) => {
  expect(privateWords.exec(apart(line))?.[0]).toBe(word);
});
