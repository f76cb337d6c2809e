import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button } from "../controls/button.tsx";
import { Skeleton } from "../display/skeleton.tsx";
import { ListIllustration } from "./list-illustration.tsx";

type StateProps = {
  mark: React.ComponentProps<typeof ListIllustration>["mark"];
  /** An alert is heard although it comes into the page together with its text. */
  announced?: "at once" | "politely";
  children: ReactNode;
  action?: ReactNode;
};

/** What stands in a list's place: a picture, a sentence, and what can be done about it. */
function ListState({ mark, announced, children, action }: StateProps) {
  return (
    <div className="m-auto grid w-full max-w-md justify-items-center gap-4 px-4 py-12 text-center">
      <ListIllustration mark={mark} />
      <p
        role={announced && "alert"}
        aria-live={announced === "politely" ? "polite" : undefined}
        className="max-w-full font-serif text-lg text-balance wrap-anywhere"
      >
        {children}
      </p>
      {action}
    </div>
  );
}

type EmptyProps = {
  /** The sentence; "No data" unless told. */
  children?: ReactNode;
  /** The way to the first row, such as a button. */
  action?: ReactNode;
};

/** A list that has nothing to show yet (specification, "Shared interface pieces"). */
export function DataListEmpty({ children, action }: EmptyProps) {
  const { t } = useTranslation("components");
  return (
    <ListState mark="blank" action={action}>
      {children ?? t("list.empty")}
    </ListState>
  );
}

/** A list that could not be loaded, with Retry (specification, "Shared interface pieces"). */
export function DataListError({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) {
  const { t } = useTranslation("components");
  return (
    <ListState
      mark="tear"
      announced="at once"
      action={
        <Button isBusy={isRetrying} onClick={onRetry}>
          {t("list.retry")}
        </Button>
      }
    >
      {t("errorPage.unknown")}
    </ListState>
  );
}

type NoMatchProps = {
  /** What was searched for; empty where filters alone left nothing. */
  searchTerm: string;
  onClear: () => void;
};

/** A search or filter that nothing matches, with Clear (specification, "Shared interface pieces"). */
export function DataListNoMatch({ searchTerm, onClear }: NoMatchProps) {
  const { t } = useTranslation("components");
  return (
    <ListState mark="lens" announced="politely" action={<Button onClick={onClear}>{t("list.clear")}</Button>}>
      {searchTerm ? (
        <Isolated>{t("list.noMatch", { searchTerm: isolate(searchTerm) })}</Isolated>
      ) : (
        t("list.noneLeft")
      )}
    </ListState>
  );
}

/** The places of a table's rows while they are on their way, as high as rows with a picture and two lines are. */
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
            <span className="w-2/5 font-serif">
              <Skeleton />
            </span>
            <span className="w-1/4 text-sm">
              <Skeleton />
            </span>
          </span>
          <span className="w-24 text-sm max-md:hidden">
            <Skeleton />
          </span>
          <span className="w-32 text-sm max-lg:hidden">
            <Skeleton />
          </span>
        </div>
      ))}
    </div>
  );
}
