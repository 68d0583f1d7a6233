import type { OperationId } from "../../generated/operations.ts";
import type { InterfaceName } from "../../model/interface-name.ts";
import { defineFault, type Fault, type Incoming } from "./fault.ts";
import { json } from "./support/answers.ts";
import { asMain, bornToken, mainCredential, credential } from "./support/credentials.ts";

type Wrap = Fault["wrap"];

const isAt = ({ url }: Incoming, name: InterfaceName): boolean => url.pathname.startsWith(`/${name}/`);

/** One interface takes the main credential of another for its own. */
const taking =
  (name: InterfaceName, owner: InterfaceName, isMeant: (incoming: Incoming) => boolean = () => true): Wrap =>
  (next, surroundings) =>
  (incoming) => {
    const isForeign = isAt(incoming, name) && bornToken(incoming) === mainCredential(surroundings, owner);
    return next(isForeign && isMeant(incoming) ? asMain(incoming, surroundings, name) : incoming);
  };

const at =
  (operation: OperationId) =>
  (incoming: Incoming): boolean =>
    incoming.operation === operation;

const everywhere = (name: InterfaceName, owner: InterfaceName): Fault =>
  defineFault({
    id: `${name}-takes-${owner}-credentials`,
    fact: "GEN-04",
    grade: "gross",
    title: `The ${name} interface takes credentials of the ${owner} interface`,
    wrap: taking(name, owner),
  });

const onOne = (name: InterfaceName, owner: InterfaceName, operation: OperationId, id: string): Fault =>
  defineFault({
    id,
    fact: "GEN-04",
    grade: "structural",
    title: `${operation} alone takes credentials of the ${owner} interface`,
    wrap: taking(name, owner, at(operation)),
  });

export const faults: readonly Fault[] = [
  everywhere("crm", "donation"),
  everywhere("crm", "volunteer"),
  everywhere("donation", "crm"),
  everywhere("donation", "volunteer"),
  everywhere("volunteer", "crm"),
  everywhere("volunteer", "donation"),
  onOne("crm", "donation", "getContact", "contact-read-takes-donation-tokens"),
  onOne("crm", "volunteer", "replaceContactNote", "note-replacement-takes-volunteer-tokens"),
  onOne("donation", "crm", "getQueryOptions", "query-options-take-crm-keys"),
  onOne("donation", "volunteer", "listProjects", "project-list-takes-volunteer-tokens"),
  onOne("volunteer", "donation", "getUser", "user-read-takes-donation-tokens"),
  onOne("volunteer", "crm", "createGroup", "group-creation-takes-crm-keys"),
  defineFault({
    id: "donation-forbids-foreign-credentials",
    fact: "GEN-04",
    grade: "structural",
    title: "The donation interface knows a credential of the CRM and answers 403 in place of 401",
    wrap: (next, surroundings) => async (incoming) =>
      isAt(incoming, "donation") && bornToken(incoming) === mainCredential(surroundings, "crm")
        ? json(403, { title: "Forbidden", status: 403, detail: "This is a key of another product." })
        : next(incoming),
  }),
  defineFault({
    id: "webhooks-take-volunteer-tokens",
    fact: "GEN-04",
    grade: "structural",
    title: "Reading a webhook takes the tokens of the volunteer interface",
    wrap: (next, surroundings) => (incoming) =>
      next(
        incoming.operation === "getWebhook" &&
          bornToken(incoming) === credential(surroundings, "volunteer", "token")
          ? asMain(incoming, surroundings, "crm")
          : incoming,
      ),
  }),
];
