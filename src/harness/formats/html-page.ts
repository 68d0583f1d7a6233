/** Whether a text looks like an HTML page. */
export const isHtmlPage = (text: string): boolean => /^\s*<(?:!doctype|html)/i.test(text);
