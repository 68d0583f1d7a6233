/** A server that answers every request with the same bytes: what a proxy forwards. */
import { createServer, type ServerResponse } from "node:http";

const port = process.argv[2];
const body = process.env["TRIPACT_BENCH_BODY"] ?? "";
const type = "application/json";

/** As many bytes as the path states, as fast as the client reads. */
const pour = (size: number, response: ServerResponse): void => {
  response.writeHead(200, { "content-type": "application/octet-stream", "content-length": size });
  const block = Buffer.alloc(65_536, "x");
  let left = size;
  const more = (): void => {
    while (left > 0) {
      const part = left < block.length ? block.subarray(0, left) : block;
      left -= part.length;
      if (!response.write(part)) return void response.once("drain", more);
    }
    response.end();
  };
  more();
};
createServer((request, response) => {
  request.resume();
  const size = /\/bytes\/(\d+)$/.exec(request.url ?? "")?.[1];
  if (size !== undefined) return pour(Number(size), response);
  request.on("end", () => {
    response.writeHead(200, { "content-type": type, "content-length": Buffer.byteLength(body) });
    response.end(body);
  });
}).listen(Number(port), "127.0.0.1");
