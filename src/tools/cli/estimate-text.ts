import { interfaceNames } from "../../contract/interface-name.ts";
import { plural } from "../../harness/output/plural.ts";
import { safe, type SafeText } from "../../harness/output/safe-text.ts";
import type { Estimate } from "../../harness/runner/dry-run.ts";
import type { Requests } from "../../harness/runner/dry-run.ts";

const kindsOf = ({ read, write, token }: Requests): string =>
  [plural(read, "read"), plural(write, "write"), ...(token === 0 ? [] : [plural(token, "token call")])].join(
    ", ",
  );

const facts = ({ facts: { reached, notReached } }: Estimate): SafeText => {
  const reasons = new Map<string, string[]>();
  for (const { id, reason } of notReached) reasons.set(reason, [...(reasons.get(reason) ?? []), id]);
  const rest = [...reasons].map(([reason, ids]) => safe`           ${reason}: ${ids.join(" ")}\n`);
  return safe`facts      ${reached.length} of ${reached.length + notReached.length} would be reached\n${rest}`;
};

const budgetText = ({ budget, total }: Estimate): SafeText => {
  const { maxRequests, perHour, usedThisHour } = budget;
  const used = usedThisHour === 0 ? "" : ` (${usedThisHour} already used)`;
  const limits = [
    ...(maxRequests === undefined ? [] : [`${total} of ${maxRequests} a run`]),
    ...(perHour === undefined ? [] : [`${total + usedThisHour} of ${perHour} an hour${used}`]),
  ];
  if (limits.length === 0) return safe``;
  const end = budget.fits ? "fits" : "does not fit; the run would be cut short";
  return safe`budget     ${limits.join(", ")}: ${end}\n`;
};

/** Maximum number of checks listed; JSON has all of them. */
const mostListed = 10;

const listOf = (counts: readonly (readonly [name: string, count: number])[]): readonly SafeText[] => {
  const width = Math.max(0, ...counts.map(([name]) => name.length));
  return counts.map(([name, count]) => safe`  ${name.padEnd(width)}  ${count}\n`);
};

/** The plan and cost of a run, for people. */
export const estimateText = (estimate: Estimate): SafeText => {
  const { checks, operations, puttingBack, seconds, total } = estimate;
  const interfaces = interfaceNames.flatMap((name) => {
    const requests = estimate.interfaces[name];
    return requests === undefined ? [] : [safe`${name.padEnd(10)} ${kindsOf(requests)}\n`];
  });
  const journal =
    puttingBack === 0 ? "" : safe`journal    ${plural(puttingBack, "request")} to restore records\n`;
  const most = Object.entries(checks).slice(0, mostListed);
  const pace = seconds === 0 ? "" : `, ${plural(seconds, "second")} at the allowed pace`;
  const others = Object.keys(checks).length - most.length;
  const title =
    others === 0 ? "checks" : `the ${mostListed} checks that ask most, of ${most.length + others}`;
  return safe`An estimate from a run against the embedded sandbox, with this configuration.
Your target's data may need more requests or fewer. Nothing was sent.

${interfaces}${journal}
${listOf(Object.entries(operations))}
${title}
${listOf(most)}
in all     ${plural(total, "request")}${pace}
${budgetText(estimate)}${facts(estimate)}`;
};
