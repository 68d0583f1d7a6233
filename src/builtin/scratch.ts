import type { ScratchRule } from "../core/model/contract.ts";
import type { Resource } from "../core/model/resource.ts";
import { resources } from "./generated/resources.ts";

const rulesOf = function* ({
  create,
  replace,
  update,
  invalid,
}: Resource): Generator<readonly [string, ScratchRule]> {
  const write = replace ?? update;
  if (write?.id !== undefined) {
    const { parameter, setting, other } = write.id;
    const settings = other === undefined ? [setting] : [setting, other];
    yield [write.operation, { kind: "path", parameter, settings }];
  } else if (typeof write?.body === "string") yield [write.operation, { kind: "body", declared: write.body }];
  if (typeof create?.body !== "string") return;
  const declared = [create.body, ...(invalid?.body === undefined ? [] : [invalid.body])];
  yield [create.operation, { kind: "creation", declared }];
};

const all: readonly Resource[] = Object.values(resources).flatMap((records) => Object.values(records));

/** The record that each write may change: a declared one of this organization, or a disposable one of another. */
export const scratch: Readonly<Record<string, ScratchRule>> = {
  ...Object.fromEntries(all.flatMap((resource) => [...rulesOf(resource)])),
  addEventContact: {
    kind: "path",
    parameter: "eventId",
    settings: ["crm.scratch.eventId", "crm.scratch.otherOrganizationEventId"],
    body: {
      property: "contactIndividualId",
      settings: ["crm.scratch.contactIndividualId", "crm.scratch.otherOrganizationContactIndividualId"],
    },
  },
};
