type Operations<Handlers> = {
  readonly [Name in keyof Handlers]: { handler: (handler: Handlers[Name]) => unknown };
};

/**
 * Implements several operations of a contract: `{ ...implementAll(books, handlers), latest: books.latest.handler(…) }`.
 * @param operations from oRPC's `implement`
 * @param handlers by the names of the operations
 */
export function implementAll<Handlers extends object, All extends Operations<Handlers>>(
  operations: All,
  handlers: Handlers,
) {
  const implemented = Object.entries(handlers).map(([name, handler]) => [
    name,
    (operations as Operations<Record<string, unknown>>)[name]?.handler(handler),
  ]);
  return Object.fromEntries(implemented) as { [Name in keyof Handlers]: ReturnType<All[Name]["handler"]> };
}
