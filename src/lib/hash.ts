/** A 32-bit FNV-1a hash of the UTF-16 code units. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value;
}

/** The finalizer of MurmurHash3: spreads each input bit over all output bits. @returns 0 to 2³² − 1 */
export function mix(value: number): number {
  const first = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (second ^ (second >>> 16)) >>> 0;
}
