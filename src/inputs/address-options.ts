import type { BuiltinInterface } from "../builtin/interface-name.ts";
import { option } from "../core/output/options.ts";
import { kinds } from "../core/output/values.ts";

const address = (help: string) => option.target(kinds.text, { help, value: "url" });

/**
 * An address for each built-in interface.
 * @param where what help adds to their names
 */
export const addressOptions = (where: string) =>
  ({
    /** Base address of the CRM. */
    crm: address(`base address of the CRM interface${where}`),
    /** Base address of the donation interface. */
    donation: address(`base address of the donation interface${where}`),
    /** Base address of the volunteer interface. */
    volunteer: address(`base address of the volunteer interface${where}`),
  }) satisfies Readonly<Record<BuiltinInterface, unknown>>;
