import { useRouter } from "@tanstack/react-router";
import { baseNamespaces, pageTexts, type I18n, type PageTexts } from "#i18n/i18n.ts";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { Namespace } from "#i18n/texts.gen.ts";
import { textsOfPage } from "./page.ts";

const elementId = "texts";

/** The JSON of each page's texts by namespaces. They never change on the server. */
const cachedJson = new WeakMap<I18n, Map<string, string>>();

/** The texts that the browser needs to hydrate the page. Rendered by the server only, in the document's body. */
export function PageTextsScript() {
  const { i18n } = useTranslation();
  const router = useRouter();
  const page = router.options.context.pageData.current;
  const ofRoutes = router.state.matches.flatMap(({ staticData }) => staticData.texts ?? []);
  const namespaces = [...baseNamespaces, ...ofRoutes, ...(page ? textsOfPage(page) : [])];
  return (
    <script id={elementId} type="application/json" nonce={router.options.ssr?.nonce}>
      {textsJson(i18n, namespaces)}
    </script>
  );
}

function textsJson(i18n: I18n, namespaces: Namespace[]): string {
  const cached = cachedJson.get(i18n) ?? new Map<string, string>();
  cachedJson.set(i18n, cached);
  const key = namespaces.join();
  const json =
    cached.get(key) ?? JSON.stringify(pageTexts(i18n, namespaces)).replaceAll("<", String.raw`\u003c`);
  cached.set(key, json);
  return json;
}

/** Reads the texts in the browser, and removes their element, which is not part of the hydrated page. */
export function takePageTexts(): PageTexts {
  const element = document.getElementById(elementId);
  element?.remove();
  return JSON.parse(element?.textContent ?? "") as PageTexts;
}
