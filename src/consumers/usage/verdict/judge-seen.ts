import type { BuiltinInterface } from "../../../builtin/interface-name.ts";
import type { Change } from "../../diff/change.ts";
import { answerPointer, ownDocument, schemaPointer } from "../own-document.ts";
import type { Use } from "../use.ts";
import type { Usage } from "../usage-file.ts";
import { createJudge } from "./judge-change.ts";

/** Behaviour of a target, as a change from our document. */
export interface SeenBehaviour {
  readonly interface: BuiltinInterface;
  /** Id of the operation; undefined if it applies to the whole interface. */
  readonly operation: string | undefined;
  readonly status: number | undefined;
  /** JSON pointer into the body of the response; `*` for any item. */
  readonly pointer: string;
  /** Kind of the change, in the terms of `tripact diff`. */
  readonly kind: string;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

/** Judges observations of a target by what consumers use. */
export const createSeenJudge = (usages: readonly Usage[]) => {
  const pointerOf = ({
    interface: name,
    operation,
    status,
    pointer,
  }: Parameters<SeenJudge["typesAt"]>[0]): string => {
    const located = operation === undefined ? undefined : ownDocument(name).operations.get(operation);
    if (located === undefined) return "/paths";
    return pointer === "" ? located.at.pointer : schemaPointer(answerPointer(located, status), pointer);
  };

  const changeOf = (seen: SeenBehaviour): Change => ({
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
    /** The types that our document states at a location of a body; empty if it states none. */
    typesAt: (seen: Pick<SeenBehaviour, "interface" | "operation" | "status" | "pointer">) =>
      ownDocument(seen.interface).targets.typesAt(pointerOf(seen)),
    judge: (seen: SeenBehaviour) => {
      const { targets, operations } = ownDocument(seen.interface);
      const isOfAnswer = seen.operation !== undefined && seen.pointer !== "";
      const models = isOfAnswer ? targets.modelsAlong(pointerOf(seen)) : undefined;
      const isRead = ({ of }: Use): boolean =>
        models === undefined || of?.every((model) => models.has(model)) !== false;
      const judge = createJudge([targets], (id) => {
        const located = operations.get(id);
        return located === undefined ? [] : [located.at.pointer];
      });
      return usages
        .map(({ consumer, uses }) => ({
          consumer,
          ...judge(
            changeOf(seen),
            uses.filter((use) => use.interface === seen.interface && isRead(use)),
          ),
        }))
        .filter(({ verdict }) => verdict !== "safe");
    },
  };
};

export type SeenJudge = ReturnType<typeof createSeenJudge>;
