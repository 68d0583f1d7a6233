import type * as Ts from "typescript";
import { createTypeQuestions } from "../accepting.ts";
import { collectUses } from "../collect-uses.ts";
import type { ContractTypes } from "../contract-types.ts";
import { createFlow } from "../flow.ts";
import { createGuards } from "../guards.ts";
import type { Compiler } from "../load-compiler.ts";
import { createReferences } from "../references.ts";
import { createRelate } from "../relate.ts";
import { createTypeRelations } from "../shapes.ts";
import { createFindStatuses } from "./statuses.ts";

/** The tools for visitors of a consumer's code. */
export const analysisOf = (
  compiler: Compiler,
  program: Ts.Program,
  files: readonly Ts.SourceFile[],
  contract: ContractTypes,
  canKnow: (file: Ts.SourceFile) => boolean,
  locationOf: (node: Ts.Node) => string,
) => {
  const checker = program.getTypeChecker();
  const shapes = createTypeRelations(compiler, checker, contract, canKnow);
  const questions = createTypeQuestions(shapes);
  const flow = createFlow(
    shapes,
    questions,
    createGuards({ compiler, checker, accepts: questions.accepts }),
    createReferences(compiler, checker, files),
    program.getCompilerOptions().exactOptionalPropertyTypes === true,
  );
  const uses = collectUses(shapes, locationOf);
  const relate = createRelate(shapes, questions, uses);
  const statuses = createFindStatuses(compiler, checker);
  return { compiler, checker, contract, shapes, questions, flow, relate, uses, statuses };
};

export type Analysis = ReturnType<typeof analysisOf>;
