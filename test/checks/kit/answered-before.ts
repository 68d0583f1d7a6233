import type { OperationId } from "../../../src/contract/generated/operations.ts";
import type { ExchangeExample } from "./example.ts";

/** An exchange of one who was answered these bodies before, one after the other. */
export const answeredBefore = (
  operation: OperationId,
  credential: string,
  ...bodies: readonly unknown[]
): Pick<ExchangeExample, "credential" | "after"> => ({
  credential,
  after: bodies.map((body) => ({ operation, credential, body })),
});
