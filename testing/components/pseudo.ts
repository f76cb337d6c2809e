import type { Messages } from "#i18n/messages.ts";

const accents: Record<string, string> = { a: "à", c: "ç", e: "é", i: "î", n: "ñ", o: "ö", u: "ü", y: "ÿ" };

/** Accented messages that are 40 % longer, in brackets, so that truncated texts can be seen. */
export function pseudoMessages(messages: Messages): Messages {
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [
      key,
      typeof value === "string" ? pseudoText(value) : pseudoMessages(value),
    ]),
  );
}

function pseudoText(text: string): string {
  const accented = text
    .split(/(\{\{.+?\}\})/)
    .map((part) =>
      part.startsWith("{{") ? part : part.replaceAll(/[aceinouy]/g, (letter) => accents[letter] ?? letter),
    )
    .join("");
  return `[${accented} ${"~".repeat(Math.ceil(text.length * 0.4))}]`;
}
