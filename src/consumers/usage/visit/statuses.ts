import type * as Ts from "typescript";
import type { Compiler } from "../load-compiler.ts";

/** A status of an answer that code tests by its number. */
export interface StatusComparison {
  readonly status: number;
  readonly node: Ts.Node;
}

/** Finds the statuses that code tests around a call: in the calling function, and in the called ones. */
export type FindStatuses = (call: Ts.Node) => readonly StatusComparison[];

const names = new Set(["status", "statusCode"]);

/** Maximum depth of called functions. */
const deepest = 3;

/** The statuses that one function tests itself, and the functions that it calls. */
interface Body {
  readonly comparisons: readonly StatusComparison[];
  readonly called: readonly Ts.Node[];
}

export const createFindStatuses = (compiler: Compiler, checker: Ts.TypeChecker): FindStatuses => {
  const isFunction = (node: Ts.Node | undefined): node is Ts.FunctionLikeDeclaration & { body: Ts.Node } =>
    node !== undefined && compiler.isFunctionLike(node) && "body" in node && node.body !== undefined;

  const isStatus = (node: Ts.Node): boolean => {
    if (compiler.isIdentifier(node)) return names.has(node.text);
    return compiler.isPropertyAccessExpression(node) && names.has(node.name.text);
  };

  const statusesIn = (values: readonly Ts.Node[]): readonly StatusComparison[] =>
    values.flatMap((node) => {
      const status = compiler.isNumericLiteral(node) ? Number(node.text) : 0;
      return status >= 100 && status <= 599 ? [{ status, node }] : [];
    });

  /** `status === 404`, `switch (status) { case 404: }`, `[404, 410].includes(status)`. */
  const comparisonsAt = (node: Ts.Node): readonly StatusComparison[] => {
    if (compiler.isBinaryExpression(node)) {
      const { left, right } = node;
      if (isStatus(left)) return statusesIn([right]);
      return isStatus(right) ? statusesIn([left]) : [];
    }
    if (compiler.isSwitchStatement(node) && isStatus(node.expression))
      return node.caseBlock.clauses.flatMap((clause) =>
        compiler.isCaseClause(clause) ? statusesIn([clause.expression]) : [],
      );
    if (!compiler.isCallExpression(node) || !node.arguments.some((one) => isStatus(one))) return [];
    const { expression } = node;
    const list = compiler.isPropertyAccessExpression(expression) ? expression.expression : undefined;
    return list !== undefined && compiler.isArrayLiteralExpression(list) ? statusesIn(list.elements) : [];
  };

  const known = new Map<Ts.Node, Body>();

  const calledFunction = (call: Ts.CallExpression): Ts.Node | undefined => {
    const declaration = checker.getResolvedSignature(call)?.declaration;
    return declaration?.getSourceFile().isDeclarationFile === false && isFunction(declaration)
      ? declaration
      : undefined;
  };

  const bodyOf = (owner: Ts.Node): Body => {
    const found = known.get(owner);
    if (found !== undefined) return found;
    const comparisons: StatusComparison[] = [];
    const called: Ts.Node[] = [];
    const visit = (node: Ts.Node): void => {
      comparisons.push(...comparisonsAt(node));
      const inner = compiler.isCallExpression(node) ? calledFunction(node) : undefined;
      if (inner !== undefined) called.push(inner);
      compiler.forEachChild(node, visit);
    };
    compiler.forEachChild(owner, visit);
    const body = { comparisons, called };
    known.set(owner, body);
    return body;
  };

  return (call) => {
    const owner = compiler.findAncestor(call.parent, (node) => isFunction(node)) ?? call;
    const direct = compiler.isCallExpression(call) ? calledFunction(call) : undefined;
    const reached = new Set<Ts.Node>(direct === undefined ? [] : [direct]);
    let last = [...reached];
    for (let depth = 1; depth < deepest && last.length > 0; depth += 1) {
      last = last.flatMap((one) => bodyOf(one).called).filter((one) => !reached.has(one));
      for (const one of last) reached.add(one);
    }
    return [owner, ...reached].flatMap((one) => bodyOf(one).comparisons);
  };
};
