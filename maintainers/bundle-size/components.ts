import { globSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { testBuild } from "../../testing/components/build.ts";

/** The size of a component on a page that has no other, in bytes of gzip. */
export type ComponentSize = {
  /** From the folder, for example `controls/button.tsx`. */
  path: string;
  script: number;
  style: number;
  /** The scripts that it loads later, with `import()`. */
  lazy: number;
};

const maxConcurrent = 4;

/** Every page has these anyway, or they don't belong to the component. */
const sharedPackages = /^(react|react-dom|@tanstack\/react-router)(\/|$)/;
const texts = /\/messages\/\w+\.json$|\/i18n\/(i18n|messages|resources|use-translation)\.tsx?$/;
const tokens = /\/styles\/tokens\.css$/;

/** Bundles and minifies each component of a folder and its subfolders alone, and measures it. */
export async function measureComponents(folder: string): Promise<ComponentSize[]> {
  const paths = globSync("**/*.tsx", { cwd: folder })
    .filter((path) => !/\.(stories|test)\.tsx$|\bfixtures\b/.test(path))
    .sort();
  const sizes: ComponentSize[] = [];
  const queue = paths.values();
  await Promise.all(
    Array.from({ length: maxConcurrent }, async () => {
      for (const path of queue) sizes.push(await measureComponent(folder, path));
    }),
  );
  return sizes;
}

async function measureComponent(folder: string, path: string): Promise<ComponentSize> {
  const { output } = (await build({
    root: folder,
    configFile: false,
    logLevel: "silent",
    publicDir: false,
    define: { ...testBuild, "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      reportCompressedSize: false,
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: join(folder, path),
        external: (id) => sharedPackages.test(id) || texts.test(id) || tokens.test(id),
        preserveEntrySignatures: "strict",
      },
    },
  })) as Rolldown.RolldownOutput;
  const staticNames = staticChunks(output);
  const chunks = output.filter((file) => file.type === "chunk");
  return {
    path: path.replaceAll("\\", "/"),
    script: gzippedSize(chunks.filter(({ fileName }) => staticNames.has(fileName)).map(({ code }) => code)),
    style: gzippedSize(output.flatMap((file) => (isStyle(file) ? [file.source] : []))),
    lazy: gzippedSize(chunks.filter(({ fileName }) => !staticNames.has(fileName)).map(({ code }) => code)),
  };
}

/** The file names of the entry and of everything that it imports statically. */
function staticChunks(output: Rolldown.RolldownOutput["output"]): Set<string> {
  const names = new Set<string>();
  const visit = (name: string) => {
    const chunk = output.find((file) => file.fileName === name);
    if (chunk?.type !== "chunk" || names.has(name)) return;
    names.add(name);
    chunk.imports.forEach(visit);
  };
  visit(output[0].fileName);
  return names;
}

function isStyle(file: Rolldown.OutputAsset | Rolldown.OutputChunk): file is Rolldown.OutputAsset {
  return file.type === "asset" && file.fileName.endsWith(".css");
}

function gzippedSize(files: (string | Uint8Array)[]): number {
  return files.reduce((sum, file) => sum + gzipSync(file).length, 0);
}
