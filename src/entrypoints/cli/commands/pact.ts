import { verifyOptions } from "../../../consumers/pact/options.ts";
import { declared, documentTraffic, inputOperand, pickDeclared, textOption } from "../options.ts";
import { liveFolder } from "../../../core/config/state-folder.ts";
import type { InterfaceName } from "../../../core/model/interface-name.ts";
import { plural } from "../../../core/output/plural.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import type { Palette } from "../../../core/output/palette.ts";
import { joinSafe, safe, safeJson, type SafeText } from "../../../core/output/safe-text.ts";
import { isWrong, type PactCounts } from "../../../consumers/pact/verdict.ts";
import type { PactResult } from "../../../consumers/pact/verify-pact.ts";
import {
  asked,
  command,
  type CommandGroup,
  type CommonOptions,
  type OptionKind,
  verdictCodes,
} from "../command.ts";
import { type CliIo, paletteFor } from "../io.ts";

const providers: OptionKind<Readonly<Record<string, InterfaceName>>, false> = {
  text: "name of a provider in pacts, and its interface",
  flag: "provider",
  value: "name=interface",
  many: true,
  always: false,
  read: (values) =>
    Object.fromEntries(
      values.map((value) => {
        const at = value.lastIndexOf("=");
        const name = value.slice(at + 1);
        if (at <= 0 || name === "")
          throw new UsageError(`${value} is not NAME=INTERFACE`, {
            location: "--provider",
            hint: "the interface is one of the configuration, or that of --openapi",
          });
        return [value.slice(0, at), name];
      }),
    ),
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

const printResults = (
  results: readonly PactResult[],
  counts: PactCounts,
  options: CommonOptions,
  io: CliIo,
): void => {
  if (options.json === true) {
    io.stdout.write(safeJson({ summary: counts, pacts: results }, 2));
    return;
  }
  const palette = paletteFor(options, io);
  const { verified, failed, leftOut, notJudged = 0, contradictions } = counts;
  const unjudged = notJudged === 0 ? "" : `${notJudged} not judged, `;
  const summary = safe`${plural(verified, "interaction")} verified, ${failed} failed, ${leftOut} skipped, ${unjudged}${plural(contradictions, "contradicts", "contradict")} the OpenAPI documents\n`;
  const isQuiet = options.quiet === true;
  io.stdout.write(
    safe`${textOf(results, palette, isQuiet)}${isQuiet && failed + notJudged + contradictions === 0 ? "" : summary}`,
  );
};

/**
 * `tripact pact verify`: verifies consumers' pacts against documents and sandbox, or against a target. Exit code 1 if
 * one fails, 3 if no interaction of a pact could be sent or the target did not answer, 4 if the budget ran out.
 * Publishes only if every interaction has a verdict.
 */
const verifyCommand = command({
  name: "verify",
  summary: "verify pacts",
  description:
    "Compares pacts with the OpenAPI documents and verifies them against the embedded sandbox, in the provider " +
    "states that they name. With --config it verifies a target, and sends only interactions that read.",
  operands: [inputOperand("[files...]", "pact files", "the pact")],
  options: {
    broker: declared(verifyOptions.broker),
    providers,
    config: textOption("configuration of a target to verify against", "file"),
    ...documentTraffic("verify against the server of this OpenAPI document"),
    auth: declared({ ...verifyOptions.auth, help: "with --openapi: a credential, as in tripact check" }),
    ...pickDeclared(verifyOptions, "headers", "seed", "publish", "branch"),
  },
  async run(options, io, ...files) {
    const [{ verify }, { pactCounts }] = await Promise.all([
      import("../../../app/verbs.ts"),
      import("../../../consumers/pact/verdict.ts"),
    ]);
    const run = verify({ ...asked(options, io), files, stateFolder: liveFolder(io.env) });
    const results: PactResult[] = [];
    try {
      for await (const result of run) results.push(result);
    } finally {
      // Shows the results even if they could not be published.
      if (results.length > 0) printResults(results, pactCounts(results), options, io);
    }
    const { verdict, unpublished } = await run.result;
    if (unpublished !== undefined) io.stderr.write(safe`tripact: nothing was published: ${unpublished}\n`);
    return verdictCodes[verdict];
  },
});

/** `tripact pact states`: lists the provider states that the sandbox supports. */
const statesCommand = command({
  name: "states",
  summary: "list the provider states",
  description: "Lists the provider states that the sandbox sets up for a pact, by interface.",
  async run({ json, color }, { env, stdout }) {
    const { providerStates } = await import("../../../consumers/pact/provider-states.ts");
    if (json === true) {
      const rows = providerStates.map(({ name, interface: of, effect }) => ({
        name,
        interface: of,
        takesId: effect.kind === "record",
      }));
      stdout.write(safeJson(rows, 2));
      return 0;
    }
    const { strong, dim } = paletteFor({ color }, { env, stdout });
    for (const { name, interface: of, effect } of providerStates)
      stdout.write(
        safe`${strong(of.padEnd(9))}  ${name}${effect.kind === "record" ? dim("  { id }") : ""}\n`,
      );
    return 0;
  },
});

export const pactCommand: CommandGroup = {
  name: "pact",
  summary: "verify consumers' pacts",
  description: "Verifies the pacts that consumers' Pact tests write.",
  commands: [verifyCommand, statesCommand],
};
