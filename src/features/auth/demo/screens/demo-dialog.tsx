import { useTranslation } from "#i18n/use-translation.tsx";
import { brand } from "#brand/brand.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button, ButtonAnchor } from "#ui/controls/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";

/** Says that a demo changes nothing, and how to create a copy of the product. */
export default function DemoDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation("authDemo");
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("title")}
      description={t("text")}
      size="small"
      hidesToasts
      footer={
        <>
          <ButtonAnchor href={brand.documentation} target="_blank" rel="noreferrer">
            {t("readme")}
          </ButtonAnchor>
          <Button variant="primary" onClick={onClose}>
            {t("components:dialog.close")}
          </Button>
        </>
      }
    >
      <p>{t("copy")}</p>
      <p dir="ltr" className="my-2 rounded-control bg-muted px-3 py-2 text-start wrap-anywhere">
        <code>{brand.createCommand}</code>
      </p>
      <p>
        <a href={`mailto:${brand.email}`} className="underline underline-offset-4">
          <Isolated>{t("contact", { email: isolate(brand.email) })}</Isolated>
        </a>
      </p>
    </Dialog>
  );
}
