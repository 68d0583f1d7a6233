import { once } from "node:events";
import { createReadStream, createWriteStream, statSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import type { BenchContext, Figure, Measure } from "../figure.ts";
import { summarize } from "../statistics.ts";
import { runProcess, type ProcessFigures } from "../whole-process.ts";

interface Recorded {
  readonly url: string;
  readonly text: string;
}

/** A few real answers of the sandbox, repeated until a file has its size. */
const answers = async (): Promise<readonly Recorded[]> => {
  const sandbox = createSandbox({ scale: 100 });
  const { crm, donation, volunteer } = sandbox.config("https://api.example.org").interfaces;
  const paths = [
    [crm, "/api/Contact/1", "apiKey"],
    [crm, "/api/ContactMethod/Types", "apiKey"],
    [donation, "/api/Donor/list?Take=20", "token"],
    [donation, "/api/Gift/list?Take=20", "token"],
    [volunteer, "/users", "token"],
  ] as const;
  const recorded: Recorded[] = [];
  for (const [{ baseUrl, credentials }, path, credential] of paths) {
    const url = `${baseUrl}${path}`;
    const headers = { authorization: `Bearer ${String(credentials[credential])}` };
    recorded.push({ url, text: await (await sandbox.fetch(new Request(url, { headers }))).text() });
  }
  await sandbox.close();
  return recorded;
};

const entryOf = ({ url, text }: Recorded): string =>
  JSON.stringify({
    startedDateTime: "2026-01-01T00:00:00.000Z",
    time: 20,
    request: {
      method: "GET",
      url,
      httpVersion: "HTTP/1.1",
      headers: [],
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: 0,
    },
    response: {
      status: 200,
      statusText: "OK",
      httpVersion: "HTTP/1.1",
      headers: [{ name: "content-type", value: "application/json; charset=utf-8" }],
      cookies: [],
      content: { size: text.length, mimeType: "application/json", text },
      redirectURL: "",
      headersSize: -1,
      bodySize: text.length,
    },
    cache: {},
    timings: { send: 0, wait: 20, receive: 0 },
  });

/** Writes a recording of about that many bytes. */
export const writeRecording = async (path: string, bytes: number, form: "har" | "ndjson"): Promise<void> => {
  const entries = (await answers()).map(entryOf);
  const stream = createWriteStream(path);
  const put = async (text: string): Promise<void> => {
    if (!stream.write(text)) await once(stream, "drain");
  };
  if (form === "har")
    await put('{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"entries":[');
  let written = 0;
  for (let index = 0; written < bytes; index += 1) {
    const entry = entries[index % entries.length] ?? "";
    await put(`${form === "har" && index > 0 ? "," : ""}${entry}${form === "har" ? "" : "\n"}`);
    written += entry.length + 1;
  }
  if (form === "har") await put("]}}");
  stream.end();
  await once(stream, "finish");
};

/** Only JSON.parse on every line; bodies stay text. */
const parseOnly = async (path: string): Promise<number> => {
  const startedAt = performance.now();
  for await (const line of createInterface({ input: createReadStream(path) })) JSON.parse(line);
  return performance.now() - startedAt;
};

const observed = async (
  { root, runs, scratch }: BenchContext,
  path: string,
): Promise<readonly ProcessFigures[]> => {
  const figures: ProcessFigures[] = [];
  for (let run = 0; run < runs; run += 1)
    figures.push(
      await runProcess(process.execPath, [`${root}bin/tripact.js`, "observe", path, "--json"], {
        cwd: scratch,
      }),
    );
  return figures;
};

/** `tripact observe` beside JSON.parse over the same bytes, and its memory for a tenfold recording. */
export const observe: Measure = {
  id: "observe",
  title: "judging recordings",
  measure: async (context) => {
    const { scratch, scale, note } = context;
    const large = Math.round(1e9 * scale);
    const small = Math.round(large / 10);
    const lines = join(scratch, "lines.ndjson");
    await writeRecording(lines, large, "ndjson");
    const parse = summarize([await parseOnly(lines), await parseOnly(lines), await parseOnly(lines)]);
    const megabytes = statSync(lines).size / 1e6;
    const figures: Figure[] = [];
    for (const form of ["ndjson", "har"] as const) {
      const paths = {
        small: join(scratch, `small.${form}`),
        large: form === "ndjson" ? lines : join(scratch, "large.har"),
      };
      await writeRecording(paths.small, small, form);
      if (form === "har") await writeRecording(paths.large, large, form);
      const few = await observed(context, paths.small);
      const many = await observed(context, paths.large);
      note(`observe of ${form} ends with ${many[0]?.code ?? "a signal"}`);
      const peak = summarize(many.map(({ peakMb }) => peakMb));
      figures.push(
        {
          what: `observe, ${megabytes.toFixed(0)} MB of ${form}`,
          unit: "MB/s",
          ...summarize(many.map(({ wallMs }) => megabytes / (wallMs / 1000))),
          peer: { name: "JSON.parse line by line", value: megabytes / (parse.value / 1000) },
          limit: { on: "ratio", at: "least", bound: 0.5 },
        },
        {
          what: `observe, memory at its peak, ${form}`,
          unit: "MB",
          ...peak,
          peer: { name: "a tenth of the bytes", value: summarize(few.map(({ peakMb }) => peakMb)).value },
          // The file is four times as large.
          limit: { on: "value", at: "most", bound: 256 },
        },
      );
    }
    return figures;
  },
};
