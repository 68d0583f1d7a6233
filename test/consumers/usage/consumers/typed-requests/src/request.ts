import type { paths as crm } from "../contract/crm.ts";
import type { paths as giving } from "../contract/donation.ts";
import type { paths as volunteering } from "../contract/volunteer.ts";

type Paths = crm & giving & volunteering;
type Method = "get" | "put" | "post" | "delete";

type PathsWith<M extends Method> = {
  [P in keyof Paths]: Paths[P] extends { [K in M]: object } ? P : never;
}[keyof Paths];

type Operation<P extends keyof Paths, M extends Method> = M extends keyof Paths[P] ? Paths[P][M] : never;

type Query<O> = O extends { parameters: { query?: infer Q } } ? Q : never;
type PathOf<O> = O extends { parameters: { path: infer P } } ? P : Record<string, never>;
type BodyOf<O> = O extends { requestBody: { content: { "application/json": infer B } } } ? B : undefined;
type Answer<O> = O extends { responses: infer R }
  ? R extends { 200: { content: { "application/json": infer B } } }
    ? B
    : R extends { "2XX": { content: { "application/json": infer B } } }
      ? B
      : undefined
  : never;

interface Input<O> {
  path?: PathOf<O>;
  query?: Query<O>;
  body?: BodyOf<O>;
}

export const request = async <M extends Method, P extends PathsWith<M>>(
  method: M,
  path: P,
  input: Input<Operation<P, M>> = {},
): Promise<Answer<Operation<P, M>>> => {
  const url = new URL(String(path), "https://platform.example.org");
  for (const [name, value] of Object.entries(input.query ?? {})) url.searchParams.set(name, String(value));
  const response = await fetch(url, { method, body: JSON.stringify(input.body) });
  return response.json();
};
