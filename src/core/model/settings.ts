/** Answers to open questions by sandbox setting, as for `tripact sandbox --set`. */
export type Settings = Readonly<Record<string, string | number>>;

/** Settings as an optional property, absent if there are none. */
export const withSettings = (...all: readonly (Settings | undefined)[]): { readonly settings?: Settings } => {
  const settings: Settings = Object.assign({}, ...all);
  return Object.keys(settings).length === 0 ? {} : { settings };
};
