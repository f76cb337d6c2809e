import { expect, test, vi } from "vitest";
import { download } from "./download.ts";

test("a download counts its rows, and is discarded if it fails", async () => {
  const target = { write: vi.fn(), finish: vi.fn(), discard: vi.fn() };
  const onRows = vi.fn<(rows: number) => void>();
  const { signal } = new AbortController();
  const urlOf = (text: string) => `data:text/csv,${encodeURIComponent(text)}`;
  expect(await download(urlOf("a\r\nb\r\nc\r\n"), target, { signal, onRows })).toBe(2);
  expect(onRows).toHaveBeenLastCalledWith(2);
  expect(target.finish).toHaveBeenCalledOnce();
  target.write.mockRejectedValue(new Error("The disk is full"));
  await expect(download(urlOf("a\r\n"), target, { signal, onRows })).rejects.toThrow("The disk is full");
  expect(target.discard).toHaveBeenCalledOnce();
});
