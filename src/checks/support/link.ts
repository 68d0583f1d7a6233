/** The path of a link, absolute or relative to the host; undefined when it is neither. */
export const pathOfLink = (link: string): string | undefined => {
  if (!/^(https?:\/\/|\/)/i.test(link)) return undefined;
  try {
    return new URL(link, "http://localhost").pathname;
  } catch {
    return undefined;
  }
};
