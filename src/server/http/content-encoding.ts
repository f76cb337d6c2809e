/** The encodings we answer in, best first. */
export const encodings = ["br", "gzip"] as const;
export type Encoding = (typeof encodings)[number];

/** Shorter texts fit in one packet anyway. */
export const minCompressedBytes = 1024;

const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml|javascript|wasm)\b|application\/x-ndjson|image\/svg\+xml|image\/x-icon)/;

/** Whether a content type gains from compression. Event streams are left alone: each event must leave at once. */
export function isCompressible(contentType: string): boolean {
  return compressible.test(contentType.toLowerCase());
}

/**
 * The encoding to answer in, of those offered (best first), or undefined for none.
 * Follows RFC 9110, section 12.5.3: the highest q-value wins, `*` stands for what is not named, 0 forbids.
 * Where a client accepts nothing that there is, it gets the plain bytes.
 */
export function chooseEncoding(
  acceptEncoding: string | undefined,
  offered: readonly Encoding[],
): Encoding | undefined {
  if (!acceptEncoding) return undefined;
  const accepted = qualities(acceptEncoding);
  const quality = (name: string) => accepted.get(name) ?? accepted.get("*") ?? 0;

  let best: Encoding | undefined;
  for (const encoding of offered) {
    if (quality(encoding) > (best ? quality(best) : 0)) best = encoding;
  }
  const plain = accepted.get("identity") ?? 0;
  return best && quality(best) >= plain ? best : undefined;
}

function qualities(acceptEncoding: string): Map<string, number> {
  const accepted = new Map<string, number>();
  for (const part of acceptEncoding.split(",")) {
    const [coding = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    if (coding) accepted.set(coding === "x-gzip" ? "gzip" : coding, qualityIn(parameters));
  }
  return accepted;
}

/** RFC 9110, section 12.4.2: 0 to 1 with up to three decimals. What is written otherwise counts as 0. */
function qualityIn(parameters: string[]): number {
  const q = parameters.find((parameter) => /^q\s*=/.test(parameter));
  if (q === undefined) return 1;
  const value = q.slice(q.indexOf("=") + 1).trim();
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(value) ? Number(value) : 0;
}
