import type { ApiOperation } from "../documents/document.ts";

/** An operation, and the texts of its path's parameters in their order. */
export interface FoundTarget<Target> {
  readonly target: Target;
  readonly texts: readonly string[];
}

interface Segment {
  readonly text: string;
  /** What a segment with parameters matches; undefined for one without. */
  readonly pattern: RegExp | undefined;
}

interface Template<Target> {
  readonly segments: readonly Segment[];
  readonly targets: Map<string, Target>;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const segmentOf = (text: string): Segment => ({
  text,
  pattern: text.includes("{")
    ? new RegExp(
        `^${text
          .split(/(\{[^{}]*\})/)
          .map((part) => (part.startsWith("{") ? "(.+?)" : escaped(part)))
          .join("")}$`,
      )
    : undefined,
});

const segmentsIn = (path: string): readonly string[] => path.replace(/^\/+|\/+$/g, "").split("/");

const decoded = (text: string): string => {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Literal segments first, then those that hold some letters, then mere parameters. */
const openness = ({ segments }: Template<unknown>): string =>
  segments
    .map(({ text, pattern }) => (pattern === undefined ? 0 : /^\{[^{}]*\}$/.test(text) ? 2 : 1))
    .join("");

const textsOf = (
  { segments }: Template<unknown>,
  given: readonly string[],
): readonly string[] | undefined => {
  const texts: string[] = [];
  for (const [at, { text, pattern }] of segments.entries()) {
    const sent = given[at] ?? "";
    if (pattern === undefined) {
      if (text !== sent && text !== decoded(sent)) return undefined;
    } else {
      const found = pattern.exec(sent);
      if (found === null) return undefined;
      texts.push(...found.slice(1).map(decoded));
    }
  }
  return texts;
};

/** Finds the operations of a document by method and path; a slash at the end makes no difference. */
export const createDocumentRouter = <
  Target extends { readonly operation: Pick<ApiOperation, "method" | "path"> },
>(
  targets: readonly Target[],
) => {
  const byPath = new Map<string, Template<Target>>();
  for (const target of targets) {
    const { method, path } = target.operation;
    const shape = segmentsIn(path)
      .join("/")
      .replaceAll(/\{[^{}]*\}/g, "{}");
    const template = byPath.get(shape) ?? { segments: segmentsIn(path).map(segmentOf), targets: new Map() };
    template.targets.set(method, template.targets.get(method) ?? target);
    byPath.set(shape, template);
  }
  const ordered = [...byPath.values()].toSorted((one, other) => openness(one).localeCompare(openness(other)));
  const byLength = Map.groupBy(ordered, ({ segments }) => segments.length);
  const matching = function* (path: string): Generator<readonly [Template<Target>, readonly string[]]> {
    const given = segmentsIn(path);
    for (const template of byLength.get(given.length) ?? []) {
      const texts = textsOf(template, given);
      if (texts !== undefined) yield [template, texts];
    }
  };
  return {
    find(method: string, path: string): FoundTarget<Target> | undefined {
      for (const [template, texts] of matching(path)) {
        const target = template.targets.get(method);
        if (target !== undefined) return { target, texts };
      }
      return undefined;
    },
    /** Methods that the document has for a path. */
    methods: (path: string): readonly string[] => [
      ...new Set([...matching(path)].flatMap(([{ targets: known }]) => [...known.keys()])),
    ],
  };
};
