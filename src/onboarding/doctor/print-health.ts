import type { Palette } from "../../core/output/palette.ts";
import { joinSafe, safe, type SafeText } from "../../core/output/safe-text.ts";
import type { KeyProposal } from "../../core/model/key-proposal.ts";
import { plural } from "../../core/output/plural.ts";
import { yamlText } from "./yaml-text.ts";
import { gainText } from "./gain-text.ts";
import type { InterfaceHealth } from "./health.ts";

/** Allowed clock difference in seconds: servers usually accept a signature for five minutes. */
const closeEnough = 30;

const clockText = (ahead: number | undefined): string => {
  if (ahead === undefined) return "no answer has a Date header";
  if (Math.abs(ahead) <= 1) return "the same time";
  return `the target is ${Math.abs(ahead)} s ${ahead > 0 ? "ahead" : "behind"}`;
};

/** A label and its wrapped text in two columns. */
const row = (label: string, text: SafeText | string, columns: number): SafeText => {
  const width = Math.max(20, columns - 15);
  const lines = [""];
  for (const word of String(text).split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return joinSafe(
    lines.map((line, index) => safe`  ${(index === 0 ? label : "").padEnd(12)} ${line}\n`),
    "",
  );
};

const keysOf = ({ keys }: InterfaceHealth): readonly string[] =>
  keys.map(({ key, ok, seen }) => `${ok === false ? "✗ " : ""}${key.split(".").slice(1).join(".")} ${seen}`);

const operationsText = ({ operations }: InterfaceHealth): string => {
  const { served, notServed, unknown } = operations;
  const parts = [`${served.length} served`];
  if (notServed.length > 0) parts.push(`${notServed.length} not (${notServed.join(", ")})`);
  if (unknown.length > 0) parts.push(`${unknown.length} that no read shows`);
  return parts.join(", ");
};

const mainText = ({ credential }: InterfaceHealth): string =>
  `${credential.key.split(".").at(-1) ?? ""} ${credential.state}`;

const hintFor = (id: string | number | undefined): string => (id === undefined ? "" : ` (${id} is one)`);

/** Keys that would add facts, those with the most first. */
const missingRows = ({ facts, found }: InterfaceHealth, columns: number): readonly SafeText[] =>
  facts.missing
    .filter((gain) => gain.facts.length > 0)
    .toSorted(
      (one, other) => one.others.length - other.others.length || other.facts.length - one.facts.length,
    )
    .map((gain) =>
      row(
        "",
        `${gainText(gain) ?? ""}: ${gain.path.split(".").slice(1).join(".")}${hintFor(found[gain.path])}`,
        columns,
      ),
    );

/** The key of a configuration in words: `resources.order.create: { operation: makeOrder }`. */
const keyText = ({ path, value }: KeyProposal): string => {
  const key = path[0] === "interfaces" ? path.slice(2) : path;
  return `${key.join(".")}: ${value === undefined ? "…" : yamlText(value)}`;
};

const reachRows = ({ outOfReach = [] }: InterfaceHealth, columns: number): readonly SafeText[] =>
  outOfReach.flatMap(({ resources, why, key }, index) => [
    row(index === 0 ? "out of reach" : "", `${resources.join(", ")}: ${why}`, columns),
    row("", `+${plural(key.facts.length, "fact")}: ${keyText(key)}`, columns),
  ]);

/** How many facts can be judged now, in words: `78`, or `at most 45`. */
export const nowText = ({ now, isAtMost }: { readonly now: number; readonly isAtMost?: true }): string =>
  `${isAtMost === true ? "at most " : ""}${now}`;

/** The comparison of an interface with its configuration, as one block of text. */
export const printHealth = (health: InterfaceHealth, palette: Palette, columns: number): SafeText => {
  const { problem, limits, secondsAhead, baseUrl, tls, facts } = health;
  const mark = problem === undefined ? palette.good("✓") : palette.bad("✗");
  const head = safe`${mark} ${palette.strong(health.interface)}  ${baseUrl}\n`;
  if (problem !== undefined) return safe`${head}${row("problem", problem, columns)}`;
  const clock = clockText(secondsAhead);
  return joinSafe(
    [
      head,
      row(
        "connection",
        tls === "https" ? "reachable, by TLS" : "reachable, without TLS on this machine",
        columns,
      ),
      row("credential", mainText(health), columns),
      ...keysOf(health).map((text, index) => row(index === 0 ? "keys" : "", text, columns)),
      row("limits", limits.length === 0 ? "no answer announces any" : limits.join(", "), columns),
      row(
        "clock",
        Math.abs(secondsAhead ?? 0) > closeEnough ? `✗ ${clock}: signatures may be refused` : clock,
        columns,
      ),
      row("operations", operationsText(health), columns),
      row("facts", `${nowText(facts)} can be judged now`, columns),
      ...missingRows(health, columns),
      ...reachRows(health, columns),
    ],
    "",
  );
};
