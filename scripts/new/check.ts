import { firstReads } from "../../src/checks/support/sample-calls.ts";
import { contract } from "../../src/inputs/contract.ts";
import { type BuiltinInterface, interfaceNames, isInterfaceName } from "../../src/builtin/interface-name.ts";
import { facts } from "../../src/builtin/generated/registry.ts";
import { interfaces } from "../../src/builtin/interfaces.ts";
import { camelCase, requireKebabCase, requireOneOf, type Scaffold } from "./scaffold.ts";

const usage = "npm run new check ID FACT [passive|read|write]";

const effects = ["passive", "read", "write"] as const;

const interfaceOf = (fact: string): BuiltinInterface => {
  const group = contract.factGroups[fact.slice(0, 3)] ?? "";
  return isInterfaceName(group) ? group : interfaceNames[0];
};

const head = (
  id: string,
  fact: string,
  effect: string,
): string => `export const ${camelCase(id)} = defineCheck({
  id: "${id}",
  facts: ["${fact}"],
  effect: "${effect}",
  interfaces: ["${interfaceOf(fact)}"],`;

const passive = (id: string, fact: string): string => `import { defineCheck } from "../core/model/check.ts";
import { isSuccess } from "../core/model/exchange.ts";

${head(id, fact, "passive")}
  title: "",
  why: "",
  applies: (exchange) => isSuccess(exchange),
  *judge() {},
});
`;

const active = (
  id: string,
  fact: string,
  effect: "read" | "write",
): string => `import { defineCheck, send } from "../core/model/check.ts";
import { notApplicable, wrongStatus } from "./support/judgements.ts";
import { mainBearer, sampleCall } from "./support/sample-calls.ts";

${head(id, fact, effect)}
  needs: ["${interfaces[interfaceOf(fact)].mainCredential}"],
  title: "",
  why: "",
  *plan(context) {
    const call = sampleCall("${firstReads[interfaceOf(fact)]}", context, mainBearer("${interfaceOf(fact)}"), "one");
    if (call !== undefined) yield* send(call);
  },
  *judge(exchanges) {
    if (exchanges.length === 0) return yield notApplicable("nothing is configured to ask for");
    for (const exchange of exchanges) {
      const wrong = wrongStatus(exchange, "success", "");
      if (wrong !== undefined) yield wrong;
    }
  },
});
`;

const examples = (fact: string, effect: (typeof effects)[number]): string => {
  const type = effect === "passive" ? "PassiveExamples" : "ActiveExamples";
  const operation = firstReads[interfaceOf(fact)];
  const [pass, fail] =
    effect === "passive"
      ? [`{ operation: "${operation}", body: {} }`, `{ body: {} }`]
      : [`{ one: 200 }`, `{ one: 200 }`];
  return `import type { ${type} } from "../kit/example.ts";

export const examples: ${type} = {
  pass: ${pass},
  otherwise: {},
  fails: { "${fact}: ": ${fail} },
};
`;
};

/**
 * A check of a fact, and its examples, which fail until both are written.
 * @throws WrongUse for an invalid id, fact or effect.
 */
export const newCheck = ([id, fact, effect = "passive"]: readonly string[]): Scaffold => {
  const name = requireKebabCase(id, usage);
  const of = requireOneOf(
    fact,
    facts.map((one) => one.id),
    usage,
  );
  const kind = requireOneOf(effect, effects, usage);
  return {
    files: {
      [`src/checks/${name}.ts`]: kind === "passive" ? passive(name, of) : active(name, of, kind),
      [`test/checks/examples/${name}.ts`]: examples(of, kind),
    },
    edits: {},
    left: [
      `src/checks/${name}.ts: write title, why and what it judges`,
      `test/checks/examples/${name}.ts: write a pass, a fail, and under otherwise a conformant target; where a planted fault breaks ${of}, npx node scripts/record-examples.ts ${name} drafts the first two`,
      `npm run loop test/checks/examples.test.ts -- -t ${name} runs them; they fail until all three are written`,
      `npx tripact check --check ${name} passes; with --fault of a fault of ${of} (npx tripact faults) it fails; if none of them shows, plant one: npm run new fault`,
      "an active check counts against the budget of a run: npx vitest run test/checks/sampling.test.ts",
    ],
  };
};
