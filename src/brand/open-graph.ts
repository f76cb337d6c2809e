import { brand } from "./brand.ts";

/** The tags from which other sites make a preview of a link to this one (https://ogp.me). */
export function openGraph(origin: string): { property?: string; name?: string; content: string }[] {
  return [
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: brand.name },
    { property: "og:title", content: brand.name },
    { property: "og:description", content: brand.description },
    { property: "og:image", content: `${origin}/social.jpg` },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
