import { globSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { testBuild } from "../../testing/components/build.ts";

/** What one part costs a page that has no other, in bytes of gzip. */
export type ComponentSize = {
  /** Below the folder, such as `controls/button.tsx`. */
  path: string;
  script: number;
  style: number;
  /** Of the scripts that it loads by itself, when they are about to be used. */
  later: number;
};

/** How many are bundled at a time. */
const lanes = 4;

/** What every page has anyway, or what is not the part's. */
const shared = /^(react|react-dom|@tanstack\/react-router|i18next|react-i18next)(\/|$)/;
const texts = /\/messages\/\w+\.json$|\/i18n\/(i18n|resources)\.ts$/;
const tokens = /\/styles\/tokens\.css$/;

/** Weighs each part in a folder and the folders beneath it, each bundled and minified on its own. */
export async function measureComponents(folder: string): Promise<ComponentSize[]> {
  const paths = globSync("**/*.tsx", { cwd: folder })
    .filter((path) => !/\.(stories|test)\.tsx$|\bfixtures\b/.test(path))
    .sort();
  const weights: ComponentSize[] = [];
  const next = paths.values();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const path of next) weights.push(await measureComponent(folder, path));
    }),
  );
  return weights;
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
        external: (id) => shared.test(id) || texts.test(id) || tokens.test(id),
        preserveEntrySignatures: "strict",
      },
    },
  })) as Rolldown.RolldownOutput;
  const first = staticChunks(output);
  const scripts = output.filter((file) => file.type === "chunk");
  return {
    path: path.replaceAll("\\", "/"),
    script: gzipped(scripts.filter(({ fileName }) => first.has(fileName)).map(({ code }) => code)),
    style: gzipped(output.flatMap((file) => (isStyle(file) ? [file.source] : []))),
    later: gzipped(scripts.filter(({ fileName }) => !first.has(fileName)).map(({ code }) => code)),
  };
}

/** The entry and what it imports, and what that imports: all but what is loaded later. */
function staticChunks(output: Rolldown.RolldownOutput["output"]): Set<string> {
  const found = new Set<string>();
  const follow = (name: string) => {
    const chunk = output.find((file) => file.fileName === name);
    if (chunk?.type !== "chunk" || found.has(name)) return;
    found.add(name);
    chunk.imports.forEach(follow);
  };
  follow(output[0].fileName);
  return found;
}

function isStyle(file: Rolldown.OutputAsset | Rolldown.OutputChunk): file is Rolldown.OutputAsset {
  return file.type === "asset" && file.fileName.endsWith(".css");
}

function gzipped(files: (string | Uint8Array)[]): number {
  return files.reduce((sum, file) => sum + gzipSync(file).length, 0);
}
