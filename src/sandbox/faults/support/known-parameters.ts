import type { JsonObject } from "../../../harness/model/json-object.ts";
import type { Answering, Fault, FaultSurroundings, Incoming } from "../fault.ts";
import { parse } from "./answers.ts";
import { mainCredential } from "./credentials.ts";
import { listOf, objectOf, property } from "./edit.ts";
import { onConditions } from "./queries.ts";
import { isOf, type Of } from "./rows.ts";

type Wrap = Fault["wrap"];

/**
 * The parameters of the query type in a body, in lower case, as the sandbox lists them; the request counts against
 * another credential's hour.
 */
const knownParameters = async (
  next: Answering,
  incoming: Incoming,
  surroundings: FaultSurroundings,
): Promise<ReadonlySet<string>> => {
  const queryType = String(property(parse(incoming.body), "queryType"));
  const url = new URL(`/donation/api/Query/options/${encodeURIComponent(queryType)}`, incoming.url);
  const headers = new Headers({ authorization: `Bearer ${mainCredential(surroundings, "donation")}` });
  const answer = await next({
    method: "GET",
    url,
    headers,
    operation: "getQueryOptions",
    path: { queryType },
    body: undefined,
  });
  const { options, parameters } = objectOf(parse(answer.body));
  const entries = listOf(Array.isArray(options) ? options : parameters);
  return new Set(
    entries.map((entry) =>
      String(typeof entry === "string" ? entry : property(entry, "parameter")).toLowerCase(),
    ),
  );
};

/** Changes conditions on unknown parameters; undefined results are dropped. */
export const onUnknownParameters =
  (
    of: Of,
    change: (
      condition: JsonObject,
      known: ReadonlySet<string>,
      position: number,
      depth: number,
    ) => JsonObject | undefined,
  ): Wrap =>
  (next, surroundings) =>
  async (incoming) => {
    if (!isOf(incoming, of)) return next(incoming);
    const known = await knownParameters(next, incoming, surroundings);
    return onConditions(of, (condition, position, depth) =>
      known.has(String(condition["parameter"]).toLowerCase())
        ? condition
        : change(condition, known, position, depth),
    )(
      next,
      surroundings,
    )(incoming);
  };
