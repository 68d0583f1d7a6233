/** Whether a media type means JSON: `application/json`, `application/problem+json`, `text/json`. */
export const isJsonMediaType = (mediaType: string): boolean =>
  /^\s*(?:application|text)\/(?:[\w.!#$&^-]+\+)?json\b/i.test(mediaType);

/** Whether to parse a body as JSON: its media type is JSON or missing, or the text looks like JSON. */
export const mayBeJson = (text: string, mediaType: string | undefined): boolean =>
  mediaType === undefined || isJsonMediaType(mediaType) || /^\s*[[{]/.test(text);
