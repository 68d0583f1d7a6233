import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type Document } from "yaml";
import { tokensOf } from "../../formats/json-pointer.ts";
import { UsageError } from "../../model/usage-error.ts";

/** A YAML document as plain data that still knows where everything stood in its text. */
export interface SourceDocument {
  readonly path: string;
  readonly root: unknown;
  /** `path:line:column` of what a JSON pointer leads to, or of its nearest ancestor that is there. */
  place(pointer: string): string;
}

/** More aliases than a hand-written document has; fewer than a nested bomb needs. */
const maxAliasCount = 100;

const at = (path: string, counter: LineCounter, offset: number): string => {
  const { line, col } = counter.linePos(offset);
  return `${path}:${line}:${col}`;
};

/**
 * Reads one YAML (or JSON) text.
 * @throws UsageError at line and column for bad syntax, a duplicate key, or aliases that are unresolved,
 *   circular or expand without measure.
 */
export const readDocument = (path: string, text: string): SourceDocument => {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const [problem] = document.errors;
  if (problem !== undefined)
    throw new UsageError(firstLine(problem.message), {
      place: at(path, counter, problem.pos[0]),
      hint: "mend the YAML",
    });
  const root = plainData(document, path);
  return { path, root, place: (pointer) => at(path, counter, offsetOf(document, pointer)) };
};

const firstLine = (message: string): string => message.split("\n", 1)[0] ?? message;

const plainData = (document: Document, path: string): unknown => {
  try {
    const root: unknown = document.toJS({ maxAliasCount });
    refuseCircles(root, []);
    return root;
  } catch (error) {
    if (!(error instanceof ReferenceError || error instanceof RangeError)) throw error;
    throw new UsageError(firstLine(error.message), {
      place: `${path}:1:1`,
      hint: "write the value out instead of an alias",
    });
  }
};

const refuseCircles = (value: unknown, ancestors: readonly object[]): void => {
  if (typeof value !== "object" || value === null) return;
  if (ancestors.includes(value)) throw new RangeError("an alias holds itself");
  for (const child of Object.values(value)) refuseCircles(child, [...ancestors, value]);
};

interface Step {
  readonly node: Node | null;
  readonly offset: number;
}

const startOf = (node: unknown): number | undefined =>
  isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range?.[0] : undefined;

const step = (document: Document, { node, offset }: Step, token: string): Step | undefined => {
  const parent = isAlias(node) ? node.resolve(document) : node;
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => String(isScalar(key) ? key.value : key) === token);
    if (pair === undefined) return undefined;
    // Parsed documents hold nodes for keys and values.
    return { node: pair.value as Node | null, offset: startOf(pair.key) ?? offset };
  }
  if (isSeq(parent)) {
    const item = parent.items[Number(token)];
    return item === undefined ? undefined : { node: item as Node, offset: startOf(item) ?? offset };
  }
  return undefined;
};

const offsetOf = (document: Document, pointer: string): number => {
  let current: Step = { node: document.contents, offset: startOf(document.contents) ?? 0 };
  for (const token of tokensOf(pointer)) {
    const next = step(document, current, token);
    if (next === undefined) break;
    current = next;
  }
  return current.offset;
};
