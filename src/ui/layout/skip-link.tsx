import { useTranslation } from "#i18n/use-translation.tsx";

/** The id of `main`. */
export const mainId = "content";

/** Skips the navigation (WCAG 2.4.1). Shown on focus. */
export function SkipLink() {
  const { t } = useTranslation("components");
  return (
    <a
      href={`#${mainId}`}
      className="sr-only z-20 rounded-control bg-accent px-4 py-2 font-semibold text-on-accent focus:not-sr-only focus:fixed focus:start-4 focus:top-4"
    >
      {t("layout.skipToContent")}
    </a>
  );
}
