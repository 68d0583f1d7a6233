import type * as Ts from "typescript";
import {
  type Accepted,
  anyValue,
  both,
  either,
  everything,
  nothing,
  nullish,
  only,
  type TypeQuestions,
  without,
} from "./accepting.ts";
import { mentions, parametersOf, typeParametersOf, wayTo } from "./generic-parts.ts";
import type { Guards } from "./guards.ts";
import type { References } from "./references.ts";
import type { Shapes, Step } from "./shapes.ts";
import type { Literal, Possibility } from "./use.ts";

/** The path from an expression into its value, to the followed value. */
type Path = readonly Step[];

type Declared = Ts.VariableDeclaration | Ts.ParameterDeclaration | Ts.BindingElement;

/** The uses of a value: what it may become without harm, and what it is compared with. */
export interface Followed {
  readonly accepts: Accepted;
  readonly values: readonly Literal[];
}

const isProperty = (step: Step | undefined): step is { readonly property: string } =>
  step !== undefined && typeof step !== "string";

const all = (found: Iterable<Accepted>): Accepted => {
  let result = everything;
  for (const one of found) result = both(result, one);
  return result;
};

/** What a value at the end of a path into an expression may become, given the surrounding syntax. */
type Rule<Parent> = (parent: Parent, path: Path, node: Ts.Expression) => Accepted;

/** Other effects of the syntax around a node. */
interface Beside<Parent> {
  /** Which of null and absence it excludes for a reference inside the node. */
  excludes?(parent: Parent, node: Ts.Node, reference: string): Accepted;
  /** Whether it passes the node to something with its own type. */
  gives?(parent: Parent, node: Ts.Node): boolean;
}

/** Follows values of the contract through the consumer's code, from where they are read. */
export const createFlow = (
  shapes: Shapes,
  questions: TypeQuestions,
  guards: Guards,
  references: References,
  isExact: boolean,
) => {
  const { compiler, checker } = shapes;
  /** The followed value, and its property. */
  let from: { readonly path: Path; readonly property?: Ts.Symbol | undefined } = { path: [] };
  /** Literals with which the followed value is compared. */
  let compared: Literal[] = [];
  /** What a property accepts from itself; with exact optional properties, omission but not `undefined`. */
  const returned = isExact ? without(anyValue, only("absent")) : anyValue;
  /** Values in progress; a cycle adds nothing. */
  const open = new Set<string>();

  const accepted = (node: Ts.Expression, path: Path = []): Accepted => {
    const key = `${node.getSourceFile().fileName}:${node.pos}:${node.end}:${node.kind}:${JSON.stringify(path)}`;
    if (open.has(key)) return everything;
    open.add(key);
    try {
      const excluded = path.length === 0 && isReference(node) ? excludedFor(node) : nothing;
      return either(excluded, (rowFor(node.parent)?.goes ?? byContext)(node.parent, path, node));
    } finally {
      open.delete(key);
    }
  };

  const isReference = (node: Ts.Node): boolean =>
    compiler.isIdentifier(node) ||
    compiler.isPropertyAccessExpression(node) ||
    compiler.isElementAccessExpression(node);

  const compareWith = (node: Ts.Node): void => {
    compared.push(...questions.literalsOf(checker.getTypeAtLocation(node)));
  };

  /** What a location of a type accepts at the end of a path into it. */
  const takenBy = (target: Ts.Type, path: Path): Accepted => {
    const [step, ...rest] = path;
    if (step === undefined) return takenAs(target);
    if (isReturned(target, step, rest)) return returned;
    if (shapes.isAnything(target)) return anyValue;
    const inner = shapes.at(target, [step]);
    if (inner !== undefined) return takenBy(inner, rest);
    // Alternatives with the property, such as a value or its promise.
    const having = target.isUnion() ? target.types.filter((one) => shapes.at(one, [step]) !== undefined) : [];
    if (having.length > 0) return all(having.map((one) => takenBy(one, path)));
    // The wanted type lacks the property, so nobody reads it there.
    return isProperty(step) ? everything : nothing;
  };

  /** Whether a value goes back into its own property, which then becomes whatever the value becomes. */
  const isReturned = (target: Ts.Type, step: Step, rest: Path): boolean =>
    isProperty(step) &&
    from.property !== undefined &&
    shapes.declared(target, step.property) === from.property &&
    rest.length === from.path.length;

  const takenAs = (type: Ts.Type): Accepted => {
    if (type.isUnion()) return type.types.map((one) => takenAs(one)).reduce(either, questions.accepts(type));
    if (!(type.flags & compiler.TypeFlags.TypeParameter)) return questions.accepts(type);
    // A function accepts any type that its parameter does not constrain.
    const constraint = checker.getBaseConstraintOfType(type);
    return constraint === undefined ? anyValue : questions.accepts(constraint);
  };

  const calledBy = (access: Ts.Expression): Ts.CallExpression | undefined =>
    compiler.isCallExpression(access.parent) && access.parent.expression === access
      ? access.parent
      : undefined;

  const functionIn = (node: Ts.TypeNode): Ts.FunctionTypeNode | undefined => {
    if (compiler.isFunctionTypeNode(node)) return node;
    if (compiler.isParenthesizedTypeNode(node)) return functionIn(node.type);
    return compiler.isUnionTypeNode(node)
      ? node.types.map((one) => functionIn(one)).find((one) => one !== undefined)
      : undefined;
  };

  const acceptedBy = (declaration: Declared, path: Path = []): Accepted => {
    const { name, initializer } = declaration;
    const defaulted: Accepted =
      initializer !== undefined && !compiler.isVariableDeclaration(declaration) && path.length === 0
        ? only("absent")
        : nothing;
    const type = ("type" in declaration ? declaration.type : undefined) ?? compiler.getJSDocType(declaration);
    if (type !== undefined) return either(defaulted, takenBy(checker.getTypeFromTypeNode(type), path));
    return either(defaulted, byName(name, declaration, path));
  };

  const byName = (name: Ts.BindingName, declaration: Declared, path: Path): Accepted => {
    if (compiler.isIdentifier(name))
      return all(references.to(declaration).map((node) => byReference(node, path)));
    const [first, ...rest] = path;
    if (first === undefined) return nothing;
    if (compiler.isArrayBindingPattern(name))
      return all(
        name.elements.map((element) =>
          compiler.isOmittedExpression(element) ? everything : acceptedBy(element, rest),
        ),
      );
    return all(
      name.elements.map((element) => {
        const taken = element.propertyName ?? element.name;
        if (element.dotDotDotToken !== undefined) return acceptedBy(element, path);
        if (!compiler.isIdentifier(taken) && !compiler.isStringLiteralLike(taken)) return nothing;
        return isProperty(first) && taken.text === first.property ? acceptedBy(element, rest) : everything;
      }),
    );
  };

  /** `one.name` for its name. */
  const referenceAt = (node: Ts.Identifier): Ts.Expression =>
    compiler.isPropertyAccessExpression(node.parent) && node.parent.name === node ? node.parent : node;

  const byReference = (node: Ts.Identifier, path: Path): Accepted => {
    const { parent } = node;
    if (compiler.isBindingElement(parent)) return acceptedBy(parent, path);
    if (compiler.isShorthandPropertyAssignment(parent)) return byMember(parent, path);
    if (compiler.isTypeQueryNode(parent)) return nothing;
    const reference = referenceAt(node);
    const above = reference.parent;
    if (
      compiler.isBinaryExpression(above) &&
      above.left === reference &&
      above.operatorToken.kind === compiler.SyntaxKind.EqualsToken
    )
      return nullish;
    return accepted(reference, path);
  };

  const byMember = (member: Ts.PropertyAssignment | Ts.ShorthandPropertyAssignment, path: Path): Accepted => {
    const literal = member.parent;
    const target = checker.getContextualType(literal);
    const name = compiler.isComputedPropertyName(member.name) ? undefined : member.name.text;
    if (name === undefined) return nothing;
    const inner = [{ property: name }, ...path];
    if (
      target !== undefined &&
      isWritten(literal, target) &&
      shapes.at(target, [{ property: name }]) !== undefined
    )
      return takenBy(target, inner);
    if (target !== undefined && shapes.isAnything(target)) return anyValue;
    return both(all(references.to(member).map((node) => byReference(node, path))), accepted(literal, inner));
  };

  const byLiteral = (literal: Ts.Expression, path: Path): Accepted => {
    const target = checker.getContextualType(literal);
    return target === undefined || !isWritten(literal, target)
      ? accepted(literal, path)
      : takenBy(target, path);
  };

  /** Whether a contextual type was written, instead of inferred from the expression itself. */
  const isWritten = (node: Ts.Expression, target: Ts.Type): boolean =>
    target !== checker.getTypeAtLocation(node);

  const byLoop = (parent: Ts.ForOfStatement, path: Path): Accepted => {
    const [first, ...rest] = path;
    const declaration = compiler.isVariableDeclarationList(parent.initializer)
      ? parent.initializer.declarations[0]
      : undefined;
    return first === "item" && declaration !== undefined ? acceptedBy(declaration, rest) : nothing;
  };

  const byResult = (owner: Ts.SignatureDeclaration, path: Path): Accepted => {
    const isAsync =
      (compiler.getCombinedModifierFlags(owner as Ts.FunctionLikeDeclaration) &
        compiler.ModifierFlags.Async) !==
      0;
    if ("asteriskToken" in owner && owner.asteriskToken !== undefined) return nothing;
    const written = owner.type ?? compiler.getJSDocReturnType(owner);
    if (written !== undefined) {
      const type = checker.getTypeFromTypeNode(written);
      return takenBy((isAsync ? checker.getAwaitedType(type) : undefined) ?? type, path);
    }
    const inner: Path = isAsync ? ["awaited", ...path] : path;
    if (compiler.isGetAccessorDeclaration(owner))
      return all(references.to(owner).map((node) => byReference(node, path)));
    const holder =
      compiler.isArrowFunction(owner) || compiler.isFunctionExpression(owner) ? owner.parent : owner;
    if (compiler.isCallExpression(holder)) return byCallback(holder, owner as Ts.ArrowFunction, inner);
    if (compiler.isParenthesizedExpression(holder)) {
      const call = calledBy(holder);
      return call === undefined ? nothing : accepted(call, inner);
    }
    if (
      (compiler.isVariableDeclaration(holder) && holder.type === undefined) ||
      (compiler.isPropertyAssignment(holder) && checker.getContextualType(holder.parent) === undefined) ||
      (compiler.isPropertyDeclaration(holder) && holder.type === undefined) ||
      compiler.isFunctionDeclaration(holder) ||
      compiler.isMethodDeclaration(holder)
    )
      return all(references.to(holder).map((node) => byFunction(node, inner)));
    const wanted = compiler.isExpression(owner)
      ? checker.getContextualType(owner)?.getCallSignatures()[0]
      : undefined;
    return wanted === undefined ? nothing : takenBy(wanted.getReturnType(), inner);
  };

  /** A function is called, or passed on. */
  const byFunction = (node: Ts.Identifier, path: Path): Accepted => {
    const reference = referenceAt(node);
    const call = calledBy(reference);
    if (call !== undefined) return accepted(call, path);
    const { parent } = reference;
    return compiler.isCallExpression(parent) ? byCallback(parent, reference, path) : nothing;
  };

  const byCall = (call: Ts.CallExpression | Ts.NewExpression, path: Path, node: Ts.Expression): Accepted => {
    const index = call.arguments?.indexOf(node) ?? -1;
    if (index < 0) return nothing;
    const signature = shapes.signatureOf(call);
    const parameters = signature === undefined ? [] : parametersOf(signature);
    const parameter = parameters[Math.min(index, parameters.length - 1)];
    const own = signature === undefined ? new Set<string>() : typeParametersOf(signature);
    if (signature !== undefined && mentions(compiler, parameter?.type, own))
      return byGeneric(call, signature, parameter?.type, own, path);
    const target = checker.getContextualType(node);
    return target === undefined ? nothing : takenBy(target, path);
  };

  /** A function that accepts any type: `Promise.resolve(name)`. */
  const byGeneric = (
    call: Ts.CallExpression | Ts.NewExpression,
    signature: Ts.SignatureDeclaration,
    type: Ts.TypeNode | undefined,
    names: ReadonlySet<string>,
    path: Path,
  ): Accepted => {
    const isConstrained = (signature.typeParameters ?? []).some(({ constraint }) => constraint !== undefined);
    const into = wayTo(compiler, type, names);
    const out = wayTo(compiler, signature.type, names);
    if (isConstrained || into === undefined || into.some((step, index) => path[index] !== step))
      return nothing;
    if (!mentions(compiler, signature.type, names)) return signature.type === undefined ? nothing : anyValue;
    return out === undefined ? nothing : accepted(call, [...out, ...path.slice(into.length)]);
  };

  /** The return value of a callback: `contacts.map((one) => one.name)`. */
  const byCallback = (call: Ts.CallExpression, passed: Ts.Expression, path: Path): Accepted => {
    const signature = shapes.signatureOf(call);
    const index = call.arguments.indexOf(passed);
    if (signature === undefined) return nothing;
    // Called immediately: `(() => name)()`.
    if (index < 0) return call.expression === passed ? accepted(call, path) : nothing;
    const parameters = parametersOf(signature);
    const type = parameters[Math.min(index, parameters.length - 1)]?.type;
    const wanted = type === undefined ? undefined : functionIn(type);
    const names = typeParametersOf(signature);
    if (wanted === undefined || !mentions(compiler, wanted.type, names)) {
      const target = checker.getContextualType(passed)?.getCallSignatures()[0]?.getReturnType();
      return target === undefined ? nothing : takenBy(target, path);
    }
    if (parametersOf(wanted).some((parameter) => mentions(compiler, parameter.type, names))) return nothing;
    const into = wayTo(compiler, wanted.type, names);
    const out = wayTo(compiler, signature.type, names);
    if (into === undefined || out === undefined || into.some((step, at) => path[at] !== step)) return nothing;
    return accepted(call, [...out, ...path.slice(into.length)]);
  };

  /** A member of a list or promise that holds the value: `names.filter(…)`. */
  const byContainerMember = (access: Ts.Expression, step: Step, rest: Path): Accepted => {
    const call = calledBy(access);
    // `names.length` does not depend on the items.
    if (call === undefined) return step === "item" ? everything : nothing;
    const signature = shapes.signatureOf(call);
    const owner = signature?.parent;
    if (signature === undefined || owner === undefined || !compiler.isInterfaceDeclaration(owner))
      return nothing;
    const held = typeParametersOf(owner);
    if (mayBeAnother(access, signature, held))
      return both(nullish, byCalledMember(call, signature, held, rest));
    return byCalledMember(call, signature, held, rest);
  };

  /** An earlier overload that takes an item, as in `reduce`: it may fit other items. */
  const mayBeAnother = (
    access: Ts.Expression,
    signature: Ts.SignatureDeclaration,
    held: ReadonlySet<string>,
  ): boolean => {
    const overloads = checker.getTypeAtLocation(access).getCallSignatures();
    const earlier = overloads.slice(
      0,
      overloads.findIndex(({ declaration }) => declaration === signature),
    );
    return earlier.some(({ declaration }) =>
      declaration !== undefined && !compiler.isJSDocSignature(declaration)
        ? parametersOf(declaration).some(({ type }) => wayTo(compiler, type, held)?.length === 0)
        : false,
    );
  };

  const byCalledMember = (
    call: Ts.CallExpression,
    signature: Ts.SignatureDeclaration,
    held: ReadonlySet<string>,
    rest: Path,
  ): Accepted => {
    const narrowed = new Set(
      (signature.typeParameters ?? [])
        .filter(({ constraint }) => mentions(compiler, constraint, held))
        .map(({ name }) => name.text),
    );
    const names = new Set([...held, ...narrowed]);
    const byArguments = call.arguments.map((argument, index) =>
      byParameter(argument, parametersOf(signature)[index]?.type, names, rest),
    );
    return all([...byArguments, byReturned(call, signature.type, names, narrowed, rest)]);
  };

  const byReturned = (
    call: Ts.CallExpression,
    type: Ts.TypeNode | undefined,
    names: ReadonlySet<string>,
    narrowed: ReadonlySet<string>,
    rest: Path,
  ): Accepted => {
    if (!mentions(compiler, type, names)) return everything;
    const way = wayTo(compiler, type, names);
    if (way === undefined) return nothing;
    const result = accepted(call, [...way, ...rest]);
    const inner = shapes.at(checker.getTypeAtLocation(call), way);
    if (!mentions(compiler, type, narrowed) || inner === undefined || rest.length > 0) return result;
    const kept = questions.accepts(inner);
    return either(result, without(nullish, kept));
  };

  /** An argument of a list method: a callback that receives items, or a value like an item. */
  const byParameter = (
    argument: Ts.Expression,
    type: Ts.TypeNode | undefined,
    names: ReadonlySet<string>,
    rest: Path,
  ): Accepted => {
    if (type === undefined || !mentions(compiler, type, names)) return everything;
    const wanted = functionIn(type);
    if (wanted === undefined) return nullish;
    if (!compiler.isArrowFunction(argument) && !compiler.isFunctionExpression(argument))
      return byPassed(argument, wanted, names, rest);
    const wantedParameters = parametersOf(wanted);
    return all(
      parametersOf(argument).map((parameter, index) => {
        const way = wayTo(compiler, wantedParameters[index]?.type, names);
        if (way !== undefined) return acceptedBy(parameter, [...way, ...rest]);
        return mentions(compiler, wantedParameters[index]?.type, names) && references.to(parameter).length > 0
          ? nothing
          : everything;
      }),
    );
  };

  /** A callback that is passed by name: `names.map(upper)`. */
  const byPassed = (
    argument: Ts.Expression,
    wanted: Ts.FunctionTypeNode,
    names: ReadonlySet<string>,
    rest: Path,
  ): Accepted => {
    const [signature] = checker.getTypeAtLocation(argument).getCallSignatures();
    if (signature === undefined) return nothing;
    const wantedParameters = parametersOf(wanted);
    return all(
      signature.parameters.map((parameter, index) => {
        const way = wayTo(compiler, wantedParameters[index]?.type, names);
        return way === undefined
          ? everything
          : takenBy(checker.getTypeOfSymbol(parameter), [...way, ...rest]);
      }),
    );
  };

  const byAccess = (
    access: Ts.PropertyAccessExpression | Ts.ElementAccessExpression,
    name: string,
    path: Path,
  ): Accepted => {
    const [first, ...rest] = path;
    if (first === undefined) return byOwnMember(access, name);
    if (isProperty(first)) return first.property === name ? accepted(access, rest) : everything;
    return byContainerMember(access, first, rest);
  };

  const byElement = (access: Ts.ElementAccessExpression, path: Path, node: Ts.Expression): Accepted => {
    const argument = access.argumentExpression;
    if (node === argument) {
      const owner = checker.getTypeAtLocation(access.expression);
      return owner.getStringIndexType() === undefined ? nothing : only("string", "number");
    }
    if (compiler.isStringLiteralLike(argument)) return byAccess(access, argument.text, path);
    return path[0] === "item" ? accepted(access, path.slice(1)) : nothing;
  };

  /** A member of the value itself: `name.length`. */
  const byOwnMember = (
    access: Ts.PropertyAccessExpression | Ts.ElementAccessExpression,
    name: string,
  ): Accepted => {
    const owner = checker.getNonNullableType(checker.getTypeAtLocation(access.expression));
    const own = checker.getPropertyOfType(checker.getApparentType(owner), name);
    const simple: readonly (readonly [Possibility, Ts.Type])[] = [
      ["string", checker.getStringType()],
      ["number", checker.getNumberType()],
      ["boolean", checker.getBooleanType()],
    ];
    const alike = simple.filter(([, type]) => {
      const property = checker.getPropertyOfType(checker.getApparentType(type), name);
      if (property === undefined || own === undefined) return false;
      return property === own || checker.getTypeOfSymbol(property) === checker.getTypeOfSymbol(own);
    });
    return either(new Set(alike.map(([kind]) => kind)), byChain(access));
  };

  /** What `?.` accepts: the whole chain is then absent. */
  const byChain = (access: Ts.PropertyAccessExpression | Ts.ElementAccessExpression): Accepted => {
    if (access.questionDotToken === undefined) return nothing;
    const type = checker.getTypeAtLocation(access.expression);
    if (checker.getNonNullableType(type) !== type) return nullish;
    let chain: Ts.Expression = access;
    while (compiler.isOptionalChain(chain.parent) && (chain.parent as Ts.CallChain).expression === chain)
      chain = chain.parent as Ts.Expression;
    return accepted(chain).has("absent") ? nullish : nothing;
  };

  const byOperator = (parent: Ts.BinaryExpression, path: Path, node: Ts.Expression): Accepted => {
    const isLeft = node === parent.left;
    const other = isLeft ? parent.right : parent.left;
    switch (parent.operatorToken.kind) {
      case compiler.SyntaxKind.QuestionQuestionToken:
      case compiler.SyntaxKind.BarBarToken:
        return isLeft && path.length === 0 ? either(nullish, accepted(parent, path)) : accepted(parent, path);
      case compiler.SyntaxKind.AmpersandAmpersandToken:
        return isLeft && isSpread(parent) ? everything : accepted(parent, path);
      case compiler.SyntaxKind.CommaToken:
        return isLeft ? everything : accepted(parent, path);
      case compiler.SyntaxKind.EqualsEqualsToken:
      case compiler.SyntaxKind.EqualsEqualsEqualsToken:
      case compiler.SyntaxKind.ExclamationEqualsToken:
      case compiler.SyntaxKind.ExclamationEqualsEqualsToken:
        return path.length > 0 ? everything : comparedWith(other);
      case compiler.SyntaxKind.PlusToken:
        return path.length === 0 && isText(other) ? everything : nothing;
      case compiler.SyntaxKind.EqualsToken: {
        const target = isLeft ? undefined : checker.getTypeAtLocation(parent.left);
        return target === undefined ? nullish : takenBy(target, path);
      }
      case compiler.SyntaxKind.LessThanToken:
      case compiler.SyntaxKind.GreaterThanToken:
      case compiler.SyntaxKind.LessThanEqualsToken:
      case compiler.SyntaxKind.GreaterThanEqualsToken:
        return path.length > 0
          ? nothing
          : without(new Set(questions.kindsOf(checker.getTypeAtLocation(other))), nullish);
      case compiler.SyntaxKind.MinusToken:
      case compiler.SyntaxKind.AsteriskToken:
      case compiler.SyntaxKind.SlashToken:
      case compiler.SyntaxKind.PercentToken:
        return only("number");
      default:
        return nothing;
    }
  };

  const isText = (node: Ts.Expression): boolean =>
    questions.kindsOf(checker.getTypeAtLocation(node)).every((kind) => kind === "string");

  /** `...(name && { name })`: spreads nothing if it is falsy. */
  const isSpread = ({ parent }: Ts.Node): boolean =>
    compiler.isSpreadAssignment(parent) ||
    ((compiler.isParenthesizedExpression(parent) ||
      (compiler.isBinaryExpression(parent) &&
        parent.operatorToken.kind === compiler.SyntaxKind.AmpersandAmpersandToken)) &&
      isSpread(parent));

  const comparedWith = (other: Ts.Expression): Accepted => {
    compareWith(other);
    const kinds = questions.kindsOf(checker.getTypeAtLocation(other));
    const isNothing = kinds.every((kind) => nullish.has(kind));
    return isNothing ? everything : either(nullish, new Set(kinds));
  };

  const byPrefix = (parent: Ts.PrefixUnaryExpression, path: Path): Accepted => {
    if (parent.operator === compiler.SyntaxKind.ExclamationToken) return everything;
    if (path.length > 0) return nothing;
    const isSign =
      parent.operator === compiler.SyntaxKind.PlusToken || parent.operator === compiler.SyntaxKind.MinusToken;
    return isSign ? only("boolean", "number", "string") : only("number");
  };

  /** `(name)`, and in JavaScript the cast in a comment before it. */
  const byParentheses = (parent: Ts.ParenthesizedExpression, path: Path): Accepted => {
    const type = compiler.getJSDocType(parent);
    return type === undefined
      ? accepted(parent, path)
      : either(nullish, takenBy(checker.getTypeFromTypeNode(type), path));
  };

  /** An assertion only checks that the two types overlap. */
  const byAssertion = (parent: Ts.AssertionExpression, path: Path): Accepted => {
    if (compiler.isConstTypeReference(parent.type)) return accepted(parent, path);
    const target = checker.getTypeFromTypeNode(parent.type);
    return either(nullish, takenBy(target, path));
  };

  const bySwitch = (node: Ts.SwitchStatement, path: Path): Accepted => {
    if (path.length > 0) return everything;
    const hasDefault = node.caseBlock.clauses.some((clause) => compiler.isDefaultClause(clause));
    for (const clause of node.caseBlock.clauses)
      if (compiler.isCaseClause(clause)) compareWith(clause.expression);
    const isList = questions.literalsOf(checker.getTypeAtLocation(node.expression)).length > 0;
    if (isList && !hasDefault) return nothing;
    return either(nullish, new Set(questions.kindsOf(checker.getTypeAtLocation(node.expression))));
  };

  const byReturn = (parent: Ts.ReturnStatement, path: Path): Accepted => {
    const owner = compiler.findAncestor(parent, compiler.isFunctionLike);
    return owner === undefined ? nothing : byResult(owner, path);
  };

  const byContext = (_: Ts.Node, path: Path, node: Ts.Expression): Accepted => {
    const target = checker.getContextualType(node);
    return target === undefined ? nothing : takenBy(target, path);
  };

  const { excluded, before, reaches } = guards;
  const always = (): boolean => true;

  /** Whether it has an annotation; a pattern gives its value no type. */
  const hasType = (parent: Ts.VariableDeclaration | Ts.ParameterDeclaration, node: Ts.Node): boolean =>
    parent.initializer === node && (parent.type ?? compiler.getJSDocType(parent)) !== undefined;

  const ignored: Rule<Ts.Node> = () => everything;

  const row = <Parent extends Ts.Node>(
    is: (node: Ts.Node) => node is Parent,
    goes: Rule<Parent>,
    more: Beside<Parent> = {},
  ) =>
    // A row is only used for parents that match it.
    ({ is, goes: goes as Rule<Ts.Node>, ...(more as Beside<Ts.Node>) });

  /** Every syntax around a value, with its effect. */
  const rows = [
    row(compiler.isParenthesizedExpression, byParentheses, {
      gives: (parent) => compiler.getJSDocType(parent) !== undefined,
    }),
    row(compiler.isNonNullExpression, (parent, path) =>
      either(path.length === 0 ? nullish : nothing, accepted(parent, path)),
    ),
    row(compiler.isAwaitExpression, (parent, path) =>
      accepted(parent, path[0] === "awaited" ? path.slice(1) : path),
    ),
    row(
      compiler.isSatisfiesExpression,
      (parent, path) => both(takenBy(checker.getTypeFromTypeNode(parent.type), path), accepted(parent, path)),
      { gives: always },
    ),
    row(compiler.isAssertionExpression, byAssertion, { gives: always }),
    row(compiler.isPropertyAccessExpression, (parent, path) => byAccess(parent, parent.name.text, path)),
    row(compiler.isElementAccessExpression, byElement),
    row(compiler.isCallOrNewExpression, byCall, { gives: (parent, node) => parent.expression !== node }),
    row(compiler.isBinaryExpression, byOperator, {
      excludes: ({ left, right, operatorToken: { kind } }, node, reference) => {
        const isAnd = kind === compiler.SyntaxKind.AmpersandAmpersandToken;
        const isLogical = isAnd || kind === compiler.SyntaxKind.BarBarToken;
        return node === right && isLogical ? excluded(left, reference, isAnd) : nothing;
      },
      gives: ({ right, operatorToken }, node) =>
        right === node && operatorToken.kind === compiler.SyntaxKind.EqualsToken,
    }),
    row(compiler.isPrefixUnaryExpression, byPrefix),
    row(
      compiler.isConditionalExpression,
      (parent, path, node) => (node === parent.condition ? everything : accepted(parent, path)),
      {
        excludes: ({ condition, whenTrue }, node, reference) =>
          node === condition ? nothing : excluded(condition, reference, node === whenTrue),
      },
    ),
    row(compiler.isVariableDeclaration, acceptedBy, { gives: hasType }),
    row(compiler.isParameter, acceptedBy, { gives: hasType }),
    row(compiler.isPropertyDeclaration, byContext, { gives: hasType }),
    row(compiler.isBindingElement, acceptedBy),
    row(compiler.isReturnStatement, byReturn, { gives: always }),
    row(compiler.isArrowFunction, byResult, { gives: (parent, node) => parent.body === node }),
    row(compiler.isPropertyAssignment, byMember, { gives: (parent, node) => parent.initializer === node }),
    row(compiler.isShorthandPropertyAssignment, byMember),
    row(compiler.isSpreadAssignment, (parent, path) =>
      path.length === 0 ? nothing : byLiteral(parent.parent, path),
    ),
    row(compiler.isSpreadElement, ({ parent }, path) =>
      path[0] === "item" && compiler.isArrayLiteralExpression(parent) ? byLiteral(parent, path) : nothing,
    ),
    row(compiler.isArrayLiteralExpression, (parent, path) => byLiteral(parent, ["item", ...path]), {
      gives: always,
    }),
    row(compiler.isForOfStatement, byLoop),
    row(compiler.isTemplateSpan, ({ parent }) =>
      compiler.isTaggedTemplateExpression(parent.parent) ? nothing : everything,
    ),
    row(compiler.isIfStatement, ignored, {
      excludes: ({ expression, thenStatement }, node, reference) =>
        node === expression ? nothing : excluded(expression, reference, node === thenStatement),
    }),
    row(compiler.isWhileStatement, ignored, {
      excludes: ({ expression, statement }, node, reference) =>
        node === statement ? excluded(expression, reference, true) : nothing,
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
        node !== expression && reaches(parent.parent.expression, reference) ? nullish : nothing,
    }),
    row(compiler.isComputedPropertyName, () => only("string", "number")),
    row(compiler.isBlock, byContext, { excludes: before }),
    row(compiler.isSourceFile, byContext, { excludes: before }),
    row(compiler.isJsxExpression, byContext, { gives: always }),
    row(compiler.isYieldExpression, byContext, { gives: always }),
  ];

  const rowFor = (node: Ts.Node) => rows.find(({ is }) => is(node));

  /** Which of null and absence the conditions around a reference exclude. */
  const excludedFor = (reference: Ts.Expression): Accepted => {
    const text = guards.spelling(reference);
    let found = nothing;
    for (let node: Ts.Node = reference; !compiler.isSourceFile(node); node = node.parent)
      found = either(found, rowFor(node.parent)?.excludes?.(node.parent, node, text) ?? nothing);
    return found;
  };

  const followed = (path: Path, property: Ts.Symbol | undefined, find: () => Accepted): Followed => {
    from = { path, property };
    compared = [];
    return { accepts: find(), values: compared };
  };

  return {
    /** Follows the value of a property in an expression, at the end of a path into it. */
    follow: (expression: Ts.Expression, path: Path, property?: Ts.Symbol) =>
      followed(path, property, () => accepted(expression, path)),
    /** The same for a value that a declaration receives. */
    followInto: (declaration: Declared, path: Path, property?: Ts.Symbol) =>
      followed(path, property, () => acceptedBy(declaration, path)),
    /** The same for a declaration with the type of the value, as if it received the value. */
    followNamed: (declaration: Declared) =>
      followed([], undefined, () => byName(declaration.name, declaration, [])),
    /** Whether a node is passed to something with its own type. */
    isGiven: (node: Ts.Node, parent: Ts.Node) => rowFor(parent)?.gives?.(parent, node) === true,
  };
};
