/**
 * Writes what the public entries export into api/, a report for each: `npm run api`. With `--check` it fails where a
 * report would change, so that the public API changes only on purpose. It reads the declarations in dist/.
 */
import { Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { publicEntries, root } from "./package/entries.ts";

const isCheck = process.argv.includes("--check");
const folder = join(root, "api");

/** `queries` of `./queries`; `tripact` of the main entry. */
const nameOf = (entry: string): string => (entry === "." ? "tripact" : entry.slice(2).replaceAll("/", "-"));

const configOf = (entry: string, module: string): ExtractorConfig => {
  const file = join(root, "dist", `${module}.d.ts`);
  const compilerOptions = { target: "es2024", module: "nodenext", types: ["node"], skipLibCheck: true };
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, "package.json"),
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: file,
      newlineKind: "lf",
      compiler: { overrideTsconfig: { compilerOptions, files: [file] } },
      apiReport: {
        enabled: true,
        reportFileName: `${nameOf(entry)}.api.md`,
        reportFolder: folder,
        reportTempFolder: join(root, "node_modules/.cache/api"),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        // Docstrings and examples are held by test/package/public-api.test.ts.
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  });
};

/** Whether the report of an entry is other than it was. */
const reportOn = ([entry, module]: readonly [string, string]): boolean => {
  const result = Extractor.invoke(configOf(entry, module), {
    localBuild: !isCheck,
    messageCallback: (message) => {
      message.handled = message.logLevel !== ExtractorLogLevel.Error;
    },
  });
  return result.apiReportChanged;
};

mkdirSync(folder, { recursive: true });
const changed = Object.entries(publicEntries).filter(reportOn);
if (isCheck && changed.length > 0) {
  const names = changed.map(([entry]) => entry.replace(/^\./, "tripact")).join(", ");
  process.stderr.write(`${names}: other exports than in api/; if that is meant, run npm run api\n`);
  process.exitCode = 1;
}
