/** The interfaces, in the order in which every table and report lists them. A new one begins here. */
export const interfaceNames = ["crm", "donation", "volunteer"] as const;

export type InterfaceName = (typeof interfaceNames)[number];

export const isInterfaceName = (text: string): text is InterfaceName =>
  (interfaceNames as readonly string[]).includes(text);
