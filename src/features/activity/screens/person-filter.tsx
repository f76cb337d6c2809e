import { lazy, memo, Suspense, useId, type ComponentProps } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { ControlFrame } from "#ui/controls/control-frame.tsx";
import { FieldLabel } from "#ui/controls/field.tsx";
import type { PersonSelect } from "./person-select.tsx";

// The combobox is large, and the page can be used without it: the server renders it, the browser loads it after the page.
const load = async () => ({ default: (await import("./person-select.tsx")).PersonSelect });
const LatePersonSelect = import.meta.env.SSR ? (await load()).default : lazy(load);

/**
 * Filters by what a person did and what was done to them. People are found by name or email. Memoized: React discards what
 * the server rendered if it is updated before it is hydrated.
 */
export const PersonFilter = memo(function PersonFilter(
  props: Omit<ComponentProps<typeof PersonSelect>, "inputId">,
) {
  const { t } = useTranslation("activity");
  const inputId = useId();
  return (
    <div className="grid w-72 gap-2 max-sm:w-full">
      <FieldLabel htmlFor={inputId}>{t("filters.person")}</FieldLabel>
      <Suspense
        fallback={
          <ControlFrame>
            <span className="control-input" />
          </ControlFrame>
        }
      >
        <LatePersonSelect inputId={inputId} {...props} />
      </Suspense>
    </div>
  );
});
