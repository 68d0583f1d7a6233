import { type VerifyOptions, verifyOptions } from "./options.ts";
import { environmentOf, nonceOf } from "../../inputs/app-options.ts";
import { contract as builtin } from "../../inputs/contract.ts";
import type { Contract } from "../../core/model/contract.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import { withCredentials } from "../../inputs/client-credentials.ts";
import { openNamed } from "../../inputs/named-target.ts";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { UsageError } from "../../core/model/usage-error.ts";
import type { Verdict } from "../../core/run/exit-code.ts";
import type { Target } from "../../core/run/target.ts";
import { type Broker, openBroker } from "./broker.ts";
import { suggestionHint } from "../../core/output/suggest.ts";
import { parsePact, type PactFile } from "./pact-file.ts";
import { checkStates } from "./provider-states.ts";
import { isWrong, type PactCounts, pactCounts, verdictOfPacts, whyUnpublished } from "./verdict.ts";
import {
  type AssignedPact,
  findsOperation,
  type PactResult,
  unaskedPact,
  verifyPact,
} from "./verify-pact.ts";
import { assertNamesTarget } from "../../inputs/open-config.ts";
import { orSandbox } from "../../inputs/config-reading.ts";
import { openTarget } from "../../inputs/open-target.ts";
import { readTextFile } from "../../core/source/read-file.ts";
import type { Emit } from "../../core/run/create-run.ts";
import type { Environment } from "../../core/model/environment.ts";
import { version } from "../../core/model/version.ts";

/** Outcome of the pacts. */
export interface VerifyResult {
  readonly verdict: Verdict;
  readonly summary: PactCounts;
  readonly pacts: readonly PactResult[];
  /** Why the results were not published as requested. */
  readonly unpublished?: string;
}

/** The interface of each provider, by its name in pacts. */
type ProviderNames = ReadonlyMap<string, InterfaceName>;

const only = (names: Iterable<InterfaceName>): InterfaceName | undefined => {
  const [first, ...others] = new Set(names);
  return others.length === 0 ? first : undefined;
};

/**
 * The interface of a pact: from `--provider`, else from its provider's name if that contains one of a configuration, else
 * the only one there is, or that of the paths of its requests.
 * @throws UsageError if none of these decides.
 */
const interfaceOf = (pact: PactFile, providers: ProviderNames, contract: Contract): InterfaceName => {
  const { interfaces } = contract;
  const find = findsOperation(contract);
  const found =
    providers.get(pact.provider) ??
    only(interfaces.filter((name) => pact.provider.toLowerCase().includes(name))) ??
    only(interfaces) ??
    only(
      pact.interactions.flatMap(
        ({ method, path }) => find(method, `http://provider.test${path}`)?.interface ?? [],
      ),
    );
  if (found !== undefined && interfaces.includes(found)) return found;
  if (found !== undefined)
    throw new UsageError(`${found} is no interface here`, {
      option: "providers",
      hint: suggestionHint(found, interfaces) ?? `known: ${interfaces.join(", ")}`,
    });
  throw new UsageError(`the interface of the provider ${pact.provider} is unknown`, {
    location: pact.location,
    hint: `name it: --provider "${pact.provider}=${interfaces[0] ?? "NAME"}"`,
  });
};

const assertInstalled = (): void => {
  const require = createRequire(import.meta.url);
  const missing = ["@pact-foundation/pact-core", "@pactflow/openapi-pact-comparator"].filter((name) => {
    try {
      require.resolve(name);
      return false;
    } catch {
      return true;
    }
  });
  if (missing.length > 0)
    throw new UsageError(`pacts need ${missing.join(" and ")}`, {
      hint: `npm install --save-dev ${missing.join(" ")}`,
    });
};

const brokerCredential = ({ env }: Environment): string | undefined => {
  const { PACT_BROKER_TOKEN: token, PACT_BROKER_USERNAME: user, PACT_BROKER_PASSWORD: password } = env;
  if (token === undefined)
    return user && `Basic ${Buffer.from(`${user}:${password ?? ""}`).toString("base64")}`;
  if (token === "")
    throw new UsageError("is empty", { location: "PACT_BROKER_TOKEN", hint: "set it or unset it" });
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new UsageError("contains characters that a header cannot hold", { location: "PACT_BROKER_TOKEN" });
  return `Bearer ${token}`;
};

const brokerOf = ({ broker: url, publish, branch }: VerifyOptions, around: Environment) => {
  if (url === undefined && publish !== undefined)
    throw new UsageError("needs a broker", { option: "publish", hint: "add `broker` URL" });
  if (branch !== undefined && publish === undefined)
    throw new UsageError("needs a version", { option: "branch", hint: "add `publish` VERSION" });
  if (url === undefined) return undefined;
  return openBroker(url, brokerCredential(around), around);
};

const gather = async (
  files: readonly string[],
  providers: ProviderNames,
  broker: Broker | undefined,
  { interfaces }: Contract,
  { cwd, signal }: Environment,
): Promise<readonly PactFile[]> => {
  const names = providers.size > 0 ? [...providers.keys()] : interfaces;
  const pacts: PactFile[] = [];
  for (const path of files)
    pacts.push(parsePact(await readTextFile(resolve(cwd, path), { location: path, signal }), path));
  if (broker !== undefined) for (const name of names) pacts.push(...(await broker.pacts(name)));
  if (pacts.length > 0) return pacts;
  throw new UsageError("there is no pact to verify", {
    hint:
      broker === undefined ? "name files, or a `broker`" : "does `providers` name what the broker calls it?",
  });
};

const assertTargeted = (pacts: readonly AssignedPact[], target: Target): void => {
  const lacking = pacts.find((one) => !target.interfaces.includes(one.interface));
  if (lacking !== undefined)
    throw new UsageError(`the configuration has no ${lacking.interface} interface`, {
      location: lacking.pact.location,
      hint: `add interfaces.${lacking.interface}.baseUrl`,
    });
};

/** Verifies one pact after the other until the run is stopped; the remaining ones are not judged. */
const verifyAll = async (
  pacts: readonly AssignedPact[],
  target: Target,
  nonce: () => string,
  emit: Emit<PactResult>,
  signal: AbortSignal,
): Promise<readonly PactResult[]> => {
  const results: PactResult[] = [];
  for (const pact of pacts) {
    const isStopped = results.some(({ stopped }) => stopped !== undefined);
    const isOver = isStopped || signal.aborted;
    const why = isStopped ? "the run was stopped" : "the run was interrupted";
    const result = isOver ? unaskedPact(pact, why) : await verifyPact(pact, target, nonce, signal);
    results.push(result);
    await emit(result);
  }
  return results;
};

/** Publishes a verdict, or returns why it must not be published. */
const publishAll = async (
  pacts: readonly AssignedPact[],
  results: readonly PactResult[],
  broker: Broker,
  { publish: providerVersion, branch }: VerifyOptions,
): Promise<string | undefined> => {
  if (providerVersion === undefined) return undefined;
  const why = whyUnpublished(results);
  if (why !== undefined) return why;
  const verifiedBy = { implementation: "tripact", version: version() };
  for (const [index, result] of results.entries()) {
    const pact = pacts[index]?.pact;
    if (pact !== undefined)
      await broker.publish(pact, { success: !isWrong(result), providerVersion, branch, verifiedBy });
  }
  return undefined;
};

const verifyGathered = async (
  pacts: readonly AssignedPact[],
  target: Target,
  broker: Broker | undefined,
  options: VerifyOptions,
  emit: Emit<PactResult>,
  signal: AbortSignal,
): Promise<VerifyResult> => {
  assertTargeted(pacts, target);
  if (target.sandboxOrigin !== undefined) for (const one of pacts) checkStates(one.pact, one.interface);
  const results = await verifyAll(pacts, target, nonceOf(options), emit, signal);
  const unpublished = broker && (await publishAll(pacts, results, broker, options));
  return {
    verdict: verdictOfPacts(results, signal.aborted),
    summary: pactCounts(results),
    pacts: results,
    ...(unpublished === undefined ? {} : { unpublished }),
  };
};

/** @throws UsageError for an unusable pact, option or configuration */
export const verifyPacts = async (
  options: VerifyOptions,
  emit: Emit<PactResult>,
  signal: AbortSignal,
): Promise<VerifyResult> => {
  const around = environmentOf(options, verifyOptions, signal);
  assertInstalled();
  const providers = new Map(Object.entries(options.providers ?? {}));
  const broker = brokerOf(options, around);
  const { seed = verifyOptions.seed.usual } = options;
  const opened = await openNamed(options, around, { ...orSandbox, canWrite: false });
  assertNamesTarget(opened);
  const { contract = builtin } = opened ?? {};
  try {
    const gathered = await gather(options.files ?? [], providers, broker, contract, around);
    const pacts = gathered.map((pact) => ({
      pact,
      contract,
      interface: interfaceOf(pact, providers, contract),
    }));
    const { config } = await withCredentials(opened, around);
    const { target } = await openTarget({
      contract,
      config,
      clock: around.clock,
      seed,
      shared: options.stateFolder,
    });
    try {
      return await verifyGathered(pacts, target, broker, options, emit, signal);
    } finally {
      await target.close();
    }
  } catch (error) {
    // A failure of the broker caused by the abort is no error.
    signal.throwIfAborted();
    throw error;
  }
};
