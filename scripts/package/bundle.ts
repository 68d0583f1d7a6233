/** The built JavaScript: one file per entry, with shared code in chunks. */
import { existsSync, globSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import {
  build,
  type ChunkingContext,
  type CodeSplittingGroup,
  type Plugin,
  type RolldownOutput,
} from "rolldown";
import { isExternal, programs, publicEntries, root } from "./entries.ts";

/** Placeholder for the folder of the built files until a chunk has its name. */
const built = "#dist";

const pathInSources = (id: string): string => relative(join(root, "src"), id).replaceAll("\\", "/");

/** Generated JavaScript is loaded on first use, so it stays in separate files. */
const generated = globSync("src/builtin/generated/**/*.js", { cwd: root });

const asCommonJs = (path: string): string => path.replace(/\.js$/, ".cjs");

/** Detects a program missing from the package: the name of a neighbouring module, outside an import. */
const assertProgramsListed = (code: string, path: string): void => {
  for (const [, name = ""] of code.matchAll(/(?<!from |import\()["`]\.\/([\w-]+)(?=\.ts"|\$\{)/g)) {
    const program = posix.join(posix.dirname(path), name);
    if (existsSync(join(root, "src", `${program}.ts`)) && !programs.includes(program))
      throw new Error(`src/${path} starts ${name}: add ./dist/${program}.js to sideEffects in package.json`);
  }
};

/**
 * Each module keeps the URL of its own file, so that relative paths to data, programs and modules work as in the
 * sources.
 */
const keptPlaces: Plugin = {
  name: "kept-places",
  resolveId: {
    filter: { id: /^\..*\.js$/ },
    handler: (id, importer = "") => {
      const path = pathInSources(join(dirname(importer), id));
      return generated.includes(`src/${path}`)
        ? { id: `${built}/${asCommonJs(path)}`, external: true }
        : undefined;
    },
  },
  transform: {
    filter: { code: "import.meta.url" },
    handler: (code, id) => {
      const path = pathInSources(id);
      assertProgramsListed(code, path);
      const location = `${built}/${path.replace(/\.ts$/, ".js")}`;
      const placed = code.replaceAll("import.meta.url", `new URL("${location}", import.meta.url).href`);
      return { code: placed.replaceAll(/(?<=requireHere\(".*)\.js(?="\))/g, ".cjs"), map: null };
    },
  },
  renderChunk: (code, { fileName }) => {
    const up = posix.relative(posix.dirname(fileName), ".") || ".";
    return { code: code.replaceAll(`"${built}/`, `"${up}/`), map: null };
  },
};

/** A program runs when it is imported, so its file must not contain code that others need. */
const assertNotImported = (output: RolldownOutput["output"]): void => {
  const files = programs.map((name) => `${name}.js`);
  for (const file of output) {
    if (file.type !== "chunk") continue;
    const program = [...file.imports, ...file.dynamicImports].find((name) => files.includes(name));
    if (program !== undefined) throw new Error(`${file.fileName} imports the program ${program}`);
  }
};

/** Modules that nearly everything imports. */
const basic = /\/src\/core\/(?:model|output)\/(?!yaml|suggest)/;

/** Maximum size of a small module, in bytes. */
const fewBytes = 5000;

const importsOf = (id: string, chunking: ChunkingContext): readonly string[] =>
  (chunking.getModuleInfo(id)?.importedIds ?? []).filter((imported) => !imported.startsWith("node:"));

/** Whether a module and all its imports are small, and need no package. */
const isLight = (id: string, chunking: ChunkingContext): boolean => {
  if (basic.test(id)) return true;
  const { code } = chunking.getModuleInfo(id) ?? {};
  if (typeof code !== "string" || code.length > fewBytes) return false;
  return importsOf(id, chunking).every((imported) => isLight(imported, chunking));
};

/** Rooms of commands whose modules are loaded together; one file each would be dozens. */
const room =
  /\/src\/(?:monitoring|traffic|consumers|onboarding|entrypoints\/cli\/commands)\/(fleet|discovery|init|doctor|diff|usage|proxy|run|judging)\//;

const isProgram = (id: string): boolean => programs.includes(pathInSources(id).replace(/\.ts$/, ""));

/**
 * The room of a module. None for a module that needs a package that others in its room do not need, and none for a
 * program, which would run whenever the rest of its room is imported.
 */
const roomOf = (id: string, chunking: ChunkingContext): string | undefined => {
  const name = isProgram(id) ? undefined : room.exec(id)?.[1];
  return importsOf(id, chunking).every((imported) => imported.startsWith("/")) ? name : undefined;
};

/** Definitions of commands need these: small, and loaded at every start. */
const frame = /\/src\/entrypoints\/cli\/(?:command|file-uses|io|option-values|options|report-files)\.ts$/;

/** The tables of options and what they name, which a command reads at its start and a function when it is called. */
const tables =
  /\/src\/(?:builtin\/interface-name|inputs\/choices|(?:app|inputs|sandbox|consumers|monitoring|onboarding|traffic)\/(?:[\w-]+\/)?(?:[\w-]+-)?options)\.ts$/;

/** The same for the start of a library function. */
const beginning =
  /\/src\/(?:app\/(?:config-reading|follow|of-option|planted-faults|read-file|report-formats|run|state-folder|environment|system-clock|target-run|values|verbs|version|write-file))\.ts$/;

const groups: CodeSplittingGroup[] = [
  { debugName: "frame", name: "frame", test: frame, priority: 3 },
  { debugName: "tables", name: "tables", test: tables, priority: 3 },
  { debugName: "beginning", name: "beginning", test: beginning, priority: 3 },
  { debugName: "rooms", name: roomOf, priority: 2 },
  {
    debugName: "common",
    test: /\/src\/(?:core|monitoring|traffic|consumers|onboarding|entrypoints|builtin\/[\w-]+\.ts)/,
    name: (id, chunking) => (isLight(id, chunking) ? "common" : undefined),
    minShareCount: 4,
    priority: 1,
  },
];

/** As CommonJS, since Jest on Node 22 can require nothing else. */
const bundleGenerated = async (folder: string): Promise<void> => {
  for (const path of generated) {
    const file = join(folder, asCommonJs(path.replace(/^src\//, "")));
    await build({ cwd: root, input: path, output: { file, format: "cjs", exports: "named" } });
  }
};

/** Bundles into a folder; returns the built file of each module. */
export const bundle = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  const names = [...Object.values(publicEntries), ...programs];
  const { output } = await build({
    cwd: root,
    input: Object.fromEntries(names.map((name) => [name, `src/${name}.ts`])),
    platform: "node",
    external: isExternal,
    plugins: [keptPlaces],
    preserveEntrySignatures: "allow-extension",
    output: {
      dir: folder,
      format: "esm",
      entryFileNames: "[name].js",
      chunkFileNames: "chunks/[name]-[hash].js",
      // The declarations contain them.
      comments: { jsdoc: false },
      codeSplitting: { includeDependenciesRecursively: false, groups },
    },
  });
  assertNotImported(output);
  await bundleGenerated(folder);
  const chunks = output.filter((file) => file.type === "chunk");
  const placed = ({ fileName }: (typeof chunks)[number], id: string) =>
    [pathInSources(id), join(folder, fileName)] as const;
  return new Map([
    ...chunks.flatMap((chunk) => chunk.moduleIds.map((id) => placed(chunk, id))),
    // A module that is imported or started separately has its own file.
    ...chunks.flatMap((chunk) =>
      chunk.facadeModuleId === null ? [] : [placed(chunk, chunk.facadeModuleId)],
    ),
  ]);
};
