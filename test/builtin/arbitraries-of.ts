import * as crm from "../../src/contract/generated/arbitraries/crm.ts";
import * as donation from "../../src/contract/generated/arbitraries/donation.ts";
import * as volunteer from "../../src/contract/generated/arbitraries/volunteer.ts";
import type { InterfaceName } from "../../src/contract/interface-name.ts";

/** The generated arbitraries of each interface. */
export const arbitrariesOf = { crm, donation, volunteer } as const satisfies Record<InterfaceName, object>;
