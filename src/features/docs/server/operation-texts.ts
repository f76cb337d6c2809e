import type { I18n } from "#i18n/i18n.ts";
import type { TextKey } from "#i18n/text-key.ts";

/** A text in the reader's language, or one that is only in English. */
export type DocumentedText = { text: string; lang?: "en" };

/** What people read of an operation. */
export type OperationTexts = {
  name: DocumentedText;
  description?: DocumentedText | undefined;
  /** The heading of the operations with the same tag. */
  group?: DocumentedText | undefined;
  /** Who may call it, in sentences. */
  access: string[];
};

type Described = {
  /** The operation's path in the contract: `books.byGenre`. */
  operationId?: string;
  summary?: string | undefined;
  description?: string | undefined;
  /** The key of the heading's text ("books:title"), or the heading in English. */
  tags?: readonly string[] | undefined;
};

/**
 * The texts of an operation: those of its feature (src/features/books/rest/messages), else what its contract says in English,
 * else the names of the usual operations (src/resource/rest/messages).
 */
export function operationTexts(
  i18n: I18n,
  { operationId = "", summary, description, tags = [] }: Described,
): Omit<OperationTexts, "access"> {
  const [feature = "", ...rest] = operationId.split(".");
  const name = rest.join(".");
  const [nameKey, descriptionKey] = [`operations.${name}`, `descriptions.${name}`];
  return {
    name: find(i18n, `${feature}Rest:${nameKey}`) ??
      inEnglish(summary) ??
      find(i18n, `resourceRest:${nameKey}`) ?? { text: operationId, lang: "en" },
    description: find(i18n, `${feature}Rest:${descriptionKey}`) ?? inEnglish(description),
    group: find(i18n, tags[0] ?? "") ?? inEnglish(tags[0]),
  };
}

function find(i18n: I18n, key: string): DocumentedText | undefined {
  return i18n.exists(key) ? { text: i18n.t(key as TextKey) } : undefined;
}

function inEnglish(text: string | undefined): DocumentedText | undefined {
  return text ? { text, lang: "en" } : undefined;
}
