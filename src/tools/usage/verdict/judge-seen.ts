import type { InterfaceName } from "../../../contract/interface-name.ts";
import { children, cursorAt } from "../../../generators/documents/cursor.ts";
import { readDocument, type SourceDocument } from "../../../generators/documents/source-document.ts";
import { childPointer, tokensOf } from "../../../harness/formats/json-pointer.ts";
import { readOwnFile } from "../../../harness/model/own-file.ts";
import type { Change } from "../../diff/change.ts";
import { type LocatedOperation, operationsByKey } from "../../diff/operation-changes.ts";
import type { Usage } from "../usage-file.ts";
import { createJudge } from "./judge-change.ts";
import type { ConsumerVerdict } from "./judge-documents.ts";
import { createTargets, type Targets } from "./targets.ts";

/** Something that a target does, as a change against our document. */
export interface Seen {
  readonly interface: InterfaceName;
  /** Id of the operation; none where it holds for the whole interface. */
  readonly operation: string | undefined;
  readonly status: number | undefined;
  /** JSON pointer into the body of the response; `*` for any item. */
  readonly pointer: string;
  /** Kind of the change, as `tripact diff` calls it. */
  readonly kind: string;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

/** Judges what was seen at a target by what consumers use. */
export interface SeenJudge {
  judge(seen: Seen): readonly ConsumerVerdict[];
  /** The types that our document states at a location of a body; none where it states none. */
  typesAt(seen: Pick<Seen, "interface" | "operation" | "status" | "pointer">): readonly string[];
}

/** Our own document of an interface, with what is looked for in it. */
interface OwnDocument {
  readonly targets: Targets;
  readonly operations: ReadonlyMap<string, LocatedOperation>;
}

const ownDocument = (name: InterfaceName): OwnDocument => {
  // The OpenAPI documents are published beside the sources and the built files alike.
  const text = readOwnFile(`specs/${name}.yaml`, new URL(`../../../../specs/${name}.yaml`, import.meta.url));
  if (text === undefined) throw new Error(`the OpenAPI document of the ${name} interface is not there`);
  const document: SourceDocument = readDocument(`specs/${name}.yaml`, text);
  const located = [...operationsByKey(cursorAt(document, "")).values()];
  return { targets: createTargets(document.root), operations: new Map(located.map((one) => [one.id, one])) };
};

/** Pointer to the schema of what an operation answers with a status; its whole response where it has none. */
const answerOf = ({ operation }: LocatedOperation, status: number | undefined): string => {
  const responses = new Map(children(operation, "responses"));
  const text = String(status ?? 200);
  const response = responses.get(text) ?? responses.get(`${text[0]}XX`) ?? responses.get("default");
  if (response === undefined) return childPointer(operation.pointer, "responses", text);
  const [media] = children(response, "content");
  return media === undefined ? response.pointer : childPointer(media[1].pointer, "schema");
};

const isPosition = (token: string): boolean => token === "*" || /^\d+$/.test(token);

/** `/items/0/name` in a body is `/properties/items/items/properties/name` in its schema. */
const schemaPointer = (base: string, pointer: string): string =>
  tokensOf(pointer).reduce<string>(
    (at, token) => (isPosition(token) ? childPointer(at, "items") : childPointer(at, "properties", token)),
    base,
  );

export const createSeenJudge = (usages: readonly Usage[]): SeenJudge => {
  const documents = new Map<InterfaceName, OwnDocument>();
  const documentOf = (name: InterfaceName): OwnDocument => {
    const document = documents.get(name) ?? ownDocument(name);
    documents.set(name, document);
    return document;
  };

  const pointerOf = ({
    interface: name,
    operation,
    status,
    pointer,
  }: Parameters<SeenJudge["typesAt"]>[0]): string => {
    const located = operation === undefined ? undefined : documentOf(name).operations.get(operation);
    if (located === undefined) return "/paths";
    return pointer === "" ? located.operation.pointer : schemaPointer(answerOf(located, status), pointer);
  };

  const changeOf = (seen: Seen): Change => ({
    kind: seen.kind,
    consumers: "breaking",
    providers: "informational",
    pointer: pointerOf(seen),
    operations: seen.operation === undefined ? [] : [seen.operation],
    message: "",
    ...(seen.before && { before: seen.before }),
    ...(seen.after && { after: seen.after }),
  });

  return {
    typesAt: (seen) => documentOf(seen.interface).targets.typesAt(pointerOf(seen)),
    judge: (seen) => {
      const { targets, operations } = documentOf(seen.interface);
      const judge = createJudge([targets], (id) => {
        const located = operations.get(id);
        return located === undefined ? [] : [located.operation.pointer];
      });
      return usages
        .map(({ consumer, uses }) => ({
          consumer,
          ...judge(
            changeOf(seen),
            uses.filter((use) => use.interface === seen.interface),
          ),
        }))
        .filter(({ verdict }) => verdict !== "safe");
    },
  };
};
