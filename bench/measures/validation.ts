import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { Bench, type Task } from "tinybench";
import { formats } from "../../src/core/formats/formats.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { compiledFor, loadValidators, validateModel } from "../../src/builtin/validation.ts";
import type { Figure, Measure } from "../figure.ts";

/** A contact with all properties: the sandbox's first one. */
const fullContact = async (): Promise<Record<string, unknown>> => {
  const sandbox = createSandbox({ scale: 5 });
  const { baseUrl, credentials } = sandbox.config().interfaces.crm;
  const response = await sandbox.fetch(
    new Request(`${baseUrl}/api/Contact/1`, {
      headers: { authorization: `Bearer ${String(credentials["apiKey"])}` },
    }),
  );
  const contact = (await response.json()) as Record<string, unknown>; // The sandbox's answer.
  await sandbox.close();
  return contact;
};

const speedOf = (task: Task | undefined): { value: number; spread: number; runs: number } => {
  const result = task?.result;
  if (result === undefined || !("throughput" in result))
    throw new Error(`${task?.name ?? "a task"} did not run`);
  return {
    value: result.throughput.p50 * calls,
    spread: result.throughput.rme / 100,
    runs: result.throughput.samplesCount,
  };
};

/** A single call is too short for the clock. */
const calls = 200;

const repeated = (validate: () => unknown) => (): void => {
  for (let call = 0; call < calls; call += 1) validate();
};

/**
 * Validation of a full Contact beside the same schema compiled by plain Ajv. Ajv inlines referenced schemas; the
 * generated validators call them, so that a violation names its model.
 */
export const validation: Measure = {
  id: "validation",
  title: "validating a full Contact",
  measure: async ({ root, scale }) => {
    await loadValidators(["crm"]);
    const schema: object = JSON.parse(
      readFileSync(`${root}src/builtin/generated/schemas/crm/Contact.json`, "utf8"),
    );
    const bare = new Ajv2020({ allErrors: true, strict: false, formats }).compile(schema);
    const generated = compiledFor("crm").validators["Contact"];
    if (generated === undefined) throw new Error("Contact has no validator");
    const valid = await fullContact();
    const invalid = { ...valid, name: 5, contactType: null };
    if (!bare(valid) || !generated(valid) || bare(invalid) || generated(invalid))
      throw new Error("the validators disagree");

    const bench = new Bench({ time: 1000 * scale, warmupTime: 200 })
      .add(
        "bare, valid",
        repeated(() => bare(valid)),
      )
      .add(
        "generated, valid",
        repeated(() => generated(valid)),
      )
      .add(
        "described, valid",
        repeated(() => validateModel("crm", "Contact", valid)),
      )
      .add(
        "bare, invalid",
        repeated(() => bare(invalid)),
      )
      .add(
        "generated, invalid",
        repeated(() => generated(invalid)),
      )
      .add(
        "described, invalid",
        repeated(() => validateModel("crm", "Contact", invalid)),
      );
    await bench.run();
    const figure = (name: string, peer: string, bound: number): Figure => ({
      what: `Contact, ${name}`,
      unit: "ops/s",
      ...speedOf(bench.getTask(name)),
      peer: { name: "bare Ajv-compiled function", value: speedOf(bench.getTask(peer)).value },
      limit: { on: "ratio", at: "least", bound },
    });
    return [
      figure("generated, valid", "bare, valid", 0.6),
      figure("generated, invalid", "bare, invalid", 0.6),
      figure("described, valid", "bare, valid", 0.5),
      {
        ...figure("described, invalid", "bare, invalid", 0.1),
        note: "with place, fact and sentence for each violation",
      },
    ];
  },
};
