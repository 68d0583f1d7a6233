import { isInterfaceName } from "../../src/builtin/interface-name.ts";
import { checks } from "../../src/checks/generated/checks.ts";
import { faults } from "../../src/builtin/faults/generated/faults.ts";
import { operations, type OperationId } from "../../src/builtin/generated/operations.ts";
import type { JudgeTools, PassiveCheck, Violation } from "../../src/core/model/check.ts";
import { type Exchange, responseOf } from "../../src/core/model/exchange.ts";
import { factOf, collectJudgements } from "../../src/core/run/verdicts.ts";
import type { Fault } from "../../src/builtin/faults/fault.ts";
import type { ExchangeExample } from "../../test/checks/kit/example.ts";
import { answerOf, askSandbox } from "./ask-sandbox.ts";
import { type Blamed, type Draft, type Drafts, hold, sayChanges, shrink } from "./example-draft.ts";
import { changesBetween } from "./reduce.ts";

type Fail = Draft & Blamed;

/** Number of faults to try per fact, and how many become a fail. */
const mostFaults = 4;
const mostFails = 2;

const asking = checks.filter((check) => check.effect !== "passive");
const traffic = new Map<string, Promise<readonly Exchange[]>>();

/** All exchanges of a run of the suite, computed once. */
const trafficOf = (fault?: Fault): Promise<readonly Exchange[]> => {
  const known = traffic.get(fault?.id ?? "") ?? askSandbox(asking, fault).then((all) => all.flat());
  traffic.set(fault?.id ?? "", known);
  return known;
};

const isOperation = (id: string | undefined): id is OperationId =>
  id !== undefined && Object.hasOwn(operations, id);

const exampleOf = (exchange: Exchange): Draft => {
  const { request, interface: name, operation } = exchange;
  if (!isInterfaceName(name)) throw new Error(`there is no interface ${name}`);
  const { pathname, search } = new URL(request.url);
  return {
    ...(isOperation(operation) ? { operation } : { interface: name }),
    method: request.method,
    path: `${pathname.replace(new RegExp(`^/${name}`), "")}${search}`,
    requestHeaders: request.headers,
    ...(request.body === undefined ? {} : { requestBody: request.body }),
    ...answerOf(exchange),
  };
};

const lengthOf = (value: unknown): number => JSON.stringify(value).length;

interface Shown {
  readonly exchange: Exchange;
  readonly violation: Violation;
  readonly what: string;
}

const isJudged = (check: PassiveCheck, exchange: Exchange, tools: JudgeTools): boolean =>
  responseOf(exchange) !== undefined && exchange.call?.unversioned !== true && check.applies(exchange, tools);

const violationsOf = (check: PassiveCheck, exchange: Exchange, tools: JudgeTools): readonly Violation[] =>
  collectJudgements(check, check.judge(exchange, tools)).filter((one) => one.kind === "violation");

/** The shortest exchanges that break a fact, with distinct messages. */
const breaksOf = async (check: PassiveCheck, fact: string, tools: JudgeTools): Promise<readonly Shown[]> => {
  const shown: Shown[] = [];
  let found = 0;
  for (const fault of faults.filter((one) => one.fact === fact)) {
    const before = shown.length;
    for (const exchange of await trafficOf(fault)) {
      if (!isJudged(check, exchange, tools)) continue;
      const violations = violationsOf(check, exchange, tools);
      const [violation] = violations;
      if (violation === undefined || violations.some((one) => factOf(check, one) !== fact)) continue;
      shown.push({ exchange, violation, what: fault.title });
    }
    if (shown.length > before) found += 1;
    if (found === mostFaults) break;
  }
  const sorted = shown.toSorted(
    (one, other) => lengthOf(exampleOf(one.exchange)) - lengthOf(exampleOf(other.exchange)),
  );
  const kinds = Map.groupBy(sorted, ({ violation: { rule } }) => rule);
  return [...kinds.values()].flatMap(([first]) => first ?? []).slice(0, mostFails);
};

/** The passing exchange that is most similar to a failing one. */
const nearest = (candidates: readonly Exchange[], broken: Exchange): Draft | undefined => {
  const same = candidates.filter(({ operation }) => operation === broken.operation);
  const distance = (exchange: Exchange): number =>
    lengthOf(changesBetween(exampleOf(exchange), exampleOf(broken)));
  const [first] = (same.length > 0 ? same : candidates).toSorted(
    (one, other) => distance(one) - distance(other),
  );
  return first && exampleOf(first);
};

/** A complete exchange that passes, and some that planted faults make fail. */
export const recordPassive = async (
  check: PassiveCheck,
  tools: JudgeTools,
): Promise<Drafts<ExchangeExample>> => {
  const calm = (await trafficOf()).filter((exchange) => isJudged(check, exchange, tools));
  const breaks: { readonly fact: string; readonly shown: Shown }[] = [];
  for (const fact of check.facts)
    for (const shown of await breaksOf(check, fact, tools)) breaks.push({ fact, shown });
  const pass = breaks[0] && nearest(calm, breaks[0].shown.exchange);
  if (pass === undefined)
    throw new Error(
      `on no exchange does a planted fault of ${check.facts.join(" or ")} show: plant one (npm run new fault), or write the examples`,
    );
  const drafts = breaks.map(({ fact, shown: { what, violation, exchange } }): Fail => ({
    what,
    blames: fact,
    pointer: violation.pointer ?? "",
    ...exampleOf(exchange),
  }));
  // Changes on top of the pass cannot express every answer, for example an empty body.
  const fails = drafts.filter((fail) => hold(check, { pass, fails: [fail] }, [], tools));
  const examples = { pass, fails };
  const still = (): boolean => hold(check, examples, check.facts, tools);
  if (!still()) throw new Error("the example does not say what the exchange said");
  for (const fail of fails) sayChanges(fail, pass, still);
  for (const fail of fails) shrink(fail, still);
  shrink(pass, still, { keepsProperties: true });
  for (const fail of fails) shrink(fail, still);
  for (const fail of fails) if (fail.operation === pass.operation) delete fail.operation;
  return examples;
};
