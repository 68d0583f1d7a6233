import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The package's own entry points, where there is no build of it. */
export const entryPoints: Readonly<Record<string, string>> = {
  "tripact/queries": join(root, "src/contract/queries/index.ts"),
  "tripact/types/donation": join(root, "src/contract/generated/types/donation.ts"),
};

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  lib: ["lib.es2024.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  typeRoots: [join(root, "node_modules/@types")],
  paths: Object.fromEntries(Object.entries(entryPoints).map(([name, file]) => [name, [file]])),
};

/** What the compiler says of files in some folders and of nothing else: `use.ts:7 Argument of …`. */
export const problemsIn = (
  folders: readonly string[],
  files: readonly string[],
  types: readonly string[] = [],
): readonly string[] => {
  const program = ts.createProgram(files, { ...options, types: [...types] });
  return program
    .getSourceFiles()
    .filter(({ fileName }) => folders.some((folder) => fileName.startsWith(folder)))
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .map(({ file, start = 0, messageText }) => {
      const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
      const [text = ""] = ts.flattenDiagnosticMessageText(messageText, "\n").split("\n");
      return `${basename(file?.fileName ?? "")}:${line} ${text}`;
    });
};
