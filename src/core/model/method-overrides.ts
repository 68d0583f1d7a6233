/** Headers that make some servers use another method, in lower case. */
export const methodOverrides = ["x-http-method-override", "x-http-method", "x-method-override"] as const;
