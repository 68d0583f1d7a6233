import type { InterfaceName } from "../../../core/model/interface-name.ts";
import type { Change } from "../../diff/change.ts";
import { type InterfaceDocuments, operationsOf, bodyPointer, targetsOf } from "../interface-document.ts";
import { answerLocation, operationLocation } from "../locations.ts";
import type { Use } from "../use.ts";
import type { Usage } from "../usage-file.ts";
import { usagesOf } from "../which-document.ts";
import { createJudge } from "./judge-change.ts";

/** Behaviour of a target, as a change from the document of its interface. */
export interface SeenBehaviour {
  readonly interface: InterfaceName;
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

type SeenPlace = Pick<SeenBehaviour, "interface" | "operation" | "status" | "pointer">;

/** Judges observations of a target by what consumers use. */
export const createSeenJudge = (usages: readonly Usage[], documents: InterfaceDocuments) => {
  const interfaces = new Map(
    [...documents].map(([name, document]) => [name, { interface: name, old: document, new: document }]),
  );
  const { about: usagesAbout } = usagesOf([...interfaces.values()], usages);

  const locationOf = ({ interface: name, operation: id, status, pointer }: SeenPlace): string => {
    const document = documents.get(name);
    const operation = document && id !== undefined ? operationsOf(document).get(id) : undefined;
    if (operation === undefined) return "/paths";
    return pointer === ""
      ? operationLocation(operation)
      : bodyPointer(answerLocation(operation, status), pointer);
  };

  const changeOf = (seen: SeenBehaviour): Change => ({
    kind: seen.kind,
    consumers: "breaking",
    providers: "informational",
    pointer: locationOf(seen),
    operations: seen.operation === undefined ? [] : [seen.operation],
    message: "",
    ...(seen.before && { before: seen.before }),
    ...(seen.after && { after: seen.after }),
  });

  return {
    /** What consumers use of an interface. */
    usagesOf: (name: InterfaceName): readonly Usage[] => {
      const found = interfaces.get(name);
      return found === undefined ? [] : usagesAbout(found);
    },
    /** The types that the document states at a location of a body; empty if it states none. */
    typesAt: (seen: SeenPlace): readonly string[] => {
      const document = documents.get(seen.interface);
      return document === undefined ? [] : targetsOf(document).typesAt(locationOf(seen));
    },
    judge: (seen: SeenBehaviour) => {
      const found = interfaces.get(seen.interface);
      if (found === undefined) return [];
      const targets = targetsOf(found.old);
      const isOfAnswer = seen.operation !== undefined && seen.pointer !== "";
      const models = isOfAnswer ? targets.modelsAlong(locationOf(seen)) : undefined;
      const isRead = ({ of }: Use): boolean =>
        models === undefined || of?.every((model) => models.has(model)) !== false;
      const { judge } = createJudge([targets], (id) => {
        const operation = operationsOf(found.old).get(id);
        return operation === undefined ? [] : [operationLocation(operation)];
      });
      return usagesAbout(found)
        .map(({ consumer, uses }) => ({ consumer, ...judge(changeOf(seen), uses.filter(isRead)) }))
        .filter(({ verdict }) => verdict !== "safe");
    },
  };
};

export type SeenJudge = ReturnType<typeof createSeenJudge>;
