import { isObject, type JsonObject } from "../../../src/checks/support/json.ts";
import { answeredBy } from "../kit/answered-by.ts";
import type { ActiveExamples } from "../kit/example.ts";

type Store = (record: JsonObject) => JsonObject | undefined;

/** A target that stores campaigns as they are changed, refuses those that become nothing, and has no other records. */
const storing = (store: Store) => {
  let stored: JsonObject = {};
  return {
    answers: answeredBy("replaced-texts-are-kept", ({ operation, body }) => {
      if (operation === "listCampaigns") return { body: { items: [stored], total: 1 } };
      const sent = body?.kind === "json" && isObject(body.value) ? store(body.value) : undefined;
      if (operation !== "replaceCampaign" || sent === undefined) return { status: 400 };
      stored = sent;
      return { status: 204 };
    }),
  };
};

const onTexts =
  (change: (text: string) => unknown): Store =>
  (record) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        typeof value === "string" ? change(value) : value,
      ]),
    );

const onGoal =
  (change: (goal: number) => unknown): Store =>
  (record) => ({ ...record, goal: change(Number(record["goal"])) });

export const examples: ActiveExamples = {
  pass: storing((record) => record),
  otherwise: {
    "spaces around a text are kept": storing(onTexts((text) => text.trim())),
    "a text is shown as it was sent": storing(
      onTexts((text) => `<p>${text.toUpperCase().replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`),
    ),
    "a text is shown alone": storing(onTexts((text) => `${text} (draft)`)),
    "any text is taken": storing((record) =>
      /[^\0-\x7f]/.test(String(record["name"])) ? undefined : record,
    ),
    "an amount is shown as a number": storing(onGoal((goal) => goal.toFixed(2))),
    "an amount of 0 is shown": storing(onGoal((goal) => (goal === 0 ? undefined : goal))),
    "an amount has cents": storing(onGoal((goal) => Math.round(goal))),
  },
  fails: {
    "DON-17: texts are read as Latin-1": {
      ...storing(onTexts((text) => Buffer.from(text, "utf8").toString("latin1"))),
      says: "emoji: name of a campaign does not come back as it was sent",
    },
    "DON-17: an empty text is taken for nothing said, and the old one stays": storing(
      onTexts((text) => (text === "" ? "Ordinary words of a run" : text)),
    ),
    "DON-17: amounts are 32 bits of floating point": {
      ...storing(onGoal(Math.fround)),
      says: "the amount -1234567.89: goal of a campaign does not come back as it was sent",
    },
    "DON-17: an amount of 0 is none": {
      ...storing(onGoal((goal) => goal || null)),
      says: "the amount 0: goal of a campaign does not come back as it was sent",
    },
    "DON-17: an amount loses its sign": {
      ...storing(onGoal((goal) => Math.abs(goal))),
      says: "the amount -1234567.89: goal of a campaign does not come back as it was sent",
    },
  },
};
