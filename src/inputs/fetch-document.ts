import { UsageError } from "../core/model/usage-error.ts";
import { printable } from "../core/output/escape.ts";
import type { ApiDocument } from "../documents/document.ts";
import type { Environment } from "../core/model/environment.ts";

export const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);

const largest = 32 * 1_048_576;

const fetchText = async (
  address: string,
  { signal }: Environment,
  option: string | undefined,
): Promise<string> => {
  const fail = (message: string, hint?: string): UsageError =>
    new UsageError(message, {
      ...(option === undefined ? { location: printable(address) } : { option }),
      ...(hint === undefined ? {} : { hint }),
    });
  const { createHttpClient } = await import("../core/http/http-client.ts");
  const client = createHttpClient({
    timeoutMs: 30_000,
    maxBodyBytes: largest,
    monotonic: () => performance.now(),
  });
  try {
    const answer = await client(
      {
        method: "GET",
        url: address,
        headers: { accept: "application/json, application/yaml, text/yaml, */*;q=0.1" },
        asSent: true,
      },
      signal,
    );
    if (answer.kind === "failure")
      throw fail(
        `${printable(address)} cannot be read: ${answer.message}`,
        "name a file, or an address that is reachable",
      );
    if (answer.status !== 200 || answer.asSent === undefined)
      throw fail(
        `${printable(address)} answered ${answer.status}`,
        "name the address of the OpenAPI document itself",
      );
    return new TextDecoder().decode(answer.asSent.body);
  } finally {
    await client.close();
  }
};

/**
 * Reads an OpenAPI document from a file or an address.
 * @throws UsageError with its location if it cannot be read or contradicts itself
 */
export const openDocument = async (
  from: string,
  environment: Environment,
  option?: string,
): Promise<ApiDocument> => {
  const { readDocument, readDocumentText } = await import("../documents/read-document.ts");
  if (isAddress(from)) return readDocumentText(from, await fetchText(from, environment, option));
  return readDocument(from, {
    cwd: environment.cwd,
    signal: environment.signal,
    ...(option === undefined ? {} : { option }),
  });
};
