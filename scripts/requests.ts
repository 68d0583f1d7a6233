/**
 * Counts the requests of each check against the embedded sandbox: writes reports/requests.md, for the whole run, for
 * the run without explorations, and for reading runs with and without the default budget.
 */
import { reportOn, type Narrowing } from "./fault-run.ts";
import { writeMeasured } from "./write-measured.ts";

/** The requests of one kind of run. */
interface Counted {
  readonly what: string;
  readonly requests: number;
  /** CPU seconds. */
  readonly seconds: number;
  /** By check; repeated reads count for the check that first sent them. */
  readonly checks: ReadonlyMap<string, number>;
}

/** The default hourly budget. */
const usualBudget = 300;

const kinds: Readonly<Record<string, Narrowing>> = {
  "whole run": {},
  "without explorations": { explorations: false },
  "reading run": { allowWrites: false },
  [`reading run of ${usualBudget}`]: { allowWrites: false, budget: usualBudget },
};

const countedOf = async (what: string, narrowing: Narrowing): Promise<Counted> => {
  const checks = new Map<string, number>();
  const before = process.cpuUsage();
  const { summary } = await reportOn(undefined, {
    ...narrowing,
    see: (event) => {
      if (event.type === "exchange") checks.set(event.check, (checks.get(event.check) ?? 0) + 1);
    },
  });
  const { user, system } = process.cpuUsage(before);
  return { what, requests: summary.requests, seconds: (user + system) / 1e6, checks };
};

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;

const main = async (): Promise<void> => {
  // Warms up the compiler, so that the first run does not pay for all.
  await reportOn(undefined);
  const all: Counted[] = [];
  for (const [what, narrowing] of Object.entries(kinds)) all.push(await countedOf(what, narrowing));
  const [whole] = all;
  const names = [...new Set(all.flatMap(({ checks }) => [...checks.keys()]))].toSorted((one, other) => {
    const more = (whole?.checks.get(other) ?? 0) - (whole?.checks.get(one) ?? 0);
    return more !== 0 ? more : one < other ? -1 : 1;
  });
  const lines = [
    row(["check", ...all.map(({ what }) => what)]),
    row(["---", ...all.map(() => "---")]),
    row(["processor seconds", ...all.map(({ seconds }) => seconds.toFixed(1))]),
    row(["requests", ...all.map(({ requests }) => requests)]),
    ...names.map((name) => row([name, ...all.map(({ checks }) => checks.get(name) ?? 0)])),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  writeMeasured("requests", "Requests of each check", lines.join("\n"));
};

await main();
