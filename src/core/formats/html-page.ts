export const isHtmlPage = (text: string): boolean => /^\s*<(?:!doctype|html)/i.test(text);
