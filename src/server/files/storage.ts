/** Stores files in a folder or a bucket. Names are those of names.ts. */
export type FileStorage = {
  /**
   * Stores a file; a reader sees all of it or nothing. Resolves when it is durable.
   * @throws TypeError if the name is invalid; errors of the disk or the bucket
   */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined if there is no such file, or the name is invalid. `body` must be read or canceled. */
  read(name: string): Promise<StoredFile | undefined>;
  /** Throws if files can't be stored now. */
  check(): Promise<void>;
  /** Deletes files, within 25 s or not at all; missing files are no error. */
  remove(names: readonly string[]): Promise<void>;
};

export type StoredFile = { body: ReadableStream<Uint8Array>; /** Bytes. */ size: number };
