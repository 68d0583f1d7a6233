import { resources } from "../builtin/generated/resources.ts";
import { outOfReach } from "./relations/out-of-reach.ts";

export const otherOrganizationIsOutOfReach = outOfReach(
  [resources.crm.contact, resources.crm.webhook, resources.volunteer.user],
  {
    id: "other-organization-is-out-of-reach",
    facts: ["GEN-05"],
    title: "A credential reads only its own organization's records",
    why: "One organization reading another's donors is the worst possible breach.",
  },
);
