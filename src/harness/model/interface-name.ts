/** The name of an interface of the contract, as it stands in its documents, the configuration and reports. */
export type InterfaceName = string;
