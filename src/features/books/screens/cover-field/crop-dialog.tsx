import { useState } from "react";
import { useTranslation } from "react-i18next";
import { clampArea, type Area } from "#lib/crop.ts";
import { Button } from "#ui/controls/button.tsx";
import { cropArea, initialCrop } from "#ui/controls/image-crop/zoomed-crop.ts";
import { ImageCrop } from "#ui/controls/image-crop/image-crop.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { coverAspectRatio } from "../../schema.ts";
import type { OpenPicture } from "./open-picture.ts";

type CropDialogProps = {
  isOpen: boolean;
  picture: OpenPicture;
  onClose: () => void;
  onApply: (area: Area) => void;
};

/** Lets the user choose the part of a picture that the cover shows. */
export function CropDialog({ isOpen, picture, onClose, onApply }: CropDialogProps) {
  const { t } = useTranslation("books");
  const [crop, setCrop] = useState(() => initialCrop(picture));
  const source = { ...picture, aspectRatio: coverAspectRatio };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("cover.crop.title")}
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button variant="primary" onClick={() => onApply(clampArea(picture, cropArea(source, crop)))}>
            {t("cover.crop.use")}
          </Button>
        </>
      }
    >
      <ImageCrop src={picture.url} source={source} value={crop} onChange={setCrop} />
    </Dialog>
  );
}
