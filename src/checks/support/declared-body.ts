import { withMembers } from "../../builtin/body-template.ts";
import type { PlanContext } from "../../core/model/check.ts";
import { isSuccess, type Exchange } from "../../core/model/exchange.ts";
import { statusOf } from "./judgements.ts";

/**
 * A body that the configuration declares, with `$memberIds` replaced by the scratch members. It is valid, or invalid,
 * exactly as declared; a changed body may be either, since any property, or a missing one, may decide it. So an invalid
 * body is sent only as declared, and a valid one that was changed may be refused for its content (`mayBeInvalid`).
 */
export const fillTemplate = (template: unknown, context: Pick<PlanContext, "setting">): unknown => {
  const members = context.setting("volunteer.scratch.memberIds");
  return withMembers(template, Array.isArray(members) ? members : []);
};

/** Whether a body is refused for its content, or for a record that is there already. */
export const refusesBody = (exchange: Exchange): boolean => [400, 409, 422].includes(statusOf(exchange));

const keyOf = ({ request }: Exchange): string => JSON.stringify([request.url, request.body]);

/** Whether a target is known to accept a body: the declared one, which is sent first, and those accepted before. */
const isKnownValid = (exchange: Exchange, earlier: readonly Exchange[]): boolean => {
  const writes = earlier.filter(({ operation }) => operation === exchange.operation);
  return writes.length === 0 || writes.some((one) => isSuccess(one) && keyOf(one) === keyOf(exchange));
};

/**
 * Whether a write of a declared body, or a change of it, is refused for its content, which a changed one may be.
 * @param earlier what the sequence was answered before, the declared body first
 */
export const mayBeInvalid = (exchange: Exchange, earlier: readonly Exchange[]): boolean =>
  refusesBody(exchange) && !isKnownValid(exchange, earlier);
