/** A kind of stored files. Each has its own names, and a folder of its own in the storage. */
export type FileKind = {
  /** Also the first part of the URL's path. */
  folder: string;
  /** Undefined if the name is invalid, so that no other file can be opened. */
  contentTypeOf(name: string): string | undefined;
};

/** Stores files of one kind. */
export type FileStorage = {
  /**
   * Stores a file; a reader sees all of it or nothing. Resolves when it is durable.
   * @throws TypeError if the name is invalid; errors of the storage
   */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined if there is no such file, or the name is invalid. `body` must be read or canceled. */
  read(name: string): Promise<StoredFile | undefined>;
  /** Throws if files can't be stored now. */
  check(): Promise<void>;
  /** Deletes files, within 25 s or not at all; missing files are no error. */
  remove(names: readonly string[]): Promise<void>;
  /** The names of all files, and when each was stored last, in milliseconds since 1970. */
  list(): Promise<Map<string, number>>;
};

export type StoredFile = { body: ReadableStream<Uint8Array>; /** Bytes. */ size: number };

/** @throws TypeError if the name is invalid */
export function contentTypeOfName(kind: FileKind, name: string): string {
  const contentType = kind.contentTypeOf(name);
  if (!contentType) throw new TypeError(`Not a name of a file in ${kind.folder}`);
  return contentType;
}
