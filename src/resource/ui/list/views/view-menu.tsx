import { useRef } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { SavedView } from "#resource/view-schema.ts";
import { ChevronDownIcon, ViewIcon } from "#ui/icons.ts";
import { usePopover } from "#ui/overlays/popover.tsx";
import { useItemDialog } from "#ui/overlays/use-item-dialog.ts";
import { useOnDemand } from "#ui/use-on-demand.ts";
import { useList } from "../record-list.tsx";
import type { ViewClient } from "./view-client.ts";

/** The saved views of the list around it. They are loaded, with the code, when the user is about to open the menu. */
export function ViewMenu({ client }: { client: ViewClient }) {
  const { t } = useTranslation("resource");
  const { search } = useList();
  const popover = usePopover();
  const panel = useRef<HTMLDivElement>(null);
  const parts = useOnDemand(() => import("./view-panel.tsx"));
  // The view to rename, or null for a new one.
  const { item: edited, isOpen, open, close } = useItemDialog<SavedView | null>();

  function edit(view: SavedView | null) {
    // Closed first, so that the button gets the focus back after the dialog.
    panel.current?.hidePopover();
    open(view);
  }

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="inline-flex min-h-control min-w-0 shrink-0 items-center gap-2 rounded-control px-2 text-sm text-muted-foreground hover:bg-muted hover:text-foreground noscript:hidden"
        {...parts.intent}
        {...popover.trigger}
      >
        <ViewIcon className="size-5 shrink-0" />
        {search.view ? (
          <bdi className="max-w-40 truncate font-semibold text-foreground">{search.view}</bdi>
        ) : (
          <span className="max-sm:sr-only">{t("views.title")}</span>
        )}
        <ChevronDownIcon className="size-4 shrink-0 max-sm:hidden" />
      </button>
      <div
        ref={panel}
        role="dialog"
        aria-label={t("views.title")}
        onToggle={({ newState }) => newState === "open" && void parts.use(() => undefined)}
        {...popover.panel}
      >
        {parts.module && (
          <parts.module.ViewPanel
            {...{ client, search }}
            onEdit={edit}
            onClose={() => panel.current?.hidePopover()}
          />
        )}
      </div>
      {parts.module && edited !== undefined && (
        <parts.module.ViewDialog
          key={edited?.id}
          {...{ client, search, isOpen }}
          view={edited}
          onClose={close}
        />
      )}
    </>
  );
}
