/** Why a fact is not judged: its bodies are in a media type that nothing here reads. */
export const unreadReason = (mediaType: string): string => `${mediaType} is not judged`;

/** The media type that such a reason names; undefined for any other reason. */
export const unreadIn = (reason = ""): string | undefined => /^(\S+) is not judged(?:;|$)/.exec(reason)?.[1];
