/** The built JavaScript: a file for each entry, and what they share in chunks. */
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

/** Stands for the folder of the built files until a chunk has its name. */
const built = "#dist";

const pathInSources = (id: string): string => relative(join(root, "src"), id).replaceAll("\\", "/");

/** Generated JavaScript is loaded at its first use, so it stays in files of its own. */
const generated = globSync("src/contract/generated/**/*.js", { cwd: root });

const asCommonJs = (path: string): string => path.replace(/\.js$/, ".cjs");

/** A program that the package would lack: the name of a module beside this one, outside an import. */
const assertProgramsListed = (code: string, path: string): void => {
  for (const [, name = ""] of code.matchAll(/(?<!from |import\()["`]\.\/([\w-]+)(?=\.ts"|\$\{)/g)) {
    const program = posix.join(posix.dirname(path), name);
    if (existsSync(join(root, "src", `${program}.ts`)) && !programs.includes(program))
      throw new Error(`src/${path} starts ${name}: add ./dist/${program}.js to sideEffects in package.json`);
  }
};

/**
 * Each module goes by the address that it would have as a file of its own, so what it reads, starts or loads beside
 * itself is where the tree of sources has it.
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

/** A program runs as soon as it is imported: nothing that others need may be in its file. */
const assertNotImported = (output: RolldownOutput["output"]): void => {
  const files = programs.map((name) => `${name}.js`);
  for (const file of output) {
    if (file.type !== "chunk") continue;
    const program = [...file.imports, ...file.dynamicImports].find((name) => files.includes(name));
    if (program !== undefined) throw new Error(`${file.fileName} imports the program ${program}`);
  }
};

/** What nearly everything imports. */
const basic = /\/src\/harness\/(?:model|output)\/(?!yaml|suggest)/;

/** Bytes of a small module. */
const fewBytes = 5000;

const importsOf = (id: string, chunking: ChunkingContext): readonly string[] =>
  (chunking.getModuleInfo(id)?.importedIds ?? []).filter((imported) => !imported.startsWith("node:"));

/** Whether a module and all that it imports are small, and need no package. */
const isLight = (id: string, chunking: ChunkingContext): boolean => {
  if (basic.test(id)) return true;
  const { code } = chunking.getModuleInfo(id) ?? {};
  if (typeof code !== "string" || code.length > fewBytes) return false;
  return importsOf(id, chunking).every((imported) => isLight(imported, chunking));
};

/** Rooms of commands, whose modules are loaded together: one file for each would be dozens. */
const room =
  /\/src\/(?:tools\/(?:cli\/commands\/)?|app\/)(fleet|discovery|onboarding|diff|usage|proxy|drift|recordings)\//;

const isProgram = (id: string): boolean => programs.includes(pathInSources(id).replace(/\.ts$/, ""));

/**
 * The room of a module; none for one that needs a package, which the rest of its room may do without, and none for a
 * program, which would run where the rest of its room is imported.
 */
const roomOf = (id: string, chunking: ChunkingContext): string | undefined => {
  const name = isProgram(id) ? undefined : room.exec(id)?.[1];
  return importsOf(id, chunking).every((imported) => imported.startsWith("/")) ? name : undefined;
};

/** What the definition of every command needs: light, and loaded at every start. */
const frame = /\/src\/tools\/cli\/(?:command|file-uses|io|option-values|options|report-files)\.ts$/;

/** The same for what a function of the library begins with. */
const beginning =
  /\/src\/(?:app\/(?:config-reading|follow|of-option|planted-faults|read-file|report-formats|run|state-folder|surroundings|system-clock|target-run|values|verbs|version|write-file)|contract\/interface-name)\.ts$/;

const groups: CodeSplittingGroup[] = [
  { debugName: "frame", name: "frame", test: frame, priority: 3 },
  { debugName: "beginning", name: "beginning", test: beginning, priority: 3 },
  { debugName: "rooms", name: roomOf, priority: 2 },
  {
    debugName: "common",
    test: /\/src\/(?:harness|tools|contract\/[\w-]+\.ts)/,
    name: (id, chunking) => (isLight(id, chunking) ? "common" : undefined),
    minShareCount: 4,
    priority: 1,
  },
];

/** As CommonJS, since Jest lets nothing else be required on Node 22. */
const bundleGenerated = async (folder: string): Promise<void> => {
  for (const path of generated) {
    const file = join(folder, asCommonJs(path.replace(/^src\//, "")));
    await build({ cwd: root, input: path, output: { file, format: "cjs", exports: "named" } });
  }
};

/** Bundles into a folder; the built file that each module is in. */
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
      // The declarations have them.
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
    // One that is imported or started on its own has a file for that.
    ...chunks.flatMap((chunk) =>
      chunk.facadeModuleId === null ? [] : [placed(chunk, chunk.facadeModuleId)],
    ),
  ]);
};
