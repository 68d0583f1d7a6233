import { operationMatcher } from "../../../contract/documents.ts";
import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import type { Config } from "../../../harness/config/config.ts";
import { type InterfaceName, interfaceNames, isInterfaceName } from "../../../contract/interface-name.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import { type Broker, openBroker } from "../../pact/broker.ts";
import { interfaceOf, type ProviderNames } from "../../pact/pact-interface.ts";
import { parsePact, type PactFile } from "../../pact/pact-file.ts";
import { checkStates, providerStates } from "../../pact/provider-states.ts";
import { exitCodeOfPacts, isWrong, whyUnpublished } from "../../pact/verdict.ts";
import { type PactResult, unaskedPact, verifyPact, type VerifyOptions } from "../../pact/verify-pact.ts";
import { createFindOperation } from "../../../harness/recordings/find-operation.ts";
import { createPalette, type Palette } from "../../../harness/output/palette.ts";
import { joinSafe, safe, safeJson, type SafeText } from "../../../harness/output/safe-text.ts";
import type { Target } from "../../../harness/runner/target.ts";
import { usesColor } from "../color.ts";
import type { CommonOptions } from "../definition.ts";
import type { VerifyOptions as Options } from "../definitions/pact.ts";
import { orSandbox } from "../../../app/open-config.ts";
import { assertNamesTarget, findConfig } from "../find-config.ts";
import type { CliIo } from "../io.ts";
import { openTarget } from "../../../app/open-target.ts";
import { liveFolder } from "../../../app/state-folder.ts";
import { integerOf } from "../option-values.ts";
import { readTextFile } from "../../../app/read-file.ts";
import { version } from "../../../app/version.ts";

interface AssignedPact {
  readonly pact: PactFile;
  readonly interface: InterfaceName;
}

const assertInstalled = (): void => {
  const require = createRequire(import.meta.url);
  const missing = ["@pact-foundation/pact", "@pactflow/openapi-pact-comparator"].filter((name) => {
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

const providersOf = (values: readonly string[]): ProviderNames =>
  new Map(
    values.map((value) => {
      const at = value.lastIndexOf("=");
      const name = value.slice(at + 1);
      if (at <= 0 || !isInterfaceName(name))
        throw new UsageError(`${value} is not NAME=INTERFACE`, {
          location: "--provider",
          hint: `the interface is one of ${interfaceNames.join(", ")}`,
        });
      return [value.slice(0, at), name];
    }),
  );

const brokerCredential = ({ env }: CliIo): string | undefined => {
  const { PACT_BROKER_TOKEN: token, PACT_BROKER_USERNAME: user, PACT_BROKER_PASSWORD: password } = env;
  if (token === undefined)
    return user && `Basic ${Buffer.from(`${user}:${password ?? ""}`).toString("base64")}`;
  if (token === "")
    throw new UsageError("is empty", { location: "PACT_BROKER_TOKEN", hint: "set it or unset it" });
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new UsageError("contains characters that a header cannot hold", { location: "PACT_BROKER_TOKEN" });
  return `Bearer ${token}`;
};

const brokerOf = ({ broker: url, publish, branch }: Options, io: CliIo): Broker | undefined => {
  if (url === undefined && publish !== undefined)
    throw new UsageError("needs a broker", { location: "--publish", hint: "add --broker URL" });
  if (branch !== undefined && publish === undefined)
    throw new UsageError("needs a version", { location: "--branch", hint: "add --publish VERSION" });
  if (url === undefined) return undefined;
  return openBroker({ url, authorization: brokerCredential(io), signal: io.signal });
};

const gather = async (
  files: readonly string[],
  providers: ProviderNames,
  broker: Broker | undefined,
  { cwd, signal }: CliIo,
): Promise<readonly PactFile[]> => {
  const names = providers.size > 0 ? [...providers.keys()] : interfaceNames;
  const pacts: PactFile[] = [];
  for (const path of files)
    pacts.push(parsePact(await readTextFile(resolve(cwd, path), { location: path, signal }), path));
  if (broker !== undefined) for (const name of names) pacts.push(...(await broker.pacts(name)));
  if (pacts.length === 0)
    throw new UsageError("there is no pact to verify", {
      hint:
        broker === undefined ? "name files, or a --broker" : "does --provider name what the broker calls it?",
    });
  return pacts;
};

const find = createFindOperation({ matcher: operationMatcher, baseUrls: {} });

const assertTargeted = (pacts: readonly AssignedPact[], target: Target): void => {
  const lacking = pacts.find((one) => !target.interfaces.includes(one.interface));
  if (lacking !== undefined)
    throw new UsageError(`the configuration has no ${lacking.interface} interface`, {
      location: lacking.pact.location,
      hint: `add interfaces.${lacking.interface}.baseUrl`,
    });
};

const pactText = (
  { consumer, provider, interface: name, contradictions, interactions }: PactResult,
  { good, bad, warn, dim, strong }: Palette,
  quiet: boolean,
): SafeText => {
  const marks = { verified: good("✓"), failed: bad("✗"), "left-out": dim("–"), "not-judged": warn("?") };
  const contradicted = contradictions.map(
    ({ severity, code, message, interaction, pactLocation }) =>
      safe`  ${severity === "error" ? bad("✗") : warn("!")} ${interaction}: ${message}\n      ${dim(`${code}, ${pactLocation}`)}\n`,
  );
  const asked = interactions
    .filter(({ status }) => !quiet || status === "failed" || status === "not-judged")
    .map(({ description, states, status, reasons }) => {
      const given = states.length === 0 ? "" : dim(` (${states.join(", ")})`);
      return safe`  ${marks[status]} ${description}${given}\n${reasons.map((reason) => safe`      ${reason}\n`)}`;
    });
  return safe`${strong(`${consumer} → ${provider}`)} ${dim(name)}\n${contradicted}${asked}`;
};

const isWorthPrinting = (result: PactResult): boolean =>
  isWrong(result) || result.interactions.some(({ status }) => status === "not-judged");

const textOf = (results: readonly PactResult[], palette: Palette, quiet: boolean): SafeText =>
  joinSafe(
    results
      .filter((result) => !quiet || isWorthPrinting(result))
      .map((result) => pactText(result, palette, quiet)),
    "",
  );

const countsOf = (results: readonly PactResult[]) => {
  const all = results.flatMap(({ interactions }) => interactions);
  const count = (status: string): number => all.filter((one) => one.status === status).length;
  const notJudged = count("not-judged");
  return {
    pacts: results.length,
    verified: count("verified"),
    failed: count("failed"),
    leftOut: count("left-out"),
    ...(notJudged === 0 ? {} : { notJudged }),
    contradictions: results
      .flatMap(({ contradictions }) => contradictions)
      .filter(({ severity }) => severity === "error").length,
  };
};

const printResults = (results: readonly PactResult[], options: Options, io: CliIo): void => {
  const counts = countsOf(results);
  if (options.json === true) {
    io.stdout.write(safeJson({ summary: counts, pacts: results }, 2));
    return;
  }
  const palette = createPalette(usesColor(options.color, io.env, io.stdout));
  const { verified, failed, leftOut, notJudged = 0, contradictions } = counts;
  const unjudged = notJudged === 0 ? "" : `${notJudged} not judged, `;
  const summary = safe`${verified} interactions verified, ${failed} failed, ${leftOut} skipped, ${unjudged}${contradictions} contradict the OpenAPI documents\n`;
  const isQuiet = options.quiet === true;
  io.stdout.write(
    safe`${textOf(results, palette, isQuiet)}${isQuiet && failed + notJudged + contradictions === 0 ? "" : summary}`,
  );
};

/** Verifies one pact after the other, until the run is stopped; what is not asked any more is not judged. */
const verifyAll = async (
  pacts: readonly AssignedPact[],
  options: Omit<VerifyOptions, "interface">,
): Promise<readonly PactResult[]> => {
  const results: PactResult[] = [];
  for (const { pact, interface: name } of pacts) {
    const isStopped = results.some(({ stopped }) => stopped !== undefined);
    const isOver = isStopped || options.signal.aborted;
    const why = isStopped ? "the run was stopped" : "the run was interrupted";
    results.push(
      isOver ? unaskedPact(pact, name, why) : await verifyPact(pact, { ...options, interface: name }),
    );
  }
  return results;
};

const publishAll = async (
  pacts: readonly AssignedPact[],
  results: readonly PactResult[],
  broker: Broker,
  { publish: providerVersion, branch }: Options,
  io: CliIo,
): Promise<void> => {
  if (providerVersion === undefined) return;
  const why = whyUnpublished(results);
  if (why !== undefined) {
    io.stderr.write(safe`tripact: nothing was published: ${why}\n`);
    return;
  }
  const verifiedBy = { implementation: "tripact", version: version() };
  for (const [index, result] of results.entries()) {
    const pact = pacts[index]?.pact;
    if (pact !== undefined)
      await broker.publish(pact, { success: !isWrong(result), providerVersion, branch, verifiedBy });
  }
};

const verifyGathered = async (
  pacts: readonly AssignedPact[],
  broker: Broker | undefined,
  { seed, config }: { readonly seed: number; readonly config: Config | undefined },
  options: Options,
  io: CliIo,
): Promise<number> => {
  const { target } = await openTarget(config, seed, io.clock, liveFolder(io.env));
  try {
    assertTargeted(pacts, target);
    if (target.sandboxOrigin !== undefined) for (const one of pacts) checkStates(one.pact, one.interface);
    const { signal } = io;
    const results = await verifyAll(pacts, { target, find, nonce: randomUUID, signal });
    printResults(results, options, io);
    if (broker !== undefined) await publishAll(pacts, results, broker, options, io);
    return exitCodeOfPacts(results, signal.aborted);
  } finally {
    await target.close();
  }
};

/**
 * `tripact pact verify`: consumers' pacts against documents and sandbox, or a target. Exit code 1 when one
 * does not hold, 3 when no interaction of a pact could be asked or the target gave no answer, 4 when the budget was
 * spent; only a verdict on every interaction is published.
 * @throws UsageError for a pact, an option or a configuration that cannot be used.
 */
export const verifyPacts = async (options: Options, io: CliIo, ...files: string[]): Promise<number> => {
  assertInstalled();
  const providers = providersOf(options.provider ?? []);
  const broker = brokerOf(options, io);
  const seed = integerOf("--seed", options.seed, 0, 0xffff_ffff);
  const config = options.config === undefined ? undefined : await findConfig(options.config, io, orSandbox);
  assertNamesTarget(options.config, config);
  try {
    const gathered = await gather(files, providers, broker, io);
    const pacts = gathered.map((pact) => ({ pact, interface: interfaceOf(pact, providers, find) }));
    return await verifyGathered(pacts, broker, { seed, config }, options, io);
  } catch (error) {
    // What the broker did not answer as it was given up is no fault of anybody.
    io.signal.throwIfAborted();
    throw error;
  }
};

/** `tripact pact states`: the provider states that a pact may ask the sandbox for. */
export const listStates = async (options: CommonOptions, io: CliIo): Promise<number> => {
  if (options.json === true) {
    const rows = providerStates.map(({ name, interface: of, effect }) => ({
      name,
      interface: of,
      takesId: effect.kind === "record",
    }));
    io.stdout.write(safeJson(rows, 2));
    return 0;
  }
  const { strong, dim } = createPalette(usesColor(options.color, io.env, io.stdout));
  for (const { name, interface: of, effect } of providerStates)
    io.stdout.write(
      safe`${strong(of.padEnd(9))}  ${name}${effect.kind === "record" ? dim("  { id }") : ""}\n`,
    );
  return 0;
};
