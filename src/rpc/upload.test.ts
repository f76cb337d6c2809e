import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { upload, UploadError } from "./upload.ts";

class FakeRequest {
  static latest: FakeRequest;
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  readonly headers: Record<string, string> = {};
  status = 0;
  responseText = "";
  timeout = 0;
  isAborted = false;
  onprogress = () => {};
  onload = () => {};
  onerror = () => {};
  ontimeout = () => {};
  onloadend = () => {};
  constructor() {
    FakeRequest.latest = this;
  }
  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send() {}
  abort() {
    this.isAborted = true;
  }
  receive(text: string) {
    this.status = 200;
    this.responseText += text;
    this.onprogress();
  }
  respond(status: number, text = "") {
    this.status = status;
    this.responseText += text;
    this.onload();
    this.onloadend();
  }
}

beforeEach(() => vi.stubGlobal("XMLHttpRequest", FakeRequest));
afterEach(() => vi.unstubAllGlobals());

const start = (options: Partial<Parameters<typeof upload>[2]> = {}) => {
  const result = upload("/api/files", new Blob(["x"]), { contentType: "text/csv", ...options });
  return { result, request: FakeRequest.latest };
};

test("reports what is sent, and returns the response's text", async () => {
  const onProgress = vi.fn<(sent: number) => void>();
  const { result, request } = start({ onProgress, timeoutMs: 1_000 });
  expect([request.headers, request.timeout]).toEqual([{ "content-type": "text/csv" }, 1_000]);
  request.upload.onprogress?.({ loaded: 1, total: 4 });
  request.upload.onprogress?.({ loaded: 0, total: 0 });
  request.respond(200, "stored");
  expect(await result).toBe("stored");
  expect(onProgress.mock.calls).toEqual([[0.25], [1]]);
});

test("passes on the response's text as it arrives", async () => {
  const onResponseText = vi.fn<(text: string) => void>();
  const { result, request } = start({ onResponseText });
  request.receive("1,");
  request.receive("2");
  request.respond(200, "!");
  expect(await result).toBe("1,2!");
  expect(onResponseText.mock.calls).toEqual([["1,"], ["1,2"]]);
});

test.each([
  [
    "the response's code",
    (request: FakeRequest) => request.respond(422, '{"code":"TOO_LARGE"}'),
    422,
    "TOO_LARGE",
  ],
  ["none, of another response", (request: FakeRequest) => request.respond(502, "<html>"), 502, undefined],
  ["NO_CONNECTION", (request: FakeRequest) => request.onerror(), 0, "NO_CONNECTION"],
  ["TIMEOUT", (request: FakeRequest) => request.ontimeout(), 0, "TIMEOUT"],
])("fails with a code: %s", async (_, fail, status, code) => {
  const { result, request } = start();
  fail(request);
  const error: unknown = await result.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UploadError);
  expect(error).toMatchObject({ status, code });
});

test("can be aborted while it is being sent, and before", async () => {
  const controller = new AbortController();
  const { result, request } = start({ signal: controller.signal });
  controller.abort();
  await expect(result).rejects.toBe(controller.signal.reason);
  expect(request.isAborted).toBe(true);
  await expect(start({ signal: controller.signal }).result).rejects.toBe(controller.signal.reason);
});
