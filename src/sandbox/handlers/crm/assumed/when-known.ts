import { assume, type AssumedEndpoint } from "../../../pipeline/assumed-endpoint.ts";
import type { ParsedRequest } from "../../../pipeline/endpoint.ts";

/** The open questions that ask for endpoints. */
type EndpointQuestion = "U-05" | "U-06" | "U-07";

/** An endpoint that exists while the open question it answers is taken to be answered by it. */
export const whenKnown = (
  unknown: EndpointQuestion,
  endpoint: Omit<AssumedEndpoint, "unknown" | "when">,
): AssumedEndpoint => assume({ ...endpoint, unknown, when: { key: unknown, value: "known" } });

/** A path parameter that was parsed as an integer. */
export const idIn = (request: ParsedRequest, name: string): number => Number(request.path[name]);
