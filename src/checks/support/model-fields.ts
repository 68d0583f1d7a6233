import type {
  JudgeTools,
  ModelInstance,
  PassiveCheck,
  Sample,
  Violation,
} from "../../harness/model/check.ts";
import { isSuccess, type Exchange } from "../../harness/model/exchange.ts";
import type { InterfaceName } from "../../contract/interface-name.ts";
import type { SchemaViolation } from "../../harness/model/violation.ts";
import { fromSchema } from "./judgements.ts";
import { valuesByName } from "./notation-by-name.ts";

export interface ModelFields {
  readonly id: string;
  readonly fact: string;
  readonly interfaces: readonly InterfaceName[];
  /** Named models of the OpenAPI documents; the check applies to responses that contain one of them. */
  readonly models: readonly string[];
  /**
   * A model that a value is held to by the name of its field, in answers of which the OpenAPI documents say nothing.
   */
  readonly alsoByName?: { readonly model: string; readonly format: string };
  readonly title: string;
  readonly why: string;
  /** Violations that another rule allows. */
  readonly allows?: (broken: SchemaViolation, exchange: Exchange) => boolean;
  /** What the schemas cannot state of these models. */
  readonly besides?: (exchange: Exchange, tools: JudgeTools) => Iterable<Violation>;
  /** What only all records of a run together show. */
  readonly sample?: () => Sample;
}

const blamed = (exchange: Exchange, fact: string, tools: JudgeTools): readonly SchemaViolation[] =>
  tools.validate(exchange).filter(({ facts }) => facts.includes(fact));

/** Values that the OpenAPI documents give the model by their fields' names, at places of which they say nothing. */
const namedBeside = (of: ModelFields, exchange: Exchange, tools: JudgeTools): readonly ModelInstance[] => {
  // The sandbox's own endpoints are not the interface's.
  if (of.alsoByName === undefined || exchange.call?.sandbox !== undefined) return [];
  const { model, format } = of.alsoByName;
  const named = valuesByName(exchange, format);
  if (named.length === 0) return named;
  const documented = new Set(tools.instances(exchange, model).map(({ pointer }) => pointer));
  return named.filter(({ pointer }) => !documented.has(pointer));
};

function* brokenByName(of: ModelFields, exchange: Exchange, tools: JudgeTools): Generator<Violation> {
  if (of.alsoByName === undefined) return;
  for (const { pointer, value } of namedBeside(of, exchange, tools))
    for (const broken of tools.validateModel(exchange.interface, of.alsoByName.model, value)) {
      const message = broken.message.replace(/^The body/, () => `\`${pointer}\``);
      yield fromSchema({ ...broken, pointer, message }, exchange);
    }
}

/**
 * A passive check of a structural fact: every successful response that contains its models is validated as a
 * whole, and what is broken is blamed on the fact that annotates the nearest schema.
 */
export const modelFields = (of: ModelFields): PassiveCheck => ({
  id: of.id,
  facts: [of.fact],
  effect: "passive",
  severity: "error",
  interfaces: of.interfaces,
  title: of.title,
  why: of.why,
  applies: (exchange, tools) =>
    isSuccess(exchange) &&
    // What a host answers beside the interface is its own affair.
    exchange.call?.unversioned !== true &&
    (of.models.some((model) => tools.instances(exchange, model).length > 0) ||
      blamed(exchange, of.fact, tools).length > 0 ||
      namedBeside(of, exchange, tools).length > 0),
  *judge(exchange, tools) {
    for (const broken of blamed(exchange, of.fact, tools))
      if (of.allows?.(broken, exchange) !== true) yield fromSchema(broken, exchange);
    yield* brokenByName(of, exchange, tools);
    yield* of.besides?.(exchange, tools) ?? [];
  },
  ...(of.sample === undefined ? {} : { sample: of.sample }),
});
