/** The interfaces, in the order of every table and report. To add one, start here. */
export const interfaceNames = ["crm", "donation", "volunteer"] as const;

export type BuiltinInterface = (typeof interfaceNames)[number];

export const isInterfaceName = (text: string): text is BuiltinInterface =>
  (interfaceNames as readonly string[]).includes(text);
