import { contract } from "../../../src/inputs/contract.ts";
import { loadJudgingParts } from "../../../src/inputs/judging-parts.ts";
import type { JudgeTools, PassiveCheck, Violation } from "../../../src/core/model/check.ts";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import { createJudgeTools } from "../../../src/core/run/judge.ts";
import type { ExchangeExample } from "../kit/example.ts";
import { exchangeOf } from "../kit/judge-example.ts";

/** A CRM exchange; its body is JSON, or text as `{ text }`. */
export type Recording = Omit<ExchangeExample, "interface" | "text">;

const isText = (body: unknown): body is { readonly text: string } =>
  typeof body === "object" && body !== null && "text" in body && typeof body.text === "string";

/** A CRM exchange as a recording has it. */
export const recorded = ({ body, ...recording }: Recording): Exchange =>
  exchangeOf({
    interface: "crm",
    path: "/api/Contact",
    ...recording,
    ...(isText(body) ? { text: body.text } : { body }),
  });

export const loadTools = async (): Promise<JudgeTools> =>
  createJudgeTools((await loadJudgingParts(contract)).validation);

/** What a passive check has against a recording; undefined where it shows nothing of its fact. */
export const judged = (
  check: PassiveCheck,
  recording: Recording,
  tools: JudgeTools,
): readonly Violation[] | undefined => {
  const exchange = recorded(recording);
  if (!check.applies(exchange, tools)) return undefined;
  return [...check.judge(exchange, tools)].filter((judgement) => judgement.kind === "violation");
};
