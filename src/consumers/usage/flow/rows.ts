import type * as Ts from "typescript";
import {
  type Accepted,
  both,
  either,
  everything,
  acceptsNothing,
  nullish,
  acceptedOnly,
} from "../accepting.ts";
import { byCall, byResult, byReturn } from "./functions.ts";
import type { Flow, ValuePath, Surrounding } from "./following.ts";
import { byAccess, byElement } from "./members.ts";
import { acceptedBy, byLiteral, byLoop, byMember } from "./names.ts";
import { byAssertion, byContext, byOperator, byParentheses, byPrefix, bySwitch } from "./operators.ts";
import { takenBy } from "./taking.ts";

/** What a value at the end of a path into an expression may become, given the surrounding syntax. */
type Rule<Parent> = (flow: Flow, parent: Parent, path: ValuePath, node: Ts.Expression) => Accepted;

/** Other effects of the syntax around a node. */
interface Beside<Parent> {
  /** Which of null and absence it excludes for a reference inside the node. */
  excludes?(parent: Parent, node: Ts.Node, reference: string): Accepted;
  /** Whether it passes the node to something with its own type. */
  gives?(parent: Parent, node: Ts.Node): boolean;
}

/** A syntax around a value, with its effect. */
export interface SyntaxRow extends Beside<Ts.Node> {
  is(node: Ts.Node): boolean;
  readonly goes: Rule<Ts.Node>;
}

type Around = Pick<Surrounding, "compiler" | "guards">;

const row = <Parent extends Ts.Node>(
  is: (node: Ts.Node) => node is Parent,
  goes: Rule<Parent>,
  more: Beside<Parent> = {},
): SyntaxRow =>
  // A row is only used for parents that match it.
  ({ is, goes: goes as Rule<Ts.Node>, ...(more as Beside<Ts.Node>) });

const always = (): boolean => true;

const ignored: Rule<Ts.Node> = () => everything;

/** Whether it has an annotation; a pattern gives its value no type. */
const hasType =
  ({ compiler }: Around) =>
  (
    parent: Ts.VariableDeclaration | Ts.ParameterDeclaration | Ts.PropertyDeclaration,
    node: Ts.Node,
  ): boolean =>
    parent.initializer === node && (parent.type ?? compiler.getJSDocType(parent)) !== undefined;

const expressions = ({ compiler, guards }: Around): readonly SyntaxRow[] => [
  row(compiler.isParenthesizedExpression, byParentheses, {
    gives: (parent) => compiler.getJSDocType(parent) !== undefined,
  }),
  row(compiler.isNonNullExpression, (flow, parent, path) =>
    either(path.length === 0 ? nullish : acceptsNothing, flow.accepted(parent, path)),
  ),
  row(compiler.isAwaitExpression, (flow, parent, path) =>
    flow.accepted(parent, path[0] === "awaited" ? path.slice(1) : path),
  ),
  row(
    compiler.isSatisfiesExpression,
    (flow, parent, path) =>
      both(takenBy(flow, flow.checker.getTypeFromTypeNode(parent.type), path), flow.accepted(parent, path)),
    { gives: always },
  ),
  row(compiler.isAssertionExpression, byAssertion, { gives: always }),
  row(compiler.isPropertyAccessExpression, (flow, parent, path) =>
    byAccess(flow, parent, parent.name.text, path),
  ),
  row(compiler.isElementAccessExpression, byElement),
  row(compiler.isCallOrNewExpression, byCall, { gives: (parent, node) => parent.expression !== node }),
  row(compiler.isBinaryExpression, byOperator, {
    excludes: ({ left, right, operatorToken: { kind } }, node, reference) => {
      const isAnd = kind === compiler.SyntaxKind.AmpersandAmpersandToken;
      const isLogical = isAnd || kind === compiler.SyntaxKind.BarBarToken;
      return node === right && isLogical ? guards.excluded(left, reference, isAnd) : acceptsNothing;
    },
    gives: ({ right, operatorToken }, node) =>
      right === node && operatorToken.kind === compiler.SyntaxKind.EqualsToken,
  }),
  row(compiler.isPrefixUnaryExpression, byPrefix),
  row(
    compiler.isConditionalExpression,
    (flow, parent, path, node) => (node === parent.condition ? everything : flow.accepted(parent, path)),
    {
      excludes: ({ condition, whenTrue }, node, reference) =>
        node === condition ? acceptsNothing : guards.excluded(condition, reference, node === whenTrue),
    },
  ),
];

const holders = ({ compiler, guards }: Around): readonly SyntaxRow[] => [
  row<Ts.VariableDeclaration>(compiler.isVariableDeclaration, acceptedBy, {
    gives: hasType({ compiler, guards }),
  }),
  row<Ts.ParameterDeclaration>(compiler.isParameter, acceptedBy, {
    gives: hasType({ compiler, guards }),
  }),
  row(compiler.isPropertyDeclaration, byContext, { gives: hasType({ compiler, guards }) }),
  row(compiler.isBindingElement, acceptedBy),
  row(compiler.isReturnStatement, byReturn, { gives: always }),
  row(compiler.isArrowFunction, byResult, { gives: (parent, node) => parent.body === node }),
  row(compiler.isPropertyAssignment, byMember, { gives: (parent, node) => parent.initializer === node }),
  row(compiler.isShorthandPropertyAssignment, byMember),
  row(compiler.isSpreadAssignment, (flow, parent, path) =>
    path.length === 0 ? acceptsNothing : byLiteral(flow, parent.parent, path),
  ),
  row(compiler.isSpreadElement, (flow, { parent }, path) =>
    path[0] === "item" && compiler.isArrayLiteralExpression(parent)
      ? byLiteral(flow, parent, path)
      : acceptsNothing,
  ),
  row(compiler.isArrayLiteralExpression, (flow, parent, path) => byLiteral(flow, parent, ["item", ...path]), {
    gives: always,
  }),
  row(compiler.isForOfStatement, byLoop),
  row(compiler.isTemplateSpan, (_, { parent }) =>
    compiler.isTaggedTemplateExpression(parent.parent) ? acceptsNothing : everything,
  ),
];

const statements = ({ compiler, guards }: Around): readonly SyntaxRow[] => [
  row(compiler.isIfStatement, ignored, {
    excludes: ({ expression, thenStatement }, node, reference) =>
      node === expression ? acceptsNothing : guards.excluded(expression, reference, node === thenStatement),
  }),
  row(compiler.isWhileStatement, ignored, {
    excludes: ({ expression, statement }, node, reference) =>
      node === statement ? guards.excluded(expression, reference, true) : acceptsNothing,
  }),
  row(compiler.isDoStatement, ignored),
  row(compiler.isForStatement, ignored),
  row(compiler.isExpressionStatement, ignored),
  row(compiler.isTypeOfExpression, ignored),
  row(compiler.isVoidExpression, ignored),
  row(compiler.isThrowStatement, ignored),
  row(compiler.isSwitchStatement, bySwitch),
  row(compiler.isCaseClause, () => nullish, {
    excludes: ({ expression, parent }, node, reference) =>
      node !== expression && guards.reaches(parent.parent.expression, reference) ? nullish : acceptsNothing,
  }),
  row(compiler.isComputedPropertyName, () => acceptedOnly("string", "number")),
  row(compiler.isBlock, byContext, { excludes: guards.before }),
  row(compiler.isSourceFile, byContext, { excludes: guards.before }),
  row(compiler.isJsxExpression, byContext, { gives: always }),
  row(compiler.isYieldExpression, byContext, { gives: always }),
];

/** Every syntax around a value, with its effect. */
export const rowsOf = (around: Around): readonly SyntaxRow[] => [
  ...expressions(around),
  ...holders(around),
  ...statements(around),
];
