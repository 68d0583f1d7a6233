/** Answers to open questions by the keys of the sandbox, as `tripact sandbox --set` takes them. */
export type Settings = Readonly<Record<string, string | number>>;

/** Settings as an optional property, left out where there are none. */
export const withSettings = (...all: readonly (Settings | undefined)[]): { readonly settings?: Settings } => {
  const settings: Settings = Object.assign({}, ...all);
  return Object.keys(settings).length === 0 ? {} : { settings };
};
