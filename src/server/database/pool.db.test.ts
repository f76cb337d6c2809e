import { AsyncLocalStorage } from "node:async_hooks";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../testing/database.ts";
import { connect } from "./connect.ts";

test("a request that waits for a connection goes on in its own context, not in that of the request that releases it", async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const { pool, close } = connect(database.connection, { max: 1 });
  onTestFinished(close);
  const request = new AsyncLocalStorage<string>();
  const first = await request.run("first", () => pool.connect());
  const context = Promise.withResolvers<string | undefined>();
  request.run("second", () =>
    pool.connect((_error, _client, done) => {
      context.resolve(request.getStore());
      done();
    }),
  );
  request.run("first", () => first.release());
  expect(await context.promise).toBe("second");
});
