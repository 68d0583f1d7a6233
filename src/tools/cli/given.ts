/** Options of the command line without those that were not given. */
export const given = <Options extends object>(
  options: Options,
): { readonly [Name in keyof Options]?: Exclude<Options[Name], undefined> } =>
  // What has no value is not there.
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Options]?: Exclude<Options[Name], undefined>;
  };
