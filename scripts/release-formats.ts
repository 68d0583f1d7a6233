/**
 * Lists how the files that users write and read have changed since the last release, and the minimum step of the next
 * version. `--record` records them, and the OpenAPI documents, as those of the current version.
 */
import { recordContract } from "./package/contract-changes.ts";
import { stepOfVersion } from "./release/agreement.ts";
import { changesSinceRecord, recordedFormats, recordFormats } from "./release/formats.ts";
import { packageVersion } from "./release/state.ts";

if (process.argv.includes("--record")) {
  const version = packageVersion();
  recordFormats(version);
  recordContract();
  process.stdout.write(`recorded as ${version} in api/released/ and api/contract/released/\n`);
} else {
  for (const { file, consumers, kind, pointer, message } of changesSinceRecord())
    process.stdout.write(`${consumers.padEnd(13)} ${file} ${kind} ${pointer}: ${message}\n`);
  const { version, change } = recordedFormats();
  process.stdout.write(`since ${version}: at least a ${stepOfVersion(version, change)} step\n`);
}
