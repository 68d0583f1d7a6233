/** Name of an interface, as used in the OpenAPI documents, the configuration and reports. */
export type InterfaceName = string;
