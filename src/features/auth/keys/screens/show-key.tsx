import { useId, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Button } from "#ui/controls/button.tsx";
import { FieldLabel } from "#ui/controls/field.tsx";
import { TextInput } from "#ui/controls/text-input.tsx";
import { CheckIcon, CopyIcon } from "#ui/icons.ts";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/toast/toast.ts";

type ShowKeyProps = {
  /** Opens the dialog. */
  apiKey: string | undefined;
  onClose: () => void;
};

/**
 * Shows a new API key for its user to copy. Only "Done" closes the dialog before they have copied it: the key can't be
 * shown again.
 */
export function ShowKey({ apiKey, onClose }: ShowKeyProps) {
  const { t } = useTranslation("authKeys");
  const id = useId();
  const [copied, setCopied] = useState<string>();
  const isCopied = apiKey !== undefined && copied === apiKey;
  const Icon = isCopied ? CheckIcon : CopyIcon;

  async function copy() {
    try {
      await navigator.clipboard.writeText(apiKey ?? "");
      setCopied(apiKey);
      toast.success(t("copied"));
    } catch {
      toast.error(t("copyFailed"));
    }
  }

  return (
    <Dialog
      isOpen={apiKey !== undefined}
      onClose={() => isCopied && onClose()}
      title={t("copyTitle")}
      description={t("copyText")}
      hasCloseButton={false}
      footer={
        <>
          <Button onClick={onClose}>{t("done")}</Button>
          <Button variant="primary" onClick={() => void copy()}>
            <Icon className="size-5" />
            {t("copy")}
          </Button>
        </>
      }
    >
      <div className="grid gap-2">
        <FieldLabel htmlFor={id}>{t("key")}</FieldLabel>
        <TextInput
          id={id}
          type="text"
          readOnly
          dir="ltr"
          spellCheck={false}
          className="font-mono text-sm"
          value={apiKey ?? ""}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
    </Dialog>
  );
}
