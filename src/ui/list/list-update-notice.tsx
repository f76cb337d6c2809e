import { useTranslation } from "react-i18next";
import { Button } from "../controls/button.tsx";

type ListUpdateNoticeProps = {
  /** The list has changed since it was loaded. */
  hasChanges: boolean;
  isLoading: boolean;
  onRefresh: () => void;
};

/**
 * Offers to load a long list again that others have changed. It stands over the end of what is seen of the list, so that no
 * row moves when it comes.
 */
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
