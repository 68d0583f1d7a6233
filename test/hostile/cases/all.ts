import type { HostileCase } from "../hostile-case.ts";
import { bodies } from "./bodies.ts";
import { framing } from "./framing.ts";
import { paging } from "./paging.ts";
import { statuses } from "./statuses.ts";
import { texts } from "./texts.ts";

export const hostileCases: readonly HostileCase[] = [...framing, ...bodies, ...statuses, ...paging, ...texts];
