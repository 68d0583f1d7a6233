import * as crm from "../../src/builtin/generated/arbitraries/crm.ts";
import * as donation from "../../src/builtin/generated/arbitraries/donation.ts";
import * as volunteer from "../../src/builtin/generated/arbitraries/volunteer.ts";
import type { BuiltinInterface } from "../../src/builtin/interface-name.ts";

/** The generated arbitraries of each interface. */
export const arbitrariesOf = { crm, donation, volunteer } as const satisfies Record<BuiltinInterface, object>;
