import { Combobox } from "@base-ui/react/combobox";
import { useTranslation } from "react-i18next";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { CheckIcon, PlusIcon } from "#ui/icons.ts";
import { useOverlayContainer } from "../../overlays/overlay-container.tsx";
import type { ListedOption } from "./options.ts";

/**
 * The options beneath a select's box, or above it where there is no room. It stands in the top layer, so that no
 * scrolling box cuts it off, and inside the modal dialog around it, which leaves everything else out of reach. The
 * focus stays in the field.
 */
export function OptionList({ isLoading }: { isLoading: boolean | undefined }) {
  const { t } = useTranslation("components");
  return (
    <Combobox.Portal container={useOverlayContainer()}>
      <Combobox.Positioner
        ref={(positioner) => positioner?.showPopover()}
        popover="manual"
        className="select-positioner"
        positionMethod="fixed"
        sideOffset={6}
        collisionPadding={8}
      >
        {/* Not the library's popup, which hides the field's own label and the page around it while it is open. */}
        <div role="presentation" className="select-popup" onMouseDown={(event) => event.preventDefault()}>
          <Combobox.Status className="select-note">{isLoading && t("select.loading")}</Combobox.Status>
          <Combobox.Empty className="select-note">{!isLoading && t("select.noResultsFound")}</Combobox.Empty>
          <Combobox.List className="select-list" aria-label={t("select.options")}>
            {(option: ListedOption) => (
              <Combobox.Item
                key={`${option.isNew ?? false} ${option.id}`}
                value={option}
                disabled={option.disabled}
                className="select-option"
              >
                {option.isNew ? (
                  <>
                    <PlusIcon className="size-4" />
                    <span>
                      <Isolated>{t("select.create", { searchTerm: isolate(option.label) })}</Isolated>
                    </span>
                  </>
                ) : (
                  <>
                    <Combobox.ItemIndicator keepMounted className="select-check">
                      <CheckIcon className="size-4" />
                    </Combobox.ItemIndicator>
                    <bdi>{option.label}</bdi>
                  </>
                )}
              </Combobox.Item>
            )}
          </Combobox.List>
        </div>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}
