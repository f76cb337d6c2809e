import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#ui/controls/button.tsx";
import { clampArea, type Area } from "#lib/crop.ts";
import { cropArea, initialCrop } from "#ui/controls/image-crop/crop.ts";
import { ImageCrop } from "#ui/controls/image-crop/image-crop.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { coverAspectRatio } from "#features/books/cover/aspect-ratio.ts";
import type { OpenPicture } from "./open-picture.ts";

type CropCoverProps = {
  isOpen: boolean;
  picture: OpenPicture;
  onClose: () => void;
  /** Gets the part that the cover is to show. */
  onUse: (area: Area) => void;
};

/** Asks which part of a picture a cover is to show. */
export function CropCover({ isOpen, picture, onClose, onUse }: CropCoverProps) {
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
          <Button variant="primary" onClick={() => onUse(clampArea(picture, cropArea(source, crop)))}>
            {t("cover.crop.use")}
          </Button>
        </>
      }
    >
      <ImageCrop src={picture.url} source={source} value={crop} onChange={setCrop} />
    </Dialog>
  );
}
