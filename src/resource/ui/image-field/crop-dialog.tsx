import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { clampArea, type Area } from "#lib/crop.ts";
import { Button } from "#ui/controls/button.tsx";
import { cropArea, initialCrop } from "#ui/controls/image-crop/zoomed-crop.ts";
import { ImageCrop } from "#ui/controls/image-crop/image-crop.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import type { OpenPicture } from "./open-picture.ts";

type CropDialogProps = {
  isOpen: boolean;
  picture: OpenPicture;
  /** The width divided by the height. */
  aspectRatio: number;
  onClose: () => void;
  onApply: (area: Area) => void;
};

/** Lets the user choose the part of a picture that is used. */
export function CropDialog({ isOpen, picture, aspectRatio, onClose, onApply }: CropDialogProps) {
  const { t } = useTranslation("resource");
  const [crop, setCrop] = useState(() => initialCrop(picture));
  const source = { ...picture, aspectRatio };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("resource:image.crop.title")}
      footer={
        <>
          <Button onClick={onClose}>{t("components:dialog.cancel")}</Button>
          <Button variant="primary" onClick={() => onApply(clampArea(picture, cropArea(source, crop)))}>
            {t("resource:image.crop.use")}
          </Button>
        </>
      }
    >
      <ImageCrop src={picture.url} source={source} value={crop} onChange={setCrop} />
    </Dialog>
  );
}
