/**
 * Writes a report of each public entry's exports, and the schemas of the JSON reports, into api/: `npm run api`. With
 * `--check` it fails if one would change, so that the public API changes only on purpose. It reads the declarations in
 * dist/.
 */
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { publicEntries, root } from "./package/entries.ts";
import { reportSchemas } from "./package/report-schemas.ts";

const isCheck = process.argv.includes("--check");
const folder = join(root, "api");

/** `queries` of `./queries`; `tripact` of the main entry. */
const nameOf = (entry: string): string => (entry === "." ? "tripact" : entry.slice(2).replaceAll("/", "-"));

const declarationsOf = (module: string): string => join(root, "dist", `${module}.d.ts`);
const files = Object.values(publicEntries).map(declarationsOf);
const compilerOptions = { target: "es2024", module: "nodenext", types: ["node"], skipLibCheck: true };

const configOf = (entry: string, module: string): ExtractorConfig => {
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, "package.json"),
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: declarationsOf(module),
      newlineKind: "lf",
      compiler: { overrideTsconfig: { compilerOptions, files } },
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
        // test/package/public-api.test.ts checks docstrings and examples.
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  });
};

/** All entries, compiled once. */
const compilerState = CompilerState.create(configOf(".", "index"));

/** Whether the report of an entry changed. */
const reportOn = ([entry, module]: readonly [string, string]): boolean => {
  const result = Extractor.invoke(configOf(entry, module), {
    compilerState,
    localBuild: !isCheck,
    messageCallback: (message) => {
      message.handled = message.logLevel !== ExtractorLogLevel.Error;
    },
  });
  return result.apiReportChanged;
};

/** Whether the schema of a report changed. */
const schemaChanged = (name: string, text: string): boolean => {
  const file = join(folder, name);
  const changed = !existsSync(file) || readFileSync(file, "utf8") !== text;
  if (changed && !isCheck) writeFileSync(file, text);
  return changed;
};

mkdirSync(folder, { recursive: true });
const entries = Object.entries(publicEntries)
  .filter(reportOn)
  .map(([entry]) => entry.replace(/^\./, "tripact"));
const schemas = [...reportSchemas()]
  .filter(([name, text]) => schemaChanged(name, text))
  .map(([name]) => name);
if (isCheck && entries.length + schemas.length > 0) {
  const names = [...entries, ...schemas].join(", ");
  process.stderr.write(`other than in api/: ${names}; if that is meant, run npm run api\n`);
  process.exitCode = 1;
}
