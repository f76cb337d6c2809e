import { useState } from "react";

/** Copies text. Without HTTPS or permission it can't, and people can still copy by hand. */
export function useClipboard() {
  const [copied, setCopied] = useState<string>();

  /** @returns whether it was copied */
  async function copy(text: string): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return false;
    }
    setCopied(text);
    return true;
  }

  return { copy, /** The last text. */ copied };
}
