/** The name of an interface of the contract, as it is in its documents, the configuration and reports. */
export type InterfaceName = string;
