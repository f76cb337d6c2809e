import { useRouter } from "@tanstack/react-router";
import { baseNamespaces, writeTexts, type I18n, type PageTexts } from "#i18n/i18n.ts";
import { useTranslation } from "#i18n/use-translation.tsx";
import { pageQuery, textsOfMatches } from "./page.ts";

const elementId = "texts";

/** The texts that the browser needs to hydrate the page. Rendered by the server only, in the document's body. */
export function PageTextsScript() {
  const { i18n } = useTranslation();
  const { options, state } = useRouter();
  const page = options.context.queryClient.getQueryData(pageQuery.queryKey);
  const namespaces = [...baseNamespaces, ...textsOfMatches(state.matches), ...(page?.texts ?? [])];
  return (
    <script id={elementId} type="application/json" nonce={options.ssr?.nonce}>
      {writeTexts(i18n, namespaces)}
    </script>
  );
}

/** Reads the texts in the browser, and removes their element, which is not part of the hydrated page. */
export function takePageTexts(i18n: I18n): void {
  const element = document.getElementById(elementId);
  element?.remove();
  i18n.addTexts(JSON.parse(element?.textContent ?? "") as PageTexts);
}
