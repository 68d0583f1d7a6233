/** A path without the names of its parameters, which callers never see. */
export const template = (path: string): string => path.replaceAll(/\{[^{}]*\}/g, "{}");
