import { childPointer } from "../../harness/formats/json-pointer.ts";
import { UsageError } from "../../harness/model/usage-error.ts";
import { isText } from "./json.ts";
import { didYouMean } from "../../harness/output/suggest.ts";
import type { SourceDocument } from "./source-document.ts";
import { walk } from "./walk.ts";

export interface KnownIds {
  readonly facts: ReadonlySet<string>;
  readonly unknowns: ReadonlySet<string>;
}

const registries = {
  "x-facts": { ids: "facts", file: "specs/facts.yaml" },
  "x-facts-about": { ids: "facts", file: "specs/facts.yaml" },
  "x-unknown": { ids: "unknowns", file: "specs/unknowns.yaml" },
} as const satisfies Record<string, { ids: keyof KnownIds; file: string }>;

/**
 * Refuses annotations that name no entry of the registries.
 * @throws UsageError at the id.
 */
export const checkAnnotations = (document: SourceDocument, known: KnownIds): void => {
  for (const { pointer, value } of walk(document.root))
    for (const [keyword, { ids, file }] of Object.entries(registries))
      if (Object.hasOwn(value, keyword))
        checkIds(document, childPointer(pointer, keyword), value[keyword], {
          keyword,
          file,
          known: known[ids],
        });
};

const checkIds = (
  document: SourceDocument,
  pointer: string,
  value: unknown,
  { keyword, file, known }: { keyword: string; file: string; known: ReadonlySet<string> },
): void => {
  if (!Array.isArray(value) || !value.every(isText))
    throw new UsageError(`${keyword} is not a list of ids`, { location: document.location(pointer) });
  for (const [index, id] of value.entries()) {
    if (known.has(id)) continue;
    const location = document.location(childPointer(pointer, index));
    throw new UsageError(`${id} is not in ${file}`, { location, hint: didYouMean(id, known) });
  }
};
