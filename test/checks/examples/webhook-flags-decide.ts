import { isObject } from "../../../src/checks/support/json.ts";
import type { AnyCall } from "../../../src/core/model/exchange.ts";
import { answeredBy } from "../kit/answered-by.ts";
import type { ActiveExamples } from "../kit/example.ts";

interface Webhook {
  readonly active: boolean;
  readonly kinds: readonly string[];
}

/** What each call of the plan is an event of, where its name says another. */
const kindOf = ({ label }: AnyCall): string => {
  const [verb = "", subject = ""] = label.split(" ");
  const suffix = { POST: "Create", PUT: "Update", DELETE: "Delete" }[verb];
  if (suffix !== undefined) return `${subject.slice(0, 1).toLowerCase()}${subject.slice(1)}${suffix}`;
  return label === "submit a form"
    ? "formSubmission"
    : label === "replace the note"
      ? "contactNoteUpdate"
      : "";
};

const webhookIn = ({ body }: AnyCall): Webhook | undefined => {
  const value = body?.kind === "json" ? body.value : undefined;
  if (!isObject(value) || !Array.isArray(value["kinds"])) return undefined;
  return { active: value["active"] === true, kinds: value["kinds"].map(String) };
};

/** A sandbox that sends a webhook what it takes it to have asked for. */
const sending = (isSent: (kind: string, webhook: Webhook) => boolean, times = 1) => {
  const webhooks: Webhook[] = [];
  const happened: string[] = [];
  return {
    answers: answeredBy("webhook-flags-decide", (call) => {
      const webhook = webhookIn(call);
      if (webhook !== undefined) return { body: { data: { id: webhooks.push(webhook) } } };
      happened.push(kindOf(call));
      if (call.label !== "deliveries") return {};
      const data = webhooks.flatMap((one, index) =>
        happened.filter((kind) => isSent(kind, one)).map((kind) => ({ webhookId: index + 1, kind })),
      );
      return { body: { data: Array.from({ length: times }, () => data).flat() } };
    }),
  };
};

const isAsked = (kind: string, { active, kinds }: Webhook): boolean => active && kinds.includes(kind);

const swapped: Readonly<Record<string, string>> = {
  projectCreate: "projectUpdate",
  projectUpdate: "projectCreate",
};

export const examples: ActiveExamples = {
  pass: sending(isAsked),
  otherwise: { "a webhook is sent each event once": sending(isAsked, 2) },
  fails: {
    "EVT-01: A true flag for form submissions subscribes to nothing": {
      ...sending((kind, webhook) => kind !== "formSubmission" && isAsked(kind, webhook)),
      says: "formSubmission does not reach a webhook that asked for it",
    },
    "EVT-01: The flags for created and updated projects are taken for each other": {
      ...sending((kind, webhook) => isAsked(swapped[kind] ?? kind, webhook)),
      says: "a webhook that did not ask for projectUpdate is sent it",
    },
    "EVT-01: A webhook without a true flag is sent deletions": {
      ...sending(
        (kind, webhook) => isAsked(kind, webhook) || (webhook.kinds.length === 0 && kind.endsWith("Delete")),
      ),
      says: "a webhook without a flag is sent something",
    },
    "EVT-02: An inactive webhook still gets updates of contact notes": sending(
      (kind, webhook) => isAsked(kind, webhook) || (!webhook.active && kind === "contactNoteUpdate"),
    ),
  },
};
