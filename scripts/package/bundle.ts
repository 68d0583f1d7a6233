/** The built JavaScript: a file for each entry, and what they share in chunks. */
import { existsSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { rolldown, type Plugin } from "rolldown";
import { isExternal, programs, publicEntries, root } from "./entries.ts";

/** Stands for the folder of the built files until a chunk has its name. */
const built = "#dist";

const pathInSources = (id: string): string => relative(join(root, "src"), id).replaceAll("\\", "/");

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
 * itself is where the tree of sources has it. Generated JavaScript stays in files of its own.
 */
const keptPlaces: Plugin = {
  name: "kept-places",
  resolveId: {
    filter: { id: /^\..*\.js$/ },
    handler: (id, importer = "") => ({
      id: `${built}/${pathInSources(join(dirname(importer), id))}`,
      external: true,
    }),
  },
  transform: {
    filter: { code: "import.meta.url" },
    handler: (code, id) => {
      const path = pathInSources(id);
      assertProgramsListed(code, path);
      const place = `${built}/${path.replace(/\.ts$/, ".js")}`;
      return {
        code: code.replaceAll("import.meta.url", `new URL("${place}", import.meta.url).href`),
        map: null,
      };
    },
  },
  renderChunk: (code, { fileName }) => {
    const up = posix.relative(posix.dirname(fileName), ".") || ".";
    return { code: code.replaceAll(`"${built}/`, `"${up}/`), map: null };
  },
};

export const bundle = async (folder: string): Promise<void> => {
  const names = [...Object.values(publicEntries), ...programs];
  await using bundled = await rolldown({
    cwd: root,
    input: Object.fromEntries(names.map((name) => [name, `src/${name}.ts`])),
    platform: "node",
    external: isExternal,
    plugins: [keptPlaces],
  });
  await bundled.write({
    dir: folder,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    // The declarations have them.
    comments: { jsdoc: false },
    // Nearly everything loads some of these small modules.
    codeSplitting: { groups: [{ name: "common", test: /\/src\/harness\/(?:model|output)\// }] },
  });
};
