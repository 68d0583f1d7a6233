/** One page of the site: Markdown for VitePress. */
export interface Page {
  /** Below the site's root, without an extension: `checks/contact-fields`. */
  readonly path: string;
  /** In the sidebar. */
  readonly title: string;
  readonly text: string;
}

/** Pages under one heading of the sidebar. */
export interface Section {
  readonly title: string;
  readonly pages: readonly Page[];
  /** Whether the sidebar shows its pages at first. */
  readonly isOpen: boolean;
}

/** Text that neither Markdown nor Vue reads as anything else. */
export const plain = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("{{", "&#123;&#123;")
    .replaceAll("|", "\\|");

/** Text in a code span. */
export const code = (text: string): string => `<code v-pre>${plain(text)}</code>`;

export const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
