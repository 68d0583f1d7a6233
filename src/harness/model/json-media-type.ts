/** Whether a media type says that a body is JSON: `application/json`, `application/problem+json`, `text/json`. */
export const isJsonMediaType = (mediaType: string): boolean =>
  /^\s*(?:application|text)\/(?:[\w.!#$&^-]+\+)?json\b/i.test(mediaType);

/** Whether a body is to be read as JSON: its media type says so or is missing, or it looks like JSON all the same. */
export const mayBeJson = (text: string, mediaType: string | undefined): boolean =>
  mediaType === undefined || isJsonMediaType(mediaType) || /^\s*[[{]/.test(text);
