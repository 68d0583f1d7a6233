/** The built declarations: one file per public entry, with shared ones in chunks. */
import { relative } from "node:path";
import { build } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { isExternal, publicEntries, root, typeEntries } from "./entries.ts";

export const rollUpDeclarations = async (folder: string): Promise<void> => {
  const names = [...Object.values(publicEntries), ...typeEntries];
  await build({
    cwd: root,
    input: Object.fromEntries(names.map((name) => [name, `src/${name}.ts`])),
    external: isExternal,
    plugins: [dts({ emitDtsOnly: true, tsconfig: "tsconfig.build.json" })],
    checks: { pluginTimings: false },
    output: {
      dir: folder,
      format: "esm",
      // Declarations keep the paths of their sources; the modules themselves are dropped.
      entryFileNames: ({ facadeModuleId }) =>
        facadeModuleId?.endsWith(".d.ts") === true ? relative(`${root}src`, facadeModuleId) : "[name].js",
      chunkFileNames: "chunks/[name]-[hash].js",
    },
  });
};
