import type { ActiveExamples } from "./example.ts";

type Otherwise = ActiveExamples["otherwise"];

/** What nobody may take for granted of a refusal, whoever is refused: each is still one by its status. */
export const refusedOtherwise = (status: number): Otherwise => [
  { assumes: "a refusal says why, in JSON", answers: { "*": { status, text: "<h1>Not here</h1>" } } },
  {
    assumes: "a refusal says nothing of what was asked",
    answers: { "*": { status, body: { id: 1, path: "/1", message: "Not for you." } } },
  },
];
