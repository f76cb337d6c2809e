import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useId } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { SavedView } from "#resource/view-schema.ts";
import { TextButton } from "#ui/controls/text-button.tsx";
import { CheckIcon } from "#ui/icons.ts";
import type { ListSearch } from "#ui/list/list-search.ts";
import { toast } from "#ui/toast/toast.ts";
import { showUndoToast } from "../../record/undo-toast.tsx";
import { isSameSearch, toViewSearch, useViewWrites, type ViewClient } from "./view-client.ts";

export { ViewDialog } from "./view-dialog.tsx";

type ViewPanelProps = {
  client: ViewClient;
  search: ListSearch;
  /** Opens the form of a view, or with null that of a new one. */
  onEdit: (view: SavedView | null) => void;
  onClose: () => void;
};

/** The content of the menu of views: links to them, and what can be done with the current one. */
export function ViewPanel({ client, search, onEdit, onClose }: ViewPanelProps) {
  const { t } = useTranslation("resource");
  const { data, isError, refetch } = useQuery(client.list.queryOptions());
  if (isError)
    return (
      <p className="flex items-center gap-4 p-4">
        {t("views.loadFailed")}
        <TextButton onClick={() => void refetch()}>{t("views.retry")}</TextButton>
      </p>
    );
  if (!data) return <div aria-busy className="h-24 w-56" />;
  const { views, canShare } = data;
  const current = currentView(views, search);
  const groups = [
    { label: t("views.own"), views: views.filter(({ isShared }) => !isShared) },
    { label: t("views.shared"), views: views.filter(({ isShared }) => isShared) },
  ].filter((group) => group.views.length > 0);
  return (
    <div className="w-64 max-w-full p-1">
      {groups.length === 0 && <p className="px-3 py-2 text-sm text-muted-foreground">{t("views.none")}</p>}
      {groups.map((group) => (
        <ViewGroup key={group.label} {...group} current={current} onClose={onClose} />
      ))}
      <hr className="-mx-1 my-1" />
      {search.view && (
        <Link to="." search={{} as never} onClick={onClose} className="menu-item">
          {t("views.all")}
        </Link>
      )}
      {current && (!current.isShared || canShare) && (
        <CurrentActions {...{ client, search, current, onEdit, onClose }} />
      )}
      <button type="button" className="menu-item" onClick={() => onEdit(null)}>
        {t("views.save")}
      </button>
    </div>
  );
}

/** The view with the name in the URL. A person's own may have the same name as another. */
function currentView(views: SavedView[], search: ListSearch): SavedView | undefined {
  const named = views.filter(({ name }) => name === search.view);
  return named.find((view) => isSameSearch(view.search, toViewSearch(search))) ?? named[0];
}

type ViewGroupProps = {
  label: string;
  views: SavedView[];
  current: SavedView | undefined;
  onClose: () => void;
};

function ViewGroup({ label, views, current, onClose }: ViewGroupProps) {
  const id = useId();
  return (
    <>
      <p id={id} className="px-3 pt-2 pb-1 text-sm text-muted-foreground">
        {label}
      </p>
      <ul aria-labelledby={id}>
        {views.map((view) => (
          <li key={view.id}>
            <Link
              to="."
              search={{ ...view.search, view: view.name } as never}
              aria-current={view === current ? "true" : undefined}
              activeOptions={{ exact: true, includeSearch: true }}
              onClick={onClose}
              className="menu-item"
            >
              <bdi className="min-w-0 flex-1 wrap-anywhere">{view.name}</bdi>
              {view === current && <CheckIcon className="menu-check" />}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Replaces, renames and deletes the current view. */
function CurrentActions({
  client,
  search,
  current,
  onEdit,
  onClose,
}: ViewPanelProps & { current: SavedView }) {
  const { t } = useTranslation("resource");
  const navigate = useNavigate();
  const { create, update, remove } = useViewWrites(client);
  const shown = toViewSearch(search);

  async function run(write: Promise<unknown>, onDone: () => void) {
    onClose();
    try {
      await write;
      onDone();
    } catch {
      toast.error(t("views.failed"));
    }
  }

  function removeCurrent() {
    void run(remove(current), () => {
      showUndoToast(t("views.deleted"), () => create(current));
      void navigate({ to: ".", search: shown as never, replace: true });
    });
  }

  return (
    <>
      {!isSameSearch(current.search, shown) && (
        <button
          type="button"
          className="menu-item"
          onClick={() =>
            void run(update(current, { search: shown }), () => toast.success(t("views.updated")))
          }
        >
          {t("views.update")}
        </button>
      )}
      <button type="button" className="menu-item" onClick={() => onEdit(current)}>
        {t("views.rename")}
      </button>
      <button type="button" className="menu-item menu-item-danger" onClick={removeCurrent}>
        {t("views.delete")}
      </button>
    </>
  );
}
