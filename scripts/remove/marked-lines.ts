/** A comment that marks lines of an optional feature, in any of the project's languages. */
const marker =
  /^(.*?)(?:\/\/|\{?\/\*|<!--|#|--) (optional|end): ([a-z-]+(?:, [a-z-]+)*)(?: \*\/\}?| -->)?\s*$/;

/**
 * Removes the lines of an optional feature: a line that ends with the comment `optional: <feature>`, and from a line that
 * is only this comment to one that is only `end: <feature>`. A comment may name several, each of which the lines need
 * (`optional: <feature>, <feature>`). Comments are those of the file's language.
 * @throws if a block doesn't end, or ends without having begun
 */
export function removeMarkedLines(text: string, feature: string): string {
  const kept: string[] = [];
  let isInBlock = false;
  for (const line of text.split("\n")) {
    const [, before, kind, names] = marker.exec(line) ?? [];
    if (!names?.split(", ").includes(feature)) {
      if (!isInBlock) kept.push(line);
    } else if (!before?.trim()) {
      if (isInBlock === (kind === "optional")) throw new Error(`Unexpected marker: ${line.trim()}`);
      isInBlock = !isInBlock;
    }
  }
  if (isInBlock) throw new Error(`A block of ${feature} has no end.`);
  return kept.join("\n");
}
