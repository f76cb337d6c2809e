import { useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../controls/button.tsx";
import { CheckIcon, CopyIcon } from "../icons.ts";

/** Copies what the log knows a failure by, for whoever reports it. */
export function CopyReference({ reference }: { reference: string }) {
  const { t } = useTranslation("components");
  const [isCopied, setCopied] = useState(false);
  const Icon = isCopied ? CheckIcon : CopyIcon;

  async function copy() {
    try {
      await navigator.clipboard.writeText(reference);
      setCopied(true);
    } catch {
      // A browser that allows no copying still shows what could be copied by hand.
    }
  }

  return (
    <>
      <IconButton label={t("errorPage.copyReference")} onClick={() => void copy()}>
        <Icon className="size-5" />
      </IconButton>
      <span role="status" className="sr-only">
        {isCopied && t("errorPage.referenceCopied")}
      </span>
    </>
  );
}
