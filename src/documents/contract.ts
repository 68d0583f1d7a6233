import { childPointer } from "../core/formats/json-pointer.ts";
import { beyondDocuments, beyondNames, type BeyondName, completeDocument } from "../builtin/beyond.ts";
import { type BuiltinInterface, interfaceNames } from "../builtin/interface-name.ts";
import { isObject, type JsonObject } from "../core/model/json-object.ts";
import { UsageError } from "../core/model/usage-error.ts";
import type { Fact } from "../core/model/fact.ts";
import type { ApiDocument } from "./document.ts";
import { readDocumentText } from "./read-document.ts";
import type { Definition } from "./schemas/schema.ts";
import type { SourceFiles } from "./source-files.ts";
import { readOperations } from "./operations.ts";
import { checkLocations, readFacts, readUnknowns } from "./registries.ts";
import { readSourceDocument, type LocatedDocument } from "./source-document.ts";
import { isText } from "./json.ts";
import { didYouMean } from "../core/output/suggest.ts";
import { walk } from "./walk.ts";

interface KnownIds {
  readonly facts: ReadonlySet<string>;
  readonly unknowns: ReadonlySet<string>;
}

const registries = {
  "x-facts": { ids: "facts", file: "specs/facts.yaml" },
  "x-facts-about": { ids: "facts", file: "specs/facts.yaml" },
  "x-unknown": { ids: "unknowns", file: "specs/unknowns.yaml" },
} as const satisfies Record<string, { ids: keyof KnownIds; file: string }>;

/**
 * Rejects annotations with ids that are not in the registries.
 * @throws UsageError at the id.
 */
const checkAnnotations = (document: LocatedDocument, known: KnownIds): void => {
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
  document: LocatedDocument,
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

/** One OpenAPI document, read and checked. */
export type InterfaceDocument = ReturnType<typeof readInterface>;

/** The content of all hand-written documents. */
export type PlatformDocuments = ReturnType<typeof readContract>;

const folder = "specs";

const paths = { facts: `${folder}/facts.yaml`, unknowns: `${folder}/unknowns.yaml` } as const;

const pathOfDocument = (file: string): string => `${folder}/${file}`;

const pathOf = (name: BuiltinInterface): string => pathOfDocument(`${name}.yaml`);

/** @throws UsageError that names all missing files */
const assertThere = (files: SourceFiles): void => {
  const there = new Set(files.list(folder).map((name) => `${folder}/${name}`));
  const missing = [...interfaceNames.map(pathOf), paths.facts, paths.unknowns].filter(
    (path) => !there.has(path),
  );
  if (missing.length > 0)
    throw new UsageError(`${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing`, {
      location: `the folder ${folder}`,
      hint: `git restore ${folder} brings back what is committed`,
    });
};

/**
 * Reads the three documents and the two registries.
 * @throws UsageError with `specs/….yaml:line:column` for invalid content.
 */
export const readContract = (files: SourceFiles) => {
  assertThere(files);
  const documents = interfaceNames.map((name) => readStrictly(pathOf(name), files.read(pathOf(name))));
  const registries = {
    facts: readSourceDocument(paths.facts, files.read(paths.facts)),
    unknowns: readSourceDocument(paths.unknowns, files.read(paths.unknowns)),
  };
  const facts = readFacts(registries.facts);
  const unknowns = readUnknowns(registries.unknowns);
  const known = {
    facts: new Set(facts.map(({ id }) => id)),
    unknowns: new Set(unknowns.map(({ id }) => id)),
  };
  for (const document of documents) checkAnnotations(sourceOf(document), known);
  checkLocations(registries.facts, facts, documents);
  checkLocations(registries.unknowns, unknowns, documents);
  const interfaces = interfaceNames.flatMap((name, index) => {
    const document = documents[index];
    return document === undefined ? [] : [readInterface(name, document, name)];
  });
  // Requests only: no check judges their answers.
  const beyond = readBeyond(files);
  refuseDoubleIds([...interfaces, ...beyond]);
  return { interfaces, beyond, facts: facts.map((fact) => withLines(fact, documents)), unknowns };
};

/** The existing documents of what is served beyond the specification, each self-contained. */
export const completeDocuments = (files: SourceFiles): readonly (readonly [BeyondName, JsonObject])[] => {
  const there = new Set(files.list(`${folder}/beyond`).map((file) => `${folder}/beyond/${file}`));
  const rootAt = (path: string): JsonObject => {
    const { root } = readSourceDocument(path, files.read(path));
    return isObject(root) ? root : {};
  };
  return beyondNames
    .filter((name) => there.has(beyondDocuments[name].path))
    .map((name) => {
      const { path, base } = beyondDocuments[name];
      return [name, completeDocument(rootAt(path), base === undefined ? {} : rootAt(pathOf(base)))];
    });
};

const answersNothing = { "200": { description: "What the document says." } };

const readBeyond = (files: SourceFiles): readonly InterfaceDocument[] =>
  completeDocuments(files).map(([name, document]) => {
    const { path, base } = beyondDocuments[name];
    const requests = JSON.stringify(document, (key, value: unknown) =>
      key === "responses" ? answersNothing : value,
    );
    // Read and complete; only its own references are left.
    const complete = completeDocument(JSON.parse(requests) as JsonObject, document);
    return readInterface(name, readStrictly(path, JSON.stringify(complete)), base);
  });

/** @throws UsageError also for what other readers only note */
const readStrictly = (path: string, text: string): ApiDocument => {
  const document = readDocumentText(path, text);
  const [note] = document.notes;
  if (note === undefined) return document;
  throw new UsageError(note.message, { location: document.location(note.at), hint: note.hint });
};

/** The document as it is written, with the locations of its pointers. */
const sourceOf = (document: ApiDocument): LocatedDocument => ({
  path: document.file,
  root: document.root,
  location: (pointer) => document.location({ file: document.file, pointer }),
  line: (pointer) => document.line({ file: document.file, pointer }),
  digits: () => undefined,
});

/** A fact with the lines of its places, of which `checkLocations` knows that they exist. */
const withLines = (fact: Fact, documents: readonly ApiDocument[]): Fact => ({
  ...fact,
  lines: fact.places.flatMap((place) => {
    const [name = "", pointer = ""] = place.split("#");
    const document = documents[interfaceNames.findIndex((one) => `${one}.yaml` === name)];
    return document === undefined
      ? []
      : [{ file: pathOfDocument(name), line: sourceOf(document).line(pointer), isPackaged: true }];
  }),
});

/** Without an interface that serves them, the operations are none of the contract's: the models alone are. */
const readInterface = (
  name: BuiltinInterface | BeyondName,
  document: ApiDocument,
  served: BuiltinInterface | undefined,
) => ({
  name,
  source: sourceOf(document),
  title: document.title === "" ? name : document.title,
  description: document.description,
  /** The named models, in the document's order. */
  models: readModels(document),
  operations: served === undefined ? [] : readOperations(document, served),
  webhooks: readWebhooks(document),
});

const readWebhooks = (
  document: ApiDocument,
): readonly {
  readonly name: string;
  readonly summary: string;
}[] =>
  document.webhooks.map(({ path, method, summary, at }) => {
    const location = document.location(at);
    if (method !== "POST") throw new UsageError(`${path} is not sent by POST`, { location });
    if (summary === "") throw new UsageError(`${path} has no summary`, { location });
    return { name: path, summary };
  });

/** Names become types, files and schema ids, so they must be valid as all of these. */
const modelName = /^[A-Za-z][A-Za-z0-9]*$/;

const readModels = (document: ApiDocument): readonly Definition[] =>
  [...document.models.values()].map(({ name, schema, at, isNamed }) => {
    if (!isNamed || !modelName.test(name))
      throw new UsageError(`${name} is not a model name`, {
        location: document.location(at),
        hint: isNamed ? "letters and digits only" : "move the schema into components",
      });
    return { name, schema };
  });

const refuseDoubleIds = (interfaces: readonly InterfaceDocument[]): void => {
  const seen = new Set<string>();
  for (const { source, operations } of interfaces)
    for (const { operation } of operations) {
      if (seen.has(operation.id))
        throw new UsageError(`operationId ${operation.id} is used twice`, {
          location: source.location(
            childPointer("/paths", operation.path, operation.method.toLowerCase(), "operationId"),
          ),
        });
      seen.add(operation.id);
    }
};
