import type { Fault } from "../fault.ts";
import { objectOf } from "./edit.ts";
import { onSent } from "./rows.ts";
import { sends } from "./requests.ts";

/** Changes every webhook subscription made through the control interface. */
export const onSubscription = (
  change: (kinds: readonly string[], isActive: boolean) => Readonly<Record<string, unknown>>,
): Fault["wrap"] =>
  onSent(
    ({ url }) => url.pathname === "/control/webhooks",
    (body) => {
      const { kinds, active, ...rest } = objectOf(body);
      const known = [kinds].flat().filter((kind) => typeof kind === "string");
      return { ...rest, kinds: known, active: active !== false, ...change(known, active !== false) };
    },
    sends(({ kinds }) => Array.isArray(kinds)),
  );
