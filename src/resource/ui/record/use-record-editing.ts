import { useRef, useState, type RefObject } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { mergeChanges } from "#resource/merge-changes.ts";
import {
  isDeleted,
  type Records,
  useCreateRecord,
  useUpdateRecord,
  versionConflictOf,
} from "#resource/queries.ts";
import type { VersionedRecord } from "#resource/schema.ts";
import { toast } from "#ui/toast/toast.ts";
import type { ResettableForm } from "./record-form-props.ts";
import type { Conflict } from "./save-conflict.tsx";

export type RecordEditingOptions<Item, Draft, Input> = {
  records: Records<Item, Input>;
  /** The current record, which the query refetches. */
  record: Item;
  /** The values of the form. */
  toDraft: (record: Item) => Draft;
  toInput: (draft: Draft) => Input;
  onSaved: (saved: Item) => unknown;
  /** Gets errors that are no conflict and that no field shows. */
  onFailure: (error: unknown) => void;
};

/**
 * Edits a record. If someone else has saved it meanwhile, fields that only one of the two changed are merged and saved
 * at once; the user chooses where both changed a field (docs/decisions/0029).
 */
export function useRecordEditing<Item extends VersionedRecord, Draft extends object, Input>({
  records,
  record,
  toDraft,
  toInput,
  onSaved,
  onFailure,
}: RecordEditingOptions<Item, Draft, Input>) {
  const { t } = useTranslation("resource");
  const update = useUpdateRecord(records);
  const create = useCreateRecord(records);
  const [draft] = useState(() => toDraft(record));
  /** The version on which the form's values are based; undefined if a deleted record is to be created again. */
  const base = useRef<Item | undefined>(record);
  const form = useRef<ResettableForm<Draft>>(null);
  const formElement = useRef<HTMLFormElement>(null);
  const [knownVersion, setKnownVersion] = useState(record.version);
  const [conflict, setConflict] = useState<Conflict<Draft>>();
  const [isAsking, setAsking] = useState(false);

  /** The form shows `values`, and its unsaved changes are those since `version`. */
  function rebase(version: Item, values: Draft) {
    base.current = version;
    form.current?.reset(toDraft(version), { keepFieldsRef: true });
    form.current?.reset(values, { keepDefaultValues: true, keepFieldsRef: true });
  }

  function ask(question: Conflict<Draft>): never {
    setConflict(question);
    setAsking(true);
    // Ends the submit without an error.
    throw new DOMException("The user is asked", "AbortError");
  }

  /** Saves, and repeats with the merged values while others save first. */
  async function saveMerged(values: Draft): Promise<Item> {
    const seen = base.current;
    if (!seen) return await create.mutateAsync(toInput(values));
    try {
      return await update.mutateAsync({ ...toInput(values), id: seen.id, version: seen.version });
    } catch (error) {
      if (isDeleted(error)) ask({ kind: "deleted" });
      const newer = versionConflictOf<Item>(error);
      if (!newer) throw error;
      const { current, savedBy } = newer;
      setKnownVersion(current.version);
      const theirs = toDraft(current);
      const { merged, conflicts } = mergeChanges(toDraft(seen), values, theirs);
      const answer = (resolved: Draft) => {
        setAsking(false);
        rebase(current, resolved);
        formElement.current?.requestSubmit();
      };
      if (conflicts.length > 0) {
        const savedAt = current.updatedAt;
        ask({ kind: "changed", mine: merged, theirs, fields: conflicts, savedBy, savedAt, answer });
      }
      rebase(current, merged);
      return await saveMerged(merged);
    }
  }

  return {
    /** The properties of the form. */
    form: {
      ref: formElement as RefObject<HTMLFormElement>,
      draft,
      async onSubmit(values: Draft, submitted: ResettableForm<Draft>) {
        form.current = submitted;
        const saved = await saveMerged(values);
        toast.success(t("saved"));
        await onSaved(saved);
      },
      onFailure,
    },
    /** The properties of `SaveConflict`. */
    conflict: {
      isOpen: isAsking,
      conflict,
      onClose: () => setAsking(false),
      onCreateAgain() {
        setAsking(false);
        base.current = undefined;
        formElement.current?.requestSubmit();
      },
    },
    /** Whether someone else has saved it, as far as the user doesn't know yet. The user's own save doesn't count. */
    isChanged: record.version > knownVersion && !update.isPending && !update.isSuccess,
  };
}
