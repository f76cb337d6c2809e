import { useTranslation } from "#i18n/use-translation.tsx";
import { Button } from "../controls/button.tsx";

type ListUpdateNoticeProps = {
  /** Another user has changed the list since it was loaded. */
  hasChanges: boolean;
  isLoading: boolean;
  onRefresh: () => void;
};

/** Offers to reload a changed list. It floats over the bottom of the page, so that no row moves when it appears. */
export function ListUpdateNotice({ hasChanges, isLoading, onRefresh }: ListUpdateNoticeProps) {
  const { t } = useTranslation("components");
  return (
    <div
      role="status"
      className="sticky bottom-4 z-10 mt-4 grid justify-items-center empty:hidden max-lg:bottom-20"
    >
      {hasChanges && (
        <p className="flex items-center gap-4 rounded-surface border border-border bg-surface py-2 ps-4 pe-2 text-sm shadow-lg">
          {t("list.changed")}
          <Button onClick={onRefresh} isBusy={isLoading}>
            {t("list.renew")}
          </Button>
        </p>
      )}
    </div>
  );
}
