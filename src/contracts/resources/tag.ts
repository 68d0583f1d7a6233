import type { Exchange } from "../../core/model/exchange.ts";

/** Which of the records that a plan works with. */
export type Role = "one" | "other" | "child";

/** What a plan knows an exchange by. */
export interface Tag {
  readonly step: string;
  readonly on?: Role;
  /** The body that was sent. */
  readonly sent?: unknown;
  /** Properties that a filter names, with the wanted values. */
  readonly wanted?: Readonly<Record<string, string>>;
}

export type ResourceAnswers = readonly Exchange<Tag>[];

/** The exchange of a step, on one of the records. */
export const answerAt = (answers: ResourceAnswers, step: string, on?: Role): Exchange<Tag> | undefined =>
  answers.find(({ call }) => call?.tag?.step === step && (on === undefined || call.tag.on === on));

export const allAt = (answers: ResourceAnswers, step: string): ResourceAnswers =>
  answers.filter(({ call }) => call?.tag?.step === step);
