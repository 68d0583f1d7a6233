import { interfaceNames } from "../model/interface-name.ts";
import { escapeText } from "../reporters/escape.ts";
import type { Estimate } from "../runner/estimate.ts";
import type { Requests } from "../runner/rehearsal.ts";

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

const kindsOf = ({ read, write, token }: Requests): string =>
  [plural(read, "read"), plural(write, "write"), ...(token === 0 ? [] : [plural(token, "token call")])].join(
    ", ",
  );

const facts = ({ facts: { reached, notReached } }: Estimate): string => {
  const reasons = new Map<string, string[]>();
  for (const { id, reason } of notReached) reasons.set(reason, [...(reasons.get(reason) ?? []), id]);
  return [
    `facts      ${reached.length} of ${reached.length + notReached.length} would be reached\n`,
    ...[...reasons].map(([reason, ids]) => `           ${escapeText(reason)}: ${ids.join(" ")}\n`),
  ].join("");
};

const budgetText = ({ budget, total }: Estimate): string => {
  const used = budget.usedThisHour === 0 ? "" : ` (${budget.usedThisHour} of them used already)`;
  const hour = `${total + budget.usedThisHour} of ${budget.perHour} an hour${used}`;
  const end = budget.fits ? "fits" : "does not fit, the run would be cut short";
  return `budget     ${total} of ${budget.maxRequests} a run, ${hour}: ${end}\n`;
};

/** The plan of a run and its cost, for a person. */
export const estimateText = (estimate: Estimate): string => {
  const { budget, operations, puttingBack, seconds, total } = estimate;
  const width = Math.max(0, ...Object.keys(operations).map((name) => name.length));
  return [
    "An estimate: the plans were run against the sandbox in this process, in the shape of this configuration.\n",
    "Other data may ask for more requests or fewer. Nothing was sent.\n\n",
    ...interfaceNames.flatMap((name) => {
      const requests = estimate.interfaces[name];
      return requests === undefined ? [] : [`${name.padEnd(10)} ${kindsOf(requests)}\n`];
    }),
    ...(puttingBack === 0 ? [] : [`journal    ${plural(puttingBack, "request")} to put records back\n`]),
    "\n",
    ...Object.entries(operations).map(([name, count]) => `  ${name.padEnd(width)}  ${count}\n`),
    `\nin all     ${plural(total, "request")}, ${plural(seconds, "second")} at the allowed pace\n`,
    // The sandbox in this process has none.
    budget.perHour === Number.MAX_SAFE_INTEGER ? "" : budgetText(estimate),
    facts(estimate),
  ].join("");
};
