/** Where files are kept: a folder of this machine, or a bucket. Names are those of names.ts. */
export type FileStorage = {
  /**
   * Keeps bytes under a name; a reader sees all of them or none. Resolves once they would survive a loss of power.
   * @throws TypeError where the name is none of ours; what the disk or the bucket says where they can't be kept.
   */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined where there is no such file, whatever the name looks like. `body` must be read or cancelled. */
  read(name: string): Promise<StoredFile | undefined>;
  /** Removes files, within 25 s or not at all; those that are gone already are no failure. */
  remove(names: readonly string[]): Promise<void>;
  /** All names, in the order of their characters; nothing that was stored before it began is left out. */
  list(): AsyncIterable<string>;
};

export type StoredFile = { body: ReadableStream<Uint8Array>; /** Bytes. */ size: number };
