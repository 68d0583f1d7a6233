import { requireKebabCase, requireOneOf, type Scaffold, WrongUse } from "./scaffold.ts";
import { changeKinds } from "../../src/consumers/diff/kinds.ts";

const usage = "npm run new change KIND wider|narrower|other|none";

const variances = ["wider", "narrower", "other", "none"] as const;

/** Adds a kind to the end of the list of its variance. */
const withKind = (text: string, kind: string, variance: string): string => {
  const list = text.indexOf(`\n  ${variance}: [`, text.indexOf("const schemaKinds"));
  const end = text.indexOf("\n  ],", list);
  return `${text.slice(0, end)}\n    "${kind}",${text.slice(end)}`;
};

/**
 * A kind of change of a schema that \`diff\` reports, with what it does to the set of allowed values.
 * @throws WrongUse for an existing kind or an unknown variance.
 */
export const newChange = ([id, variance]: readonly string[]): Scaffold => {
  const kind = requireKebabCase(id, usage);
  const effect = requireOneOf(variance, variances, usage);
  if (changeKinds.has(`request-${kind}`)) throw new WrongUse(`there is a kind ${kind} already`);
  return {
    files: {},
    edits: { "src/consumers/diff/kinds.ts": (text) => withKind(text, kind, effect) },
    left: [
      `src/consumers/diff/schemas/constraints.ts, or another rule of that folder: compare both versions and report("${kind}", …); what a document may say in two ways is settled in src/documents/shapes first`,
      "test/consumers/diff/real-changes.test.ts: a row in changes; each is seen in both directions, wherever a schema may stand",
      "test/consumers/diff/rewritings.ts: if the same can be written in two ways, a rewriting that must give no entry",
      "npm run loop test/consumers/diff",
    ],
  };
};
