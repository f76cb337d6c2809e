import { Asset, useRouter, useTags } from "@tanstack/react-router";

/**
 * What `HeadContent` renders, but browsers ignore the links to the page's scripts until `client.tsx` changes their `rel`.
 * Rendered by the server only.
 */
export function HeadWithLateScripts() {
  const nonce = useRouter().options.ssr?.nonce;
  return useTags().map((tag) => {
    const isScript = tag.tag === "link" && tag.attrs?.rel === "modulepreload";
    const late = isScript ? { ...tag, attrs: { ...tag.attrs, rel: "late-modulepreload" } } : tag;
    return <Asset key={JSON.stringify(tag)} {...late} nonce={nonce} />;
  });
}
