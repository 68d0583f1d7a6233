import { tokensOf, valueAt } from "../../core/formats/json-pointer.ts";
import { isObject } from "../../core/model/json-object.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { printable } from "../../core/output/escape.ts";
import type { Path } from "../../core/source/path.ts";
import { readSource, type SourceDocument } from "../../core/source/source-document.ts";

/** Limit for chains of references. */
const mostReferences = 10;

/** A value of an OpenAPI document with its location; references are followed. */
export class DocumentNode {
  readonly value: unknown;
  readonly #document: SourceDocument;
  readonly #path: Path;

  private constructor(document: SourceDocument, path: Path, value: unknown) {
    this.#document = document;
    this.#path = path;
    this.value = value;
  }

  /** @throws UsageError with line and column for text that is neither YAML nor JSON. */
  static read(text: string, file: string): DocumentNode {
    const document = readSource(text, file, { anyNumbers: true });
    return new DocumentNode(document, [], document.value);
  }

  /** The value of a key; undefined if it is missing. */
  child(key: string | number): DocumentNode | undefined {
    const { value } = this;
    const own = typeof value === "object" && value !== null && Object.hasOwn(value, key);
    if (!own) return undefined;
    // An object or a list with that own key, as checked above.
    const inner = (value as Readonly<Record<string | number, unknown>>)[key];
    return new DocumentNode(this.#document, [...this.#path, String(key)], inner).#followed();
  }

  /** The value at a path of keys. */
  inside(...keys: readonly (string | number)[]): DocumentNode | undefined {
    return keys.reduce<DocumentNode | undefined>((node, key) => node?.child(key), this);
  }

  /** The entries of an object, or the items of a list by index. */
  entries(): readonly (readonly [key: string, node: DocumentNode])[] {
    const keys = typeof this.value === "object" && this.value !== null ? Object.keys(this.value) : [];
    return keys.flatMap((key) => {
      const node = this.child(key);
      return node === undefined ? [] : [[key, node] as const];
    });
  }

  /** @throws UsageError with this value's location. */
  fail(message: string, hint: string): never {
    throw new UsageError(message, { location: this.#document.location(this.#path, "key"), hint });
  }

  #followed(count = 0): DocumentNode {
    const reference = isObject(this.value) ? this.value["$ref"] : undefined;
    if (typeof reference !== "string") return this;
    const shown = printable(reference);
    if (!reference.startsWith("#/"))
      return this.fail(`reference ${shown} points outside the document`, "copy what it means into this one");
    const pointer = reference.slice(1);
    const value = valueAt(this.#document.value, pointer);
    if (value === undefined || count === mostReferences)
      return this.fail(`reference ${shown} leads to nothing`, "write it as #/components/examples/NAME");
    return new DocumentNode(this.#document, tokensOf(pointer), value).#followed(count + 1);
  }
}
