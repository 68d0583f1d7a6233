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

const refusesBody: ReadonlySet<number> = new Set([400, 409, 422]);

const mayBeThere = ", where there may be one";

/**
 * The label of a creation by a declared body: a name or an address may have to be unique, and only the sandbox in this
 * process certainly has no such record from an earlier run.
 */
export const creationLabel = (label: string, { isEmbedded }: PlanContext): string =>
  isEmbedded === true ? label : `${label}${mayBeThere}`;

/** Why a creation by a declared body shows nothing. */
export const knownAlready =
  "the declared body is refused: an earlier run may have created the same, where names or addresses have to be new";

export const creationIn = (exchanges: readonly Exchange[], label: string): Exchange | undefined =>
  exchanges.find(({ call }) => call?.label === label || call?.label === `${label}${mayBeThere}`);

/** Whether a creation by a declared body may be refused because an earlier run has created the same. */
export const mayBeKnown = (creation: Exchange): boolean =>
  refusesBody.has(statusOf(creation)) && creation.call?.label.endsWith(mayBeThere) === true;

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
  refusesBody.has(statusOf(exchange)) && !isKnownValid(exchange, earlier);
