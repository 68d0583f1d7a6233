import type * as Ts from "typescript";
import { childPointer } from "../../../harness/formats/json-pointer.ts";
import type { TypeQuestions } from "../accepting.ts";
import type { Uses } from "../collect-uses.ts";
import { addModels } from "../composed-uses.ts";
import type { ContractTypes } from "../contract-types.ts";
import type { Flow } from "../flow/create-flow.ts";
import type { Compiler } from "../load-compiler.ts";
import type { Relate } from "../relate.ts";
import type { Shapes } from "../shapes.ts";
import type { FindStatuses } from "./statuses.ts";
import { type Location, locationIn, partsOf } from "../use.ts";

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

export const below = (location: Location, keyword: string): Location => {
  const { interface: name, pointer } = partsOf(location);
  return locationIn(name, childPointer(pointer, keyword));
};

/** Something is done with every property, whichever there are. */
export const depend = (analysis: Analysis, type: Ts.Type, node: Ts.Node): void => {
  addModels(analysis, "keys", type, node);
  addModels(analysis, "whole", type, node);
};

export const typeOf = ({ checker }: Analysis, symbol: Ts.Symbol | undefined): Ts.Type =>
  symbol === undefined ? checker.getUnknownType() : checker.getTypeOfSymbol(symbol);
