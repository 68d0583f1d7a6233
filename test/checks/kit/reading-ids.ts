import { answeredBy } from "./answered-by.ts";
import type { AnswerExample, ConversationExample } from "./example.ts";

const record = (operation: string, id: string): AnswerExample =>
  operation === "getUser" ? { body: { data: { id: Number(id) } } } : { body: { id: Number(id) } };

/** A target whose only record is the one with the id 1, and that reads ids in its own way, asked by a check. */
export const readingIds =
  (check: string) =>
  (
    read: (id: string) => string,
    missing: AnswerExample = { status: 404 },
  ): Pick<ConversationExample, "answers"> => ({
    answers: answeredBy(check, ({ operation, path = {} }) => {
      const id = read(String(Object.values(path)[0]));
      return id === "1" ? record(operation, id) : missing;
    }),
  });
