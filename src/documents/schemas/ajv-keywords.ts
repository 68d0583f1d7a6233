import { type CodeKeywordDefinition, type KeywordCxt, Name, _ } from "ajv/dist/2020.js";
import { Type } from "ajv/dist/compile/util.js";

/**
 * `anyOf` and `oneOf` that report only the choice, not the violations of every branch. The best branch is determined
 * later, by the branches' own validators. Branches are always references to definitions.
 */
const unionKeyword = (keyword: "anyOf" | "oneOf"): CodeKeywordDefinition => ({
  keyword,
  schemaType: "array",
  trackErrors: true,
  error: { message: "fits no branch", params: () => _`{}` },
  code(cxt: KeywordCxt) {
    const { gen, schema } = cxt;
    const passing = gen.let("passing", _`0`);
    const branchIsValid = gen.name("_valid");
    gen.block(() => {
      for (const [index] of (schema as readonly unknown[]).entries()) {
        // schemaType
        if (keyword === "anyOf" && index > 0) gen.if(_`${passing} === 0`);
        const branch = cxt.subschema({ keyword, schemaProp: index, compositeRule: true }, branchIsValid);
        gen.if(branchIsValid, () => {
          gen.code(_`${passing}++`);
          cxt.mergeEvaluated(branch, Name);
        });
        if (keyword === "anyOf" && index > 0) gen.endIf();
      }
    });
    cxt.result(
      keyword === "anyOf" ? _`${passing} > 0` : _`${passing} === 1`,
      () => cxt.reset(),
      () => {
        cxt.reset();
        cxt.error(true);
      },
    );
  },
});

/** Number of array entries to validate: an error in the first thousand is an error of the array. */
export const mostEntries = 1000;

/**
 * `items` limited to the first thousand entries. Every violation of an entry is copied at each level above it, so an
 * endless array of invalid entries would take minutes.
 */
const boundedItems: CodeKeywordDefinition = {
  keyword: "items",
  type: "array",
  schemaType: ["object", "boolean"],
  before: "uniqueItems",
  code(cxt: KeywordCxt) {
    const { gen, data, keyword, parentSchema } = cxt;
    const first: unknown = parentSchema["prefixItems"];
    const from = Array.isArray(first) ? first.length : 0;
    const end = gen.const("end", _`Math.min(${data}.length, ${mostEntries})`);
    gen.forRange("i", from, end, (index) => {
      // The validators report every error, so this entry needs none.
      cxt.subschema({ keyword, dataProp: index, dataPropType: Type.Num }, gen.name("valid"));
    });
  },
};

/** The keywords that replace Ajv's own. */
export const ownKeywords = [unionKeyword("anyOf"), unionKeyword("oneOf"), boundedItems] as const;
