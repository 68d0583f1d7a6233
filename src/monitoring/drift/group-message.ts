import type { ChangeCandidate } from "./change-candidate.ts";
import type { ChangeOwner } from "./owner.ts";
import { lastToken } from "./sorted-run.ts";

/** Input for a group's texts: its gravest change, if the group is open. */
export interface GroupParts {
  readonly lead: ChangeCandidate;
  /** The new name of a removed field. */
  readonly renamed: ChangeCandidate | undefined;
  readonly owner: ChangeOwner;
  /** Models whose values show it. */
  readonly models: readonly string[];
  /** Sorted; without `*`. */
  readonly operations: readonly string[];
  readonly statuses: readonly number[];
}

/** A name as code in Markdown. */
export const inBackticks = (text: string): string => `\`${text}\``;

/** The name in the last token of its location. */
export const lastNameOf = ({ subject }: ChangeCandidate): string => lastToken(subject.pointer);

/** `Donor.addresses.city`; `city` of `/v1/users` if the OpenAPI documents describe no model. */
export const fieldNameOf = ({ owner, lead }: GroupParts): string => {
  const tokens = owner.path.split("/").filter((token) => token !== "");
  if (owner.kind === "model") return inBackticks([owner.name, ...tokens].join("."));
  const path = inBackticks(tokens.length === 0 ? lead.subject.pointer : tokens.join("."));
  return owner.kind === "resource" ? `${path} of ${inBackticks(owner.name)}` : path;
};

const typed = (change: ChangeCandidate, otherwise: string): string =>
  `${lastNameOf(change)}: ${change.traits?.shape ?? otherwise}`;

/** The shape before and now. */
export const shapesOf = ({
  lead,
  renamed,
}: GroupParts): { readonly before: string; readonly now: string } => {
  const { before, now } = lead;
  switch (lead.subject.kind) {
    case "field-added":
      return { before: "absent", now: typed(lead, now) };
    case "field-removed":
      return {
        before: typed(lead, before),
        now: renamed === undefined ? "absent" : typed(renamed, renamed.now),
      };
    case "null-appeared":
      return { before, now: `${before} or null` };
    default:
      return { before, now };
  }
};
