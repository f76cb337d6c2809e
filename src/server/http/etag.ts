/** Whether an If-None-Match header contains the ETag (RFC 9110, section 13.1.2: weak comparison, `*` matches any). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const etags = ifNoneMatch.split(",").map((value) => value.trim().replace(/^W\//, ""));
  return etags.includes("*") || etags.includes(etag);
}
