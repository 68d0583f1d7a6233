import type { operations } from "../contract/donation.ts";

type Responses<Id extends keyof operations> = operations[Id]["responses"];

type BodyOf<Response> = Response extends { content: { "application/json": infer Body } } ? Body : undefined;

/** An answer of an operation, by its status. */
type Answer<Id extends keyof operations> = {
  [Status in keyof Responses<Id>]: { status: Status; body: BodyOf<Responses<Id>[Status]> };
}[keyof Responses<Id>];

declare const ask: <Id extends keyof operations>(id: Id, take: number) => Promise<Answer<Id>>;

export const giftTotal = async (): Promise<number | string> => {
  const answer = await ask("listGifts", 10);
  switch (answer.status) {
    case 200:
      return answer.body.total ?? 0;
    case 404:
      return answer.body.title;
    case 400:
      return answer.body.detail;
    default:
      return "refused";
  }
};

type Refused<Status extends keyof Responses<"listCampaigns">> = BodyOf<Responses<"listCampaigns">[Status]>;

export const nothingThere = (body: Refused<404>): string => `${body.title} (${body.status})`;
