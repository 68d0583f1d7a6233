import { liveFolder } from "../../../app/state-folder.ts";
import { verify } from "../../../app/verify.ts";
import { type InterfaceName, interfaceNames, isInterfaceName } from "../../../contract/interface-name.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import { createPalette, type Palette } from "../../../harness/output/palette.ts";
import { joinSafe, safe, safeJson, type SafeText } from "../../../harness/output/safe-text.ts";
import { providerStates } from "../../pact/provider-states.ts";
import { isWrong, pactCounts } from "../../pact/verdict.ts";
import type { PactResult } from "../../pact/verify-pact.ts";
import { usesColor } from "../color.ts";
import type { CommonOptions } from "../definition.ts";
import type { VerifyOptions as Options } from "../definitions/pact.ts";
import { given } from "../given.ts";
import type { CliIo } from "../io.ts";
import { integerOf } from "../option-values.ts";
import { verdictCodes } from "../verdict-codes.ts";

const providersOf = (values: readonly string[]): Readonly<Record<string, InterfaceName>> =>
  Object.fromEntries(
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

const printResults = (results: readonly PactResult[], options: Options, io: CliIo): void => {
  const counts = pactCounts(results);
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

/**
 * `tripact pact verify`: consumers' pacts against documents and sandbox, or a target. Exit code 1 when one
 * does not hold, 3 when no interaction of a pact could be asked or the target gave no answer, 4 when the budget was
 * spent; only a verdict on every interaction is published.
 * @throws UsageError for a pact, an option or a configuration that cannot be used.
 */
export const verifyPacts = async (options: Options, io: CliIo, ...files: string[]): Promise<number> => {
  const { broker, config, publish, branch } = options;
  const run = verify({
    ...io,
    files,
    providers: providersOf(options.provider ?? []),
    seed: integerOf("--seed", options.seed, 0, 0xffff_ffff),
    stateFolder: liveFolder(io.env),
    ...given({ broker, config, publish, branch }),
  });
  const results: PactResult[] = [];
  try {
    for await (const result of run) results.push(result);
  } finally {
    // What was verified is shown where it could not be published, too.
    if (results.length > 0) printResults(results, options, io);
  }
  const { verdict, unpublished } = await run.result;
  if (unpublished !== undefined) io.stderr.write(safe`tripact: nothing was published: ${unpublished}\n`);
  return verdictCodes[verdict];
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
