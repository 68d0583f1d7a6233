import type * as Ts from "typescript";
import { childPointer } from "../../../core/formats/json-pointer.ts";
import type { Addresses, OwnedOperation } from "../addresses.ts";
import { operationLocation } from "../locations.ts";
import { type Location, locationIn } from "../use.ts";
import type { Analysis } from "./analysis.ts";
import { relateInput } from "./inputs.ts";
import { addressIn, type CallSyntax, callAround, methodBeside } from "./request-syntax.ts";

const at = ({ interface: name, operation }: OwnedOperation, ...parts: readonly string[]): Location =>
  locationIn(name, childPointer(operationLocation(operation), ...parts));

/** Whether a call accepts only paths of the contract, so that its answer has the types of the operation. */
const isTyped = ({ checker, questions }: Analysis, node: Ts.Expression): boolean => {
  const wanted = checker.getContextualType(node);
  const type = wanted === undefined ? undefined : (checker.getBaseConstraintOfType(wanted) ?? wanted);
  return type !== undefined && questions.literalsOf(type).length > 0;
};

/** Records the documented statuses that the code around a call tests. */
const compareStatuses = ({ statuses, uses }: Analysis, call: CallSyntax, called: OwnedOperation): void => {
  for (const { status, node } of statuses(call)) {
    const documented = [String(status), `${Math.floor(status / 100)}XX`].find((code) =>
      called.operation.responses.some((response) => response.status === code),
    );
    if (documented !== undefined)
      uses.add("compare", [at(called, "responses", documented)], node, { values: [status] });
  }
};

/** Those that are called by a method. Without one it is a GET if there is one, otherwise any method. */
const chosenOf = (
  named: readonly OwnedOperation[],
  method: string | undefined,
): readonly OwnedOperation[] => {
  if (method !== undefined) return named.filter(({ operation }) => operation.method.toLowerCase() === method);
  const reads = named.filter(({ operation }) => operation.method === "GET");
  return reads.length > 0 ? reads : named;
};

/** Records which operations a URL or path in a text calls, and what is sent. */
export const visitCalls =
  (analysis: Analysis, addresses: Addresses) =>
  (node: Ts.Node): void => {
    const { compiler, uses } = analysis;
    const address = addressIn(compiler, node);
    if (address === undefined || !addresses.mayBeIn(address) || compiler.isLiteralTypeNode(node.parent))
      return;
    const { operations, isVague } = addresses.at(address);
    if (operations.length === 0) return;
    const isByType = compiler.isStringLiteralLike(node) && isTyped(analysis, node);
    const call = callAround(compiler, node);
    const method = call === undefined ? undefined : methodBeside(compiler, call);
    if (isVague && method === undefined && !isByType) return;
    for (const called of chosenOf(operations, method)) {
      uses.add("call", [at(called)], node);
      if (isByType) uses.add("read", [at(called, "responses")], node);
      if (call === undefined) continue;
      relateInput(analysis, call, called);
      compareStatuses(analysis, call, called);
    }
  };
