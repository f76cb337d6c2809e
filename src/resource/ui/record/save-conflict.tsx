import { useId, useState, type ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatTimeAgo } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import type { TextKey } from "#i18n/text-key.ts";
import type { CellValue } from "#resource/cell-value.ts";
import { Button } from "#ui/controls/button.tsx";
import { RadioGroup } from "#ui/controls/radio-group.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { DialogFooter } from "#ui/overlays/dialog-frame.tsx";
import { FieldValue } from "./field-value.tsx";

/** Why a save needs the user's decision. */
export type Conflict<Draft> = { kind: "deleted" } | FieldConflict<Draft>;

type FieldConflict<Draft> = {
  kind: "changed";
  /** The user's values, merged with what only others changed. */
  mine: Draft;
  theirs: Draft;
  /** The fields that both changed. */
  fields: (keyof Draft)[];
  /** The name of the person who saved first, if known. */
  savedBy: string | null;
  savedAt: Date;
  answer: (resolved: Draft) => void;
};

/** The key of each field's name, and how a value is shown that isn't plain. An empty value shows that it is. */
export type ConflictFields<Draft> = {
  [Name in keyof Draft]: { name: TextKey } & (Draft[Name] extends CellValue
    ? { show?: (draft: Draft) => ReactNode }
    : { show: (draft: Draft) => ReactNode });
};

type SaveConflictProps<Draft> = {
  isOpen: boolean;
  /** Also set while the dialog closes. */
  conflict: Conflict<Draft> | undefined;
  onClose: () => void;
  onCreateAgain: () => void;
  fields: ConflictFields<Draft>;
};

/** Asks which value to keep of each field that two people changed, or whether to create a deleted record again. */
export function SaveConflict<Draft>({
  isOpen,
  conflict,
  onClose,
  onCreateAgain,
  fields,
}: SaveConflictProps<Draft>) {
  const { t } = useTranslation("resource");
  if (conflict?.kind !== "changed") {
    return (
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        title={t("deleted.title")}
        description={t("deleted.editing")}
        footer={
          <Button variant="primary" onClick={onCreateAgain}>
            {t("deleted.createAgain")}
          </Button>
        }
      />
    );
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t("conflict.title")} description={t("conflict.text")}>
      <FieldChoices conflict={conflict} fields={fields} onClose={onClose} />
    </Dialog>
  );
}

type FieldChoicesProps<Draft> = Pick<SaveConflictProps<Draft>, "fields" | "onClose"> & {
  conflict: FieldConflict<Draft>;
};

function FieldChoices<Draft>({ conflict, fields, onClose }: FieldChoicesProps<Draft>) {
  const { t, i18n } = useTranslation("resource");
  const id = useId();
  const { mine, theirs, savedBy, savedAt, answer } = conflict;
  const [openedAtMs] = useState(() => Date.now());
  const [chosen, setChosen] = useState<ReadonlyMap<keyof Draft, string>>(new Map());
  const time = formatTimeAgo(i18n.language, savedAt, openedAtMs);

  function resolve() {
    const resolved = { ...mine };
    for (const [name, choice] of chosen) if (choice === "theirs") resolved[name] = theirs[name];
    answer(resolved);
  }

  return (
    <>
      <p className="text-sm text-muted-foreground">
        <Isolated>
          {savedBy === null
            ? t("conflict.when", { time })
            : t("conflict.by", { name: isolate(savedBy), time })}
        </Isolated>
      </p>
      {conflict.fields.map((name) => {
        const field: { name: TextKey; show?: (draft: Draft) => ReactNode } = fields[name];
        const show = (draft: Draft) =>
          field.show
            ? field.show(draft)
            : draft[name] !== null && draft[name] !== "" && <FieldValue value={draft[name] as CellValue} />;
        const labelId = `${id}-${String(name)}`;
        return (
          <div key={labelId} className="mt-4 border-t border-border pt-4">
            <p id={labelId} className="font-semibold">
              {t(field.name)}
            </p>
            <RadioGroup
              aria-labelledby={labelId}
              name={labelId}
              value={chosen.get(name) ?? null}
              onChange={(choice) => setChosen(new Map(chosen).set(name, choice))}
              options={[
                { value: "mine", label: <Choice label={t("conflict.mine")}>{show(mine)}</Choice> },
                { value: "theirs", label: <Choice label={t("conflict.theirs")}>{show(theirs)}</Choice> },
              ]}
            />
          </div>
        );
      })}
      <DialogFooter>
        <Button onClick={onClose}>{t("conflict.back")}</Button>
        <Button variant="primary" disabled={chosen.size < conflict.fields.length} onClick={resolve}>
          {t("conflict.save")}
        </Button>
      </DialogFooter>
    </>
  );
}

/** One of the two values. */
function Choice({ label, children }: { label: string; children: ReactNode }) {
  const { t } = useTranslation("resource");
  return (
    <>
      <span className="text-muted-foreground">{label}</span>{" "}
      <bdi className="font-semibold">{children || t("conflict.empty")}</bdi>
    </>
  );
}
