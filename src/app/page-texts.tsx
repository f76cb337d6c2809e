import { useRouter } from "@tanstack/react-router";
import { baseNamespaces, writeTexts, type I18n, type PageTexts } from "#i18n/i18n.ts";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { AreaName } from "#brand/area-names.ts";
import type { Namespace } from "#i18n/texts.gen.ts";
import { textsOfPage } from "./page.ts";

const elementId = "texts";

/** The texts that every page of an area needs. */
export type AreaTexts = { area: AreaName; namespaces: Namespace[] };

/**
 * The texts that the browser needs to hydrate the page. Those of its area are a file of their own, which browsers keep: it
 * loads with the scripts. Rendered by the server only, in the document's body.
 */
export function PageTextsScript() {
  const { i18n } = useTranslation();
  const { options, state } = useRouter();
  const page = options.context.pageData.current;
  const ofMatches = state.matches.map(({ staticData }) => staticData);
  const ofArea = ofMatches.map(({ areaTexts }) => areaTexts).find(Boolean);
  const inFile = new Set(ofArea ? [...baseNamespaces, ...ofArea.namespaces] : []);
  const needed = [
    ...baseNamespaces,
    ...ofMatches.flatMap(({ texts }) => texts ?? []),
    ...(page ? textsOfPage(page) : []),
  ];
  const file = ofArea && areaTextsFile(i18n, ofArea);
  const { json } = writeTexts(
    i18n,
    needed.filter((namespace) => !inFile.has(namespace)),
  );
  return (
    <>
      {file && <link rel="late-preload" as="fetch" crossOrigin="anonymous" href={file.url} />}
      <script id={elementId} type="application/json" nonce={options.ssr?.nonce} data-file={file?.url}>
        {json}
      </script>
    </>
  );
}

/** The file of an area's texts in one language. Its URL changes with them. */
export function areaTextsFile(i18n: I18n, { area, namespaces }: AreaTexts): { url: string; json: string } {
  const { json, hash } = writeTexts(i18n, [...baseNamespaces, ...namespaces]);
  return { url: `/api/texts/${area}/${i18n.language}?v=${hash}`, json };
}

/**
 * Reads the texts in the browser, and removes their element, which is not part of the hydrated page.
 * @throws if the file of the area can't be loaded
 */
export async function takePageTexts(i18n: I18n): Promise<void> {
  const element = document.getElementById(elementId);
  element?.remove();
  i18n.addTexts(JSON.parse(element?.textContent ?? "") as PageTexts);
  const { file } = element?.dataset ?? {};
  if (file !== undefined) i18n.addTexts((await (await fetch(file)).json()) as PageTexts);
}
