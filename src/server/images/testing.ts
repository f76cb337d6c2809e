import type { Database } from "#server/database/connect.ts";

/** An image id of one repeated digit, so that tests can sort them. */
export function testImageId(digit: string): string {
  return digit.repeat(40);
}

/** A table that references images, as in a feature's migration. */
export async function createPosterTable({ pool }: Pick<Database, "pool">): Promise<void> {
  await pool.query(`
    CREATE TABLE poster (
      name text PRIMARY KEY,
      picture_id text CONSTRAINT poster_picture_id_image_id_fk REFERENCES image (id) ON DELETE RESTRICT
    );
    CREATE INDEX poster_picture ON poster (picture_id) WHERE picture_id IS NOT NULL;
    CALL refer_to_images('poster', 'picture_id')`);
}
