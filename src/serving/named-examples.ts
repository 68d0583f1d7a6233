import { isDeepStrictEqual } from "node:util";
import { inputKey } from "../contracts/checks/input.ts";
import type { ApiMedia, ApiOperation, ApiResponse } from "../documents/document.ts";
import { exampleValue } from "./exact-json.ts";
import type { Parameters } from "./parameters.ts";
import { mediaOf } from "./responses.ts";

/** An example of a response, of any status. */
interface NamedExample {
  readonly response: ApiResponse;
  readonly media: ApiMedia;
  readonly value: unknown;
}

/** Whether values of parameters have the names of examples, so that a request can ask for one of them. */
export const hasNamedExamples = ({ parameters, responses }: ApiOperation): boolean => {
  const names = new Set(
    responses.flatMap(({ content }) => content.flatMap(({ examples }) => examples.map(({ name }) => name))),
  );
  return parameters.some(({ examples }) => examples.some(({ name }) => name !== "" && names.has(name)));
};

/**
 * The example that a request asks for: its parameters have the values that the document gives them under the name of
 * the example. Undefined if there is none.
 */
export const namedExample = (
  { parameters, responses }: ApiOperation,
  values: Parameters,
): NamedExample | undefined => {
  const stated = parameters.filter(({ examples }) => examples.some(({ name }) => name !== ""));
  if (stated.length === 0) return undefined;
  const isAskedFor = (name: string): boolean => {
    const all = stated.flatMap((parameter) =>
      parameter.examples.filter((one) => one.name === name).map(({ value }) => [parameter, value] as const),
    );
    return (
      all.length > 0 &&
      all.every(([parameter, value]) => isDeepStrictEqual(values.get(inputKey(parameter)), value))
    );
  };
  for (const response of responses) {
    const media = mediaOf(response);
    const example = media?.examples.find(({ name }) => name !== "" && isAskedFor(name));
    if (media !== undefined && example !== undefined)
      return { response, media, value: exampleValue(example) };
  }
  return undefined;
};
