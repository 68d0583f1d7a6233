import { type Exchange, isSuccess } from "../../core/model/exchange.ts";
import { answerStatus } from "../checks/asking.ts";

/** Which of the records that a plan works with. */
export type Role = "one" | "alike" | "other" | "last" | "child";

/** What a plan knows an exchange by. */
export interface Tag {
  readonly step: string;
  readonly on?: Role;
  /** The body that was sent. */
  readonly sent?: unknown;
  /** Id of the record that the path names. */
  readonly id?: string;
  /** Properties that a filter names, with the wanted values. */
  readonly wanted?: Readonly<Record<string, string>>;
  /** Ids of the run's records that are there, and of those that are gone, when a list is asked for. */
  readonly there?: readonly string[];
  readonly gone?: readonly string[];
}

export type ResourceAnswers = readonly Exchange<Tag>[];

/** The exchange of a step, on one of the records. */
export const answerAt = (answers: ResourceAnswers, step: string, on?: Role): Exchange<Tag> | undefined =>
  answers.find(({ call }) => call?.tag?.step === step && (on === undefined || call.tag.on === on));

/** The last exchange of a step: what was refused before it was tried otherwise. */
export const lastAt = (answers: ResourceAnswers, step: string, on?: Role): Exchange<Tag> | undefined =>
  answers.findLast(({ call }) => call?.tag?.step === step && (on === undefined || call.tag.on === on));

export const allAt = (answers: ResourceAnswers, step: string): ResourceAnswers =>
  answers.filter(({ call }) => call?.tag?.step === step);

/** The creation of a record that succeeded. */
export const creationOf = (answers: ResourceAnswers, on: Role): Exchange<Tag> | undefined =>
  answers.findLast((one) => one.call?.tag?.step === "create" && one.call.tag.on === on && isSuccess(one));

/** Whether an answer says that a record is not there. */
export const isGoneAt = (exchange: Exchange): boolean => [404, 410].includes(answerStatus(exchange));

/** Whether a change was carried out: a refusal proves nothing, and 202 says that it is not done yet. */
export const isCarriedOut = (exchange: Exchange<Tag> | undefined): exchange is Exchange<Tag> =>
  exchange !== undefined && isSuccess(exchange) && answerStatus(exchange) !== 202;

export const quotedNames = (names: readonly string[]): string =>
  names.map((name) => `\`${name}\``).join(", ");
