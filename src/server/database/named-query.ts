import type { Writable } from "node:stream";
import pg from "pg";
import pgUtils from "pg/lib/utils.js";
import { serialize } from "pg-protocol";

type Parser = (text: string) => unknown;
type Callback = (error: Error | null, result?: { rows: unknown[][] }) => void;

/** A named statement, whose rows are arrays. */
export type NamedStatement = Pick<Required<pg.QueryConfig>, "name" | "text" | "types">;

/** What a query uses of pg's connection. */
type Connection = {
  readonly stream: Writable;
  /** The texts of statements by name: those that PostgreSQL has parsed, and those that were sent to it. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
};

const executeAndSync = Buffer.concat([serialize.execute(), serialize.sync()]);

/**
 * The execution of a named statement, for `query` of pg's client, which calls these methods. pg's own query also asks for the
 * columns of the result each time. PostgreSQL describes each column again, and pg looks up its parser: for a session or a
 * book, that takes longer than their rows. The columns of a prepared statement can't change: PostgreSQL would reject it.
 */
export class NamedQuery implements pg.Submittable {
  readonly name: string;
  readonly text: string;
  /** Set by pg's client. */
  callback: Callback | undefined;
  readonly #types: NamedStatement["types"];
  readonly #values: unknown[];
  readonly #columns: Map<string, Parser[]>;
  readonly #rows: unknown[][] = [];
  #error: Error | null = null;

  /** @param columns the parsers of the columns of a connection's statements, by the statement's name */
  constructor({ name, text, types }: NamedStatement, values: unknown[], columns: Map<string, Parser[]>) {
    this.name = name;
    this.text = text;
    this.#types = types;
    this.#values = values.map(pgUtils.prepareValue);
    this.#columns = columns;
  }

  submit(client: pg.Connection): Error | null {
    const { name, text } = this;
    const { stream, parsedStatements, submittedNamedStatements } = client as unknown as Connection;
    const known = parsedStatements[name] ?? submittedNamedStatements[name];
    if (known !== undefined && known !== text) return new Error(`The name "${name}" is of another statement`);
    const messages = [serialize.bind({ statement: name, values: this.#values })];
    if (known === undefined) {
      messages.unshift(serialize.parse({ name, text }));
      submittedNamedStatements[name] = text;
    }
    if (!this.#columns.has(name)) messages.push(serialize.describe({ type: "P" }));
    // One buffer: for several, as pg sends them, Node takes longer.
    if (stream.writable) stream.write(Buffer.concat([...messages, executeAndSync]));
    return null;
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    const parsers = fields.map(({ dataTypeID }) => this.#types.getTypeParser(dataTypeID, "text") as Parser);
    this.#columns.set(this.name, parsers);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const parsers = this.#columns.get(this.name);
    try {
      this.#rows.push(fields.map((text, index) => (text === null ? null : parsers?.[index]?.(text))));
    } catch (error) {
      this.#error ??= error as Error;
    }
  }

  handleReadyForQuery(): void {
    this.callback?.(this.#error, { rows: this.#rows });
  }

  handleError(error: Error): void {
    this.callback?.(error);
  }

  handleCommandComplete(): void {}
}
