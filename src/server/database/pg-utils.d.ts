declare module "pg/lib/utils.js" {
  const utils: {
    /** The text or bytes of a parameter; null for null and undefined. */
    prepareValue(value: unknown): string | Buffer | null;
  };
  export default utils;
}
