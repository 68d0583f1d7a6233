import { type ActiveCheck, type PlanContext, sendAll } from "../model/check.ts";
import { type Contract, describedAs } from "../model/contract.ts";
import { type Authorization, type AnyCall, type Exchange, responseOf } from "../model/exchange.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { Operation } from "../model/operation.ts";
import { refusedCredential } from "../model/secret.ts";
import { shapeOf, shownCount } from "../validation/shape-of.ts";
import { carryOut, type Executor } from "./execute.ts";
import { mainOf, usualAuthorization } from "./served-operations.ts";
import type { Target } from "./target.ts";

const parametersIn = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);

/** The served reads of an interface, those without a record first. */
const readsOf = (
  { operations }: PreflightContract,
  name: InterfaceName,
  target: Target,
): readonly Operation[] => {
  const declared = target.setting(`${name}.operations`);
  return Object.values(operations)
    .filter(
      (one) =>
        one.interface === name && one.method === "GET" && one.effect === "read" && one.security === "bearer",
    )
    .filter(({ id }) => !Array.isArray(declared) || declared.includes(id))
    .toSorted((one, other) => parametersIn(one.path).length - parametersIn(other.path).length);
};

/** A read with the main credential. No record has the id 0: any answer but a refusal proves the credential. */
const probeOf = (operation: Operation, authorization: Authorization): AnyCall => ({
  operation: operation.id,
  path: Object.fromEntries(parametersIn(operation.path).map((name) => [name, "0"])),
  authorization,
  label: `${operation.interface}: the main credential`,
});

type PreflightContract = Pick<Contract, "operations" | "described">;

/** A read for each main credential; if refused, a second: some endpoints refuse everybody by mistake. */
const credentialProbes = (
  contract: PreflightContract,
  target: Target,
  names: readonly InterfaceName[],
): readonly (readonly AnyCall[])[] =>
  names.flatMap((name) => {
    const main = mainOf({ contract, has: target.has }, name);
    const reads = main === undefined ? [] : readsOf(contract, name, target).slice(0, 2);
    return main === undefined || reads.length === 0 ? [] : [reads.map((one) => probeOf(one, main))];
  });

interface RecordProbe {
  /** Dotted config path of the id. */
  readonly path: string;
  readonly id: string | number;
  readonly call: AnyCall;
}

const recordProbes = (
  contract: PreflightContract,
  target: Target,
  names: readonly InterfaceName[],
): readonly RecordProbe[] =>
  names.flatMap((name) =>
    Object.entries(describedAs(contract, name).records ?? {}).flatMap(([path, read]): RecordProbe[] => {
      const operation = contract.operations[read.operation];
      const id = target.setting(path);
      const authorization = operation && usualAuthorization({ contract, has: target.has }, operation);
      if (authorization === undefined || (typeof id !== "string" && typeof id !== "number")) return [];
      const call = { operation: read.operation, path: { [read.parameter]: id }, authorization, label: path };
      return [{ path, id, call }];
    }),
  );

/** An id as a message may show it: a number of the usual length is shown. */
const shownId = (id: string | number): string =>
  /^-?\d+$/.test(String(id)) ? shownCount(Number(id)) : shapeOf(id);

const statusOf = (exchange: Exchange | undefined): number | undefined =>
  exchange && responseOf(exchange)?.status;

/** What no plan can rely on, each with a message. */
export interface Preflight {
  /** The interfaces that refuse their main credential: their answers say nothing about their provider. */
  readonly refused: ReadonlyMap<InterfaceName, string>;
  /** Configured records that do not exist, by dotted config path. */
  readonly absent: ReadonlyMap<string, { readonly interface: InterfaceName; readonly message: string }>;
}

const nothing: Preflight = { refused: new Map(), absent: new Map() };

export interface PreflightOptions {
  readonly contract: PreflightContract;
  readonly target: Target;
  readonly checks: readonly ActiveCheck[];
  readonly context: PlanContext;
  readonly executor: Executor;
}

/** The settings that a check needs, and those that its plan reads first. */
const settingsOf = (check: ActiveCheck, context: PlanContext): readonly string[] => {
  const seen = new Set(check.needs);
  const look = (path: string): void => void seen.add(path);
  const plan = check.plan({
    ...context,
    has: (path) => (look(path), context.has(path)),
    setting: (path) => (look(path), context.setting(path)),
  });
  try {
    plan.next([]);
  } catch {
    // A crashing check is reported in its turn.
  }
  return [...seen];
};

/** Asks a live target, never the embedded sandbox: at most one request for each credential and record. */
export const preflight = async ({
  contract,
  target,
  checks,
  context,
  executor,
}: PreflightOptions): Promise<Preflight> => {
  const isAsked = (name: InterfaceName): boolean =>
    checks.some(({ interfaces }) => interfaces.length === 0 || interfaces.includes(name));
  const names = target.kind === "live" ? target.interfaces.filter(isAsked) : [];
  const probes = credentialProbes(contract, target, names);
  if (probes.length === 0) return nothing;
  const refused = new Map<InterfaceName, string>();
  const absent = new Map<string, { readonly interface: InterfaceName; readonly message: string }>();
  await carryOut(function* () {
    const first = yield* sendAll(probes.flatMap(([call]) => call ?? []));
    const again = probes
      .filter((_, index) => statusOf(first[index]) === 401)
      .flatMap(([call, other]) => other ?? call ?? []);
    for (const exchange of yield* sendAll(again)) {
      const { interface: name } = exchange;
      const { mainCredential } = describedAs(contract, name);
      if (statusOf(exchange) === 401)
        refused.set(name, refusedCredential(mainCredential, target.secretName(mainCredential)));
    }
    const accepting = names.filter((name) => !refused.has(name));
    const all = recordProbes(contract, target, accepting);
    const used = new Set(all.length === 0 ? [] : checks.flatMap((check) => settingsOf(check, context)));
    const records = all.filter(({ path }) => used.has(path));
    const answers = yield* sendAll(records.map(({ call }) => call));
    for (const [index, { path, id }] of records.entries()) {
      const exchange = answers[index];
      if (exchange === undefined || statusOf(exchange) !== 404) continue;
      if (!executor.served.isServed(exchange.operation)) continue;
      const message = `${path} ${shownId(id)} was not found (404)`;
      absent.set(path, { interface: exchange.interface, message });
    }
  }, executor.live);
  return { refused, absent };
};

/** Why a check is not begun; undefined if nothing prevents it. */
export const refusalOf = (check: ActiveCheck, { refused, absent }: Preflight): string | undefined =>
  check.interfaces.flatMap((name) => refused.get(name) ?? [])[0] ??
  check.needs.flatMap((path) => absent.get(path)?.message ?? [])[0];

/** The plan context without settings that no plan can rely on. */
export const withoutUnusable = (context: PlanContext, { refused, absent }: Preflight): PlanContext =>
  refused.size + absent.size === 0
    ? context
    : {
        ...context,
        interfaces: context.interfaces.filter((name) => !refused.has(name)),
        has: (path) => !absent.has(path) && context.has(path),
        setting: (path) => (absent.has(path) ? undefined : context.setting(path)),
      };
