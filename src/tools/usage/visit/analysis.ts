import type * as Ts from "typescript";
import type { TypeQuestions } from "../accepting.ts";
import type { Uses } from "../collect-uses.ts";
import type { ContractTypes } from "../contract-types.ts";
import type { Flow } from "../flow.ts";
import type { Compiler } from "../load-compiler.ts";
import type { Relate } from "../relate.ts";
import type { Shapes } from "../shapes.ts";
import type { FindStatuses } from "./statuses.ts";

/** What visitors of a consumer's code have at hand. */
export interface Analysis {
  readonly compiler: Compiler;
  readonly checker: Ts.TypeChecker;
  readonly contract: ContractTypes;
  readonly shapes: Shapes;
  readonly questions: TypeQuestions;
  readonly flow: Flow;
  readonly relate: Relate;
  readonly uses: Uses;
  readonly statuses: FindStatuses;
}
