import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate } from "#i18n/isolate.tsx";
import type { Texts } from "#i18n/texts.gen.ts";
import { activityKinds } from "../shared/kinds.ts";
import type { ActivityEntry } from "../schema.ts";

type Names = Texts["activity"];

/** Returns functions that list and name an entry's fields, and tell what an entry is about in a sentence, for `Isolated`. */
export function useSentence() {
  const { t, i18n } = useTranslation("activity");

  function fieldName({ subject }: ActivityEntry, field: string): string {
    const declared = activityKinds[subject.type]?.fields?.[field];
    if (declared) return t(declared);
    return i18n.exists(`activity:fields.${field}`) ? t(`fields.${field as keyof Names["fields"]}`) : field;
  }

  /** Whether an action has texts: a new feature may record others. */
  const isAction = (name: string): name is keyof Names["names"] => i18n.exists(`activity:names.${name}`);

  /** @param names in place of the real ones, for `Isolated` with elements */
  function sentenceOf(entry: ActivityEntry, names = namesIn(entry)): string {
    const { action, subject } = entry;
    const texts = {
      actor: isolate(names.actor),
      subject: names.subject === null ? "" : isolate(names.subject),
    };
    if (!isAction(action)) return t("sentences.other", { ...texts, action });
    switch (action) {
      case "update": {
        const changed = fieldsOf(entry).map((field) =>
          fieldName(entry, field).toLocaleLowerCase(i18n.language),
        );
        if (changed.length === 0) return t("sentences.saved", texts);
        const fields = new Intl.ListFormat(i18n.language).format(changed);
        return t("sentences.update", { ...texts, fields });
      }
      case "import":
        return t("sentences.import", { ...texts, count: Number(entry.after?.count ?? 0) });
      case "signInFailed":
        return t(subject.name ? "sentences.signInFailedAs" : "sentences.signInFailed", texts);
      case "rateLimitExceeded":
        return t(subject.name ? "sentences.rateLimitExceededOn" : "sentences.rateLimitExceeded", texts);
      case "revokeSessions":
        return t(subject.name ? "sentences.revokeSessionsOf" : "sentences.revokeSessions", texts);
      default:
        return t(`sentences.${action}`, texts);
    }
  }

  /** The fields of an entry, in the order in which their feature declares them: the database doesn't keep it. */
  function fieldsOf({ subject, before, after }: ActivityEntry): string[] {
    const declared = Object.keys(activityKinds[subject.type]?.fields ?? {});
    const present = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
    return [...declared.filter((field) => present.has(field)), ...present.difference(new Set(declared))];
  }

  /** The names of who did it and of what they did it to. */
  function namesIn({ actor, subject }: ActivityEntry): { actor: string; subject: string | null } {
    return { actor: actor?.name ?? actor?.email ?? t("visitor"), subject: subject.name ?? subject.id };
  }

  return { sentenceOf, namesIn, fieldName, fieldsOf };
}
