import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { renderComponent } from "../../../../../testing/render.tsx";
import type { ImportResult } from "#features/books/import/import-schema.ts";
import { requestPreview, cancelImport, uploadImportFile } from "./import-requests.ts";
import { useImport } from "./use-import.ts";

// What goes to the server; everything else is real. The server's side stands in import.db.test.ts.
vi.mock("./import-requests.ts", { spy: true });

const written: ImportResult = {
  rows: 10,
  isWritten: true,
  encoding: "utf-8",
  total: 0,
  counts: {},
  missingGenres: { count: 0, names: [] },
  problems: [],
};

let streamed: PromiseWithResolvers<ImportResult>;
let cancelled: PromiseWithResolvers<number>;

beforeEach(() => {
  streamed = Promise.withResolvers();
  cancelled = Promise.withResolvers();
  vi.mocked(requestPreview).mockResolvedValue({
    delimiter: "comma",
    encoding: "utf-8",
    hasHeader: false,
    rows: [["Emma", "Austen", "Classic"]],
    columns: { title: 0, author: 1, genre: 2 },
  });
  vi.mocked(uploadImportFile)
    .mockReset()
    .mockImplementation((_file, _query, { signal, onStep }) => {
      onStep({ step: "writing", done: 0.5, rows: 5 });
      signal.addEventListener("abort", () => streamed.reject(signal.reason));
      return streamed.promise;
    });
  vi.mocked(cancelImport)
    .mockReset()
    .mockImplementation(() => cancelled.promise);
});

function Import() {
  const { take, send, cancel, choice, running, isCancelling, isCancelled } = useImport();
  const [said, say] = useState("");

  async function write() {
    await send("write", false).then(
      ({ added, isTooLate }) => say(`${added} added${isTooLate ? ", too late to cancel" : ""}`),
      (error: unknown) => say(String((error as { code?: string }).code)),
    );
  }

  return (
    <>
      <button type="button" onClick={() => void take(new File(["a"], "books.csv"))}>
        Choose
      </button>
      <button type="button" disabled={!choice} onClick={() => void write()}>
        Write
      </button>
      <button type="button" disabled={!running} onClick={cancel}>
        Cancel
      </button>
      <p role="status">{isCancelling ? "is waiting" : isCancelled ? "nothing was added" : said}</p>
    </>
  );
}

const press = (name: string) => page.getByRole("button", { name }).click();
const says = (text: string) => expect.element(page.getByRole("status")).toHaveTextContent(text);

async function writeAndCancel() {
  await renderComponent(<Import />);
  await press("Choose");
  await press("Write");
  await press("Cancel");
  await says("is waiting");
  const [, query] = vi.mocked(uploadImportFile).mock.lastCall ?? [];
  expect(vi.mocked(cancelImport).mock.calls).toEqual([[query?.id]]);
}

test("Cancel says nothing before the server does, and then that nothing was added", async () => {
  await writeAndCancel();
  cancelled.resolve(0);
  await says("nothing was added");
});

test("… also where the stream ends before the answer comes", async () => {
  await writeAndCancel();
  streamed.reject(Object.assign(new Error("Its end is missing"), { code: "NO_CONNECTION" }));
  await press("Choose");
  cancelled.resolve(0);
  await says("nothing was added");
});

test("a Cancel that came too late says how many were added: by the stream's word", async () => {
  await writeAndCancel();
  streamed.resolve(written);
  await says("10 added, too late to cancel");
});

test("… and by the server's answer where the stream has broken", async () => {
  await writeAndCancel();
  cancelled.resolve(10);
  streamed.reject(Object.assign(new Error("Its end is missing"), { code: "NO_CONNECTION" }));
  await says("10 added, too late to cancel");
});

test("where cancelling gets no answer, nobody knows, and that is said", async () => {
  await writeAndCancel();
  cancelled.reject(new Error("There is no connection"));
  await says("CANCEL_UNSURE");
});
