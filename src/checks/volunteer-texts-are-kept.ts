import { defineCheck, send, type Judgement, type Plan, type PlanContext } from "../harness/model/check.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../harness/model/exchange.ts";
import { learntId } from "./support/asked-id.ts";
import { createdId } from "./support/created-id.ts";
import { isObject, type JsonObject } from "./support/json.ts";
import { notApplicable } from "./support/judgements.ts";
import { readBack } from "./support/read-back.ts";
import { idAt, mainBearer } from "./support/sample-calls.ts";
import { shownField, type RecordKind } from "./support/shown-record.ts";
import { fillTemplate } from "./support/declared-body.ts";
import { judgeTexts, textFields, tryTexts, type Shown } from "./support/written-values.ts";

const facts = { user: "VOL-03", project: "VOL-04", group: "VOL-05" } as const;

const kinds = ["group", "project", "user"] as const satisfies readonly RecordKind[];

/** A user that is created stays: only a run that tries everything creates some to try texts. */
const kindsIn = (context: PlanContext): readonly (typeof kinds)[number][] => {
  const updated = context.sample(["group", "project"] as const, 1);
  return updated.length === 1 ? updated : kinds;
};

const shownBy = (kind: RecordKind): Shown => ({
  name: kind,
  fact: facts[kind],
  show: (exchange, field) => shownField(jsonOf(exchange), kind, field),
});

/** How a kind of record is written: scratch records are updated, users created, since no update of one is stated. */
const writes = {
  user: { operation: "createUser", template: "createUser" },
  project: { operation: "updateProject", template: "updateProject" },
  group: { operation: "updateGroup", template: "updateGroup" },
} as const;

const templateOf = (kind: RecordKind, context: PlanContext): JsonObject | undefined => {
  const template = fillTemplate(context.setting(`volunteer.scratch.${writes[kind].template}`), context);
  const hasRecord = kind === "user" || idAt(context, `volunteer.scratch.${kind}Id`) !== undefined;
  return isObject(template) && hasRecord ? template : undefined;
};

const readOf = (
  kind: RecordKind,
  context: PlanContext,
  written: Exchange,
  label: string,
): Call | undefined => {
  if (kind !== "user")
    return readBack(context, kind, idAt(context, `volunteer.scratch.${kind}Id`) ?? "", label);
  const id = createdId(jsonOf(written), "user", context);
  if (id === undefined) return undefined;
  const authorization = mainBearer("volunteer");
  return { operation: "getUser", path: { id: learntId("volunteer user", id) }, authorization, label };
};

function* tryKind(kind: RecordKind, context: PlanContext): Plan {
  const template = templateOf(kind, context);
  if (template === undefined) return;
  const id = idAt(context, `volunteer.scratch.${kind}Id`) ?? "";
  const write = (values: object, label: string): Call => ({
    operation: writes[kind].operation,
    ...(kind === "user" ? {} : { path: { id } }),
    body: { kind: "json", value: { ...template, ...values } },
    authorization: mainBearer("volunteer"),
    label,
  });
  const slot = {
    ...shownBy(kind),
    write,
    *read(written: Exchange, label: string): Plan<Exchange | undefined> {
      const call = readOf(kind, context, written, label);
      return call === undefined ? undefined : yield* send(call);
    },
    texts: textFields(template),
    amounts: [],
    isCostly: kind === "user",
  };
  yield* tryTexts(context, slot, 0);
  if (kind !== "user") yield* send(write({}, `${kind} put back`));
}

export const volunteerTextsAreKept = defineCheck({
  id: "volunteer-texts-are-kept",
  facts: ["VOL-03", "VOL-04", "VOL-05"],
  effect: "write",
  severity: "error",
  interfaces: ["volunteer"],
  needs: ["volunteer.credentials.token"],
  title: "Names and descriptions of users, groups and projects are kept as they were sent",
  why: "People whose names come back spoilt do not come back.",
  turns: 12,
  *plan(context) {
    for (const kind of kindsIn(context)) yield* tryKind(kind, context);
  },
  *judge(exchanges): Generator<Judgement> {
    for (const kind of kinds) {
      const tried = exchanges.filter(({ call }) => call?.label.startsWith(`${kind} with `) === true);
      if (!tried.some(isSuccess)) yield notApplicable(`no ${kind} with texts was written`, facts[kind]);
      yield* judgeTexts(shownBy(kind), exchanges);
    }
  },
});
