import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { errorTextKey } from "../errors/error-data.ts";
import { Button } from "../controls/button.tsx";
import { Skeleton } from "../display/skeleton.tsx";
import { ListIllustration } from "./list-illustration.tsx";

type ListStateProps = {
  illustration: React.ComponentProps<typeof ListIllustration>["variant"];
  /** `alert` is also announced when it is inserted together with its text. */
  announced?: "alert" | "polite";
  children: ReactNode;
  action?: ReactNode;
};

/** Shown instead of rows. */
function ListState({ illustration, announced, children, action }: ListStateProps) {
  return (
    <div className="m-auto grid w-full max-w-md justify-items-center gap-4 px-4 py-12 text-center">
      <ListIllustration variant={illustration} />
      <p
        role={announced && "alert"}
        aria-live={announced === "polite" ? "polite" : undefined}
        className="max-w-full font-serif text-lg text-balance wrap-anywhere"
      >
        {children}
      </p>
      {action}
    </div>
  );
}

/** An empty list (specification, "Shared interface pieces"). @param props.children "No data" by default */
export function DataListEmpty({ children }: { children?: ReactNode }) {
  const { t } = useTranslation("components");
  return <ListState illustration="empty">{children ?? t("list.empty")}</ListState>;
}

type DataListErrorProps = {
  /** Its reason is shown if it is known, for example too many requests. */
  error: unknown;
  isRetrying: boolean;
  onRetry: () => void;
};

/** A list that failed to load, with Retry (specification, "Shared interface pieces"). */
export function DataListError({ error, isRetrying, onRetry }: DataListErrorProps) {
  const { t } = useTranslation("components");
  return (
    <ListState
      illustration="error"
      announced="alert"
      action={
        <Button isBusy={isRetrying} onClick={onRetry}>
          {t("list.retry")}
        </Button>
      }
    >
      {t(errorTextKey(error) ?? "errorPage.unknown")}
    </ListState>
  );
}

type NoMatchProps = {
  /** Empty if only filters are set. */
  searchTerm: string;
  onClear: () => void;
};

/** A search or filter without results, with Clear (specification, "Shared interface pieces"). */
export function DataListNoMatch({ searchTerm, onClear }: NoMatchProps) {
  const { t } = useTranslation("components");
  return (
    <ListState
      illustration="no-match"
      announced="polite"
      action={<Button onClick={onClear}>{t("list.clear")}</Button>}
    >
      {searchTerm ? (
        <Isolated>{t("list.noMatch", { searchTerm: isolate(searchTerm) })}</Isolated>
      ) : (
        t("list.noneLeft")
      )}
    </ListState>
  );
}

/** Skeleton rows, as high as rows with a picture and two lines. */
export function DataListLoading({ rows = 8 }: { rows?: number }) {
  const { t } = useTranslation("components");
  return (
    <div role="status" aria-busy className="overflow-clip rounded-surface border border-border bg-surface">
      <span className="sr-only">{t("list.loading")}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          className="flex items-center gap-4 border-t border-border px-4 py-2 first-of-type:border-t-0"
        >
          <Skeleton className="h-13 w-8 shrink-0" />
          <span className="grid flex-1">
            <Skeleton className="my-1 h-4 w-2/5" />
            <Skeleton className="my-0.75 h-3.5 w-1/4" />
          </span>
          <Skeleton className="h-3.5 w-24 max-md:hidden" />
          <Skeleton className="h-3.5 w-32 max-lg:hidden" />
        </div>
      ))}
    </div>
  );
}
