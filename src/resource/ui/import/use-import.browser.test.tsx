import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderComponent } from "../../../../testing/render.tsx";
import type { ImportResult } from "../../csv/import-schema.ts";
import { importFields } from "./fixtures.ts";
import { ImportScreen } from "./import-screen.tsx";
import { requestPreview, cancelImport, uploadImportFile } from "./import-requests.ts";
import { useImport } from "./use-import.ts";

// Only the requests are mocked. import.db.test.ts covers the server.
vi.mock("./import-requests.ts", { spy: true });

const written: ImportResult = {
  rows: 10,
  isWritten: true,
  encoding: "utf-8",
  total: 0,
  counts: {},
  missing: [],
  problems: [],
};

let importing: PromiseWithResolvers<ImportResult>;
let canceled: PromiseWithResolvers<number>;

beforeEach(() => {
  importing = Promise.withResolvers();
  canceled = Promise.withResolvers();
  vi.mocked(requestPreview).mockResolvedValue({
    delimiter: "comma",
    dayOrder: "dayFirst",
    encoding: "utf-8",
    hasHeader: false,
    rows: [["Emma", "Austen", "Classic"]],
    columns: { title: 0, author: 1, genre: 2 },
  });
  vi.mocked(uploadImportFile)
    .mockReset()
    .mockImplementation((_file, _query, { signal, onStep }) => {
      onStep({ step: "writing", done: 0.5, rows: 5 });
      signal.addEventListener("abort", () => importing.reject(signal.reason));
      return importing.promise;
    });
  vi.mocked(cancelImport)
    .mockReset()
    .mockImplementation(() => canceled.promise);
});

function Import() {
  const { selectFile, start, cancel, importFile, running, isCanceling, isCanceled } =
    useImport("/api/import");
  const [outcome, setOutcome] = useState("");

  async function write() {
    await start("write", []).then(
      ({ addedCount, isTooLate }) =>
        setOutcome(`${addedCount} added${isTooLate ? ", too late to cancel" : ""}`),
      (error: unknown) => setOutcome(String((error as { code?: string }).code)),
    );
  }

  return (
    <>
      <button type="button" onClick={() => void selectFile(new File(["a"], "books.csv"))}>
        Choose
      </button>
      <button type="button" disabled={!importFile} onClick={() => void write()}>
        Write
      </button>
      <button type="button" disabled={!running} onClick={cancel}>
        Cancel
      </button>
      <p role="status">{isCanceling ? "canceling" : isCanceled ? "nothing was added" : outcome}</p>
    </>
  );
}

const press = (name: string) => page.getByRole("button", { name }).click();
const expectStatus = (text: string) => expect.element(page.getByRole("status")).toHaveTextContent(text);

async function writeAndCancel() {
  await renderComponent(<Import />);
  await press("Choose");
  await press("Write");
  await press("Cancel");
  await expectStatus("canceling");
  const [, query] = vi.mocked(uploadImportFile).mock.lastCall ?? [];
  expect(vi.mocked(cancelImport).mock.calls).toEqual([["/api/import", query?.id]]);
}

test("Cancel waits for the server, then reports that nothing was added", async () => {
  await writeAndCancel();
  canceled.resolve(0);
  await expectStatus("nothing was added");
});

test("Cancel reports that nothing was added if the stream ends before the response comes", async () => {
  await writeAndCancel();
  importing.reject(Object.assign(new Error("Its end is missing"), { code: "NO_CONNECTION" }));
  await press("Choose");
  canceled.resolve(0);
  await expectStatus("nothing was added");
});

test("a Cancel that came too late reports how many rows were added, by the stream's result", async () => {
  await writeAndCancel();
  importing.resolve(written);
  await expectStatus("10 added, too late to cancel");
});

test("a Cancel that came too late reports how many rows were added, by its response if the stream broke", async () => {
  await writeAndCancel();
  canceled.resolve(10);
  importing.reject(Object.assign(new Error("Its end is missing"), { code: "NO_CONNECTION" }));
  await expectStatus("10 added, too late to cancel");
});

test("an error is reported if canceling gets no response", async () => {
  await writeAndCancel();
  canceled.reject(new Error("There is no connection"));
  await expectStatus("CANCEL_UNSURE");
});

test("a corrected file is checked when it is chosen, and its problems come before the columns", async () => {
  const problems: ImportResult["problems"] = [
    { row: 1, kind: "blank", field: "title", value: "", text: "books:errors.titleRequired" },
  ];
  importing.resolve({ ...written, isWritten: false, total: 1, counts: { blank: 1 }, problems });
  await renderComponent(
    <ImportScreen
      title="Import books"
      fields={importFields}
      url="/api/import"
      exampleUrl="/example.csv"
      onImported={async () => undefined}
    />,
  );
  const file = page.getByLabelText("CSV file");
  await userEvent.upload(file, new File(["a"], "books.csv"));
  await page.getByRole("button", { name: "Check file" }).click();
  const problem = page.getByText("1 problem");
  await expect.element(problem.first()).toBeVisible();
  const columns = page.getByRole("heading", { name: "Match the columns" }).element();
  expect(problem.first().element().compareDocumentPosition(columns)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);

  vi.mocked(uploadImportFile).mockResolvedValueOnce({ ...written, isWritten: false });
  await userEvent.upload(file, new File(["b"], "books.csv"));
  await expect.element(page.getByText("10 rows will be added")).toBeVisible();
  expect(uploadImportFile).toHaveBeenCalledTimes(2);
});
