import { Combobox } from "@base-ui/react/combobox";
import { useTranslation } from "react-i18next";
import { ChevronDownIcon } from "#ui/icons.ts";

type ArrowProps = { isOpen: boolean; onClose: () => void; disabled: boolean };

/** The button at the end of a select's box that opens the list and closes it. */
export function Arrow({ isOpen, onClose, disabled }: ArrowProps) {
  const { t } = useTranslation("components");
  return (
    <Combobox.Trigger
      className="control-adornment"
      aria-label={t(isOpen ? "select.close" : "select.show")}
      disabled={disabled}
      // The library closes only what a pointer opened.
      onMouseDown={(event) => {
        if (!isOpen) return;
        event.preventDefault();
        event.preventBaseUIHandler();
        onClose();
      }}
    >
      <ChevronDownIcon className="size-4" />
    </Combobox.Trigger>
  );
}
