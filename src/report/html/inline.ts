import { type Markup, markup as html } from "../markup.ts";

/** `2025-01-31 08:00`: all times on pages are UTC. */
export const minute = (iso: string): string => iso.slice(0, 16).replace("T", " ");

/** The same for people, with the full timestamp for machines. */
export const moment = (iso: string): Markup => html`<time datetime="${iso}">${minute(iso)}</time>`;

/** A sentence with names in backticks. */
export const prose = (text: string): readonly (Markup | string)[] =>
  text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
