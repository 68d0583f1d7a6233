import type { Alert } from "../../core/model/notify.ts";
import { plural } from "../../core/output/plural.ts";
import { headline } from "./headline.ts";

/** Slack allows 50 blocks of 3,000 characters, and 150 in a header. */
const maxShown = 20;
const maxText = 2900;
const maxHeader = 140;

const inMarkup: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Escapes a text for Slack's markup: no link, no mention. */
const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => inMarkup[character] ?? "");

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`;

/** Text without markup or `:name:` emoji. */
const plainText = (text: string) => ({ type: "plain_text", text, emoji: false }) as const;

const section = (text: string) => ({ type: "section", text: plainText(cut(text, maxText)) });

/** The body of a Slack incoming webhook. */
export const slackMessage = (alerts: readonly Alert[]): unknown => {
  const head = headline(alerts);
  const more = alerts.length - maxShown;
  return {
    // Shown in notifications.
    text: escaped(head),
    blocks: [
      { type: "header", text: plainText(cut(head, maxHeader)) },
      ...alerts.slice(0, maxShown).map(({ title, text }) => section(`${title}\n${text}`)),
      ...(more > 0 ? [section(`and ${plural(more, "more alert")}`)] : []),
    ],
  };
};
