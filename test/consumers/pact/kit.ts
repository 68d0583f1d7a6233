import { fakeTarget } from "../../stand-in.ts";

/** An interaction that reads; `rest` has its states, another request or another answer. */
export const reads = (description: string, path: string, rest: object = {}) => ({
  description,
  request: { method: "GET", path, headers: { Authorization: "Bearer example" } },
  response: { status: 200 },
  ...rest,
});

/** The text of a pact of a shop. */
export const pactOf = (interactions: unknown, provider = "crm", rest: object = {}): string =>
  JSON.stringify({
    consumer: { name: "shop" },
    provider: { name: provider },
    interactions,
    metadata: { pactSpecification: { version: "3.0.0" } },
    ...rest,
  });

/** The links to pacts that a broker lists. */
export const listOf = (...hrefs: readonly string[]) => ({
  _embedded: { pacts: hrefs.map((href) => ({ _links: { self: { href } } })) },
});

/** A broker that has one pact of one provider, which may name it otherwise, and the results that were published there. */
export const openBroker = async (interactions: unknown, provider = "crm", named = provider) => {
  const broker = await fakeTarget(({ path }) => {
    const links = { "pb:publish-verification-results": { href: `${broker.origin}/results` } };
    const answers: Readonly<Record<string, unknown>> = {
      [`/pacts/provider/${provider}/for-verification`]: listOf(`${broker.origin}/pact`),
      "/pact": JSON.parse(pactOf(interactions, named, { _links: links })),
      "/results": {},
    };
    const isPut = path.startsWith("/pacticipants/");
    return { status: isPut || path in answers ? 200 : 404, body: answers[path] };
  });
  const published = (): readonly unknown[] =>
    broker.received.filter(({ path }) => path === "/results").map(({ body }) => JSON.parse(body));
  return { ...broker, published };
};
