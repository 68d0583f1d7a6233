import { type CodeKeywordDefinition, type KeywordCxt, Name, _ } from "ajv/dist/2020.js";

/**
 * `anyOf` and `oneOf` that report the choice alone, not what every branch has against the value: which branch
 * fits best is told later, from the branches' own validators. Branches are always references to definitions.
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

export const unionKeywords = [unionKeyword("anyOf"), unionKeyword("oneOf")] as const;
