/** Whether a text begins like a page of HTML. */
export const isHtmlPage = (text: string): boolean => /^\s*<(?:!doctype|html)/i.test(text);
