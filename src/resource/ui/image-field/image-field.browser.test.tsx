import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderComponent } from "../../../../testing/render.tsx";
import "#ui/styles/app.css";
import { useIsPartLoading } from "#ui/loading-parts.ts";
import type { StoredImage } from "../../image-schema.ts";
import { ImageForm } from "./fixtures.tsx";
import { useImageUpload } from "./use-image-upload.ts";

const image: StoredImage = { id: "a".repeat(40), width: 100, height: 160, widths: [96, 100] };

/** The requests, which tests respond to. */
let sent: FakeRequest[] = [];

class FakeRequest {
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  status = 0;
  responseText = "";
  url = new URL("http://nowhere");
  body: File | undefined;
  isAborted = false;
  onload = () => {};
  onerror = () => {};
  ontimeout = () => {};
  timeout = 0;
  open(_: string, url: string) {
    this.url = new URL(url, "http://localhost");
  }
  setRequestHeader() {}
  send(body: File) {
    this.body = body;
    sent.push(this);
  }
  abort() {
    this.isAborted = true;
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = typeof body === "string" ? body : JSON.stringify(body);
    this.onload();
  }
}

const saved = vi.fn<(values: { title: string; image: StoredImage | null }) => void>();

beforeEach(() => {
  sent = [];
  saved.mockClear();
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const input = () => page.getByLabelText("Image (optional)", { exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = () => page.getByRole("dialog", { name: "Crop the image" });
const status = () => page.getByRole("status").first();
const problem = (text: string) => page.getByRole("alert").filter({ hasText: text });

/** A picture with an EXIF orientation. */
async function picture({
  width = 200,
  height = 160,
  orientation = 1,
  name = "picture.jpg",
} = {}): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.fillRect(0, 0, width / 2, height);
  const jpeg = new Uint8Array(await (await canvas.convertToBlob({ type: "image/jpeg" })).arrayBuffer());
  // The EXIF's first directory with one entry, the orientation (EXIF 2.32, section 4.5).
  const tiff = [
    0x49,
    0x49,
    42,
    0,
    8,
    0,
    0,
    0,
    1,
    0,
    0x12,
    1,
    3,
    0,
    1,
    0,
    0,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ];
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
  const segment = new Uint8Array([0xff, 0xe1, 0, exif.length + 2, ...exif]);
  return new File([jpeg.slice(0, 2), segment, jpeg.slice(2)], name, { type: "image/jpeg" });
}

function paste(file: File, target: EventTarget = document.body, text?: string) {
  const clipboardData = new DataTransfer();
  clipboardData.items.add(file);
  if (text) clipboardData.setData("text/plain", text);
  const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  target.dispatchEvent(event);
  return event;
}

/** Chooses a picture, applies the suggested crop, and returns the upload. */
async function chooseAndUse(file?: File): Promise<FakeRequest> {
  const count = sent.length;
  await userEvent.upload(input(), file ?? (await picture()));
  await dialog().getByRole("button", { name: "Apply" }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.poll(() => sent.length).toBe(count + 1);
  return sent.at(-1) ?? expect.fail("Nothing was sent");
}

async function save() {
  await button("Save").click();
}

test("a chosen picture is cropped, uploaded and saved with the record", async () => {
  await renderComponent(<ImageForm onSave={saved} />);
  const file = await picture();
  const request = await chooseAndUse(file);
  expect([request.body?.name, request.body?.size]).toEqual([file.name, file.size]);
  expect(`${request.url.pathname}${request.url.search}`).toBe("/api/images?x=50&y=0&width=100&height=160");
  expect(document.querySelector(".cropped-image")).not.toBeNull();

  request.upload.onprogress?.({ loaded: 30, total: 100 });
  await expect
    .element(page.getByRole("progressbar", { name: "Uploading the image" }))
    .toHaveAttribute("aria-valuenow", "30");
  await expect.element(status()).toHaveTextContent("Uploading the image");
  request.upload.onprogress?.({ loaded: 100, total: 100 });
  await expect.element(page.getByRole("progressbar", { name: "Preparing the image" })).toBeVisible();
  request.answer(200, image);
  await expect.element(status()).toHaveTextContent("Image uploaded");
  await save();
  await expect.poll(() => saved.mock.calls).toEqual([[{ title: "Middlemarch", image }]]);
});

test("the progress line is shown until the picture can be cropped", async () => {
  const shown: boolean[] = [];
  function Recorder() {
    shown.push(useIsPartLoading());
    return null;
  }
  await renderComponent(
    <>
      <ImageForm />
      <Recorder />
    </>,
  );
  await userEvent.upload(input(), await picture());
  await expect.element(dialog()).toBeVisible();
  await expect.poll(() => shown).toEqual([false, true, false]);
});

test.each([
  [1, 200, 160, "x=50&y=0&width=100&height=160"],
  [6, 160, 200, "x=18&y=0&width=125&height=200"],
])("it is cropped as it is displayed (EXIF orientation %i)", async (orientation, width, height, query) => {
  await renderComponent(<ImageForm />);
  await userEvent.upload(input(), await picture({ orientation }));
  await expect.element(dialog()).toBeVisible();
  const shown = dialog().element().querySelector("img");
  await expect.poll(() => [shown?.naturalWidth, shown?.naturalHeight]).toEqual([width, height]);
  await dialog().getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => sent[0]?.url.searchParams.toString()).toBe(query);
});

test("canceling the crop changes nothing and returns the focus", async () => {
  await renderComponent(<ImageForm onSave={saved} />);
  await userEvent.upload(input(), await picture());
  await dialog().getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await save();
  await expect.poll(() => saved.mock.calls).toEqual([[{ title: "Middlemarch", image: null }]]);
  expect(sent).toEqual([]);
});

test("a picture can be pasted anywhere, but text is pasted into a field", async () => {
  await renderComponent(<ImageForm />);
  const title = page.getByLabelText("Title").element();
  const file = await picture();
  expect(paste(file, title, "Middlemarch").defaultPrevented).toBe(false);
  expect(paste(file, title).defaultPrevented).toBe(true);
  await expect.element(dialog()).toBeVisible();
});

test("a file that is dropped beside the image doesn't navigate away", async () => {
  await renderComponent(<ImageForm />);
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(await picture());
  const over = new DragEvent("dragover", { dataTransfer, bubbles: true, cancelable: true });
  document.body.dispatchEvent(over);
  expect(over.defaultPrevented).toBe(true);
  await expect.element(page.getByText("Drop it here")).toBeVisible();
  const drop = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
  document.body.dispatchEvent(drop);
  expect(drop.defaultPrevented).toBe(true);
  await expect.element(page.getByText("Drop it here")).not.toBeInTheDocument();
  expect(sent).toEqual([]);
});

test("a file that is dropped on the image goes to the file input", async () => {
  await renderComponent(<ImageForm />);
  const box = page.getByText("No image").element().getBoundingClientRect();
  expect(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)).toBe(input().element());
  const over = new DragEvent("dragover", {
    dataTransfer: new DataTransfer(),
    bubbles: true,
    cancelable: true,
  });
  input().element().dispatchEvent(over);
  expect(over.defaultPrevented).toBe(false);
});

test.each([
  ["vector.svg", "image/svg+xml", 10, "This file type isn’t supported."],
  ["huge.png", "image/png", 2 ** 30, "This file is larger than 10 MB."],
])("%s is rejected at once without being read", async (name, type, size, text) => {
  const read = vi.spyOn(URL, "createObjectURL");
  await renderComponent(<ImageForm onSave={saved} />);
  const file = new File(["x"], name, { type });
  Object.defineProperty(file, "size", { value: size });
  paste(file);
  await expect.element(problem(text)).toBeVisible();
  await expect.element(input()).toHaveAttribute("aria-invalid", "true");
  await expect.element(input()).toHaveAccessibleDescription(new RegExp(text.replaceAll(" ", "\\s")));
  expect(read).not.toHaveBeenCalled();
  expect(sent).toEqual([]);
  await save();
  await expect.poll(() => saved.mock.calls).toEqual([[{ title: "Middlemarch", image: null }]]);
});

test("a file that the browser can't show is uploaded as it is", async () => {
  await renderComponent(<ImageForm />);
  await userEvent.upload(input(), new File(["<script>"], "page.png", { type: "image/png" }));
  await expect.poll(() => sent.map(({ url }) => url.search)).toEqual([""]);
  sent[0]?.answer(415, { code: "NOT_AN_IMAGE", message: "…" });
  await expect.element(problem("This file type isn’t supported.")).toBeVisible();
  expect(button("Retry").query()).toBeNull();
});

test.each([
  [500, { code: "INTERNAL_SERVER_ERROR" }, "The image couldn’t be saved. Try again."],
  [429, { code: "TOO_MANY_REQUESTS" }, "You’ve uploaded too many images."],
  [408, "The request took too long to arrive", "The upload took too long."],
  [503, "The server took too long", "The upload took too long."],
  [403, "Changes are accepted only from pages of", "You don’t have permission to upload images."],
  [401, { code: "UNAUTHORIZED" }, "You’re logged out. Log in and try again."],
])(
  "after a response with %i the upload can be retried, and the form's values stay",
  async (code, body, text) => {
    await renderComponent(<ImageForm onSave={saved} />);
    await userEvent.fill(page.getByLabelText("Title"), "Romola");
    (await chooseAndUse()).answer(code, body);
    await expect.element(problem(text)).toBeVisible();
    expect(document.querySelector(".cropped-image")).not.toBeNull();
    await button("Retry").click();
    await expect.poll(() => sent.length).toBe(2);
    expect(sent[1]?.url.search).toBe(sent[0]?.url.search);
    sent[1]?.answer(200, image);
    await expect.element(problem(text)).not.toBeInTheDocument();
    await save();
    await expect.poll(() => saved.mock.calls).toEqual([[{ title: "Romola", image }]]);
  },
);

test.each([
  [413, "The body is larger than 10485760 bytes", "This file is larger than 10 MB."],
  [415, "Send the body as image/jpeg", "This file type isn’t supported."],
  [422, { code: "TOO_MANY_PIXELS" }, "This image is too large."],
  [422, { code: "IMAGE_UNREADABLE" }, "This image is damaged or can’t be read."],
])(
  "a picture that is rejected with %i can't be retried, and the image is unchanged",
  async (code, body, text) => {
    await renderComponent(<ImageForm onSave={saved} />);
    (await chooseAndUse()).answer(code, body);
    await expect.element(problem(text)).toBeVisible();
    expect(button("Retry").query()).toBeNull();
    expect(document.querySelector(".cropped-image")).toBeNull();
  },
);

test("an upload times out and can be retried", async () => {
  await renderComponent(<ImageForm />);
  const request = await chooseAndUse();
  expect(request.timeout).toBeGreaterThan(60_000);
  request.ontimeout();
  await expect.element(problem("The upload took too long.")).toBeVisible();
  await expect.element(button("Retry")).toBeVisible();
});

test("saving waits for the upload and happens once", async () => {
  await renderComponent(<ImageForm onSave={saved} />);
  const request = await chooseAndUse();
  await save();
  await expect.element(button("Save")).toHaveAttribute("aria-busy", "true");
  await userEvent.keyboard("{Enter}");
  expect(saved).not.toHaveBeenCalled();
  request.answer(200, image);
  await expect.poll(() => saved.mock.calls).toEqual([[{ title: "Middlemarch", image }]]);
});

test("a failed upload keeps the form from being saved until it is discarded", async () => {
  await renderComponent(<ImageForm onSave={saved} />);
  // Saving focuses the field, so that its error is read with it and needs no alert.
  const failure = page.getByText(/^The image couldn’t be uploaded\./);
  const request = await chooseAndUse();
  await save();
  request.onerror();
  await expect.element(failure).toBeVisible();
  await expect.poll(() => document.activeElement).toBe(input().element());
  await save();
  await expect.element(failure).toBeVisible();
  expect(saved).not.toHaveBeenCalled();
  await button("Discard").click();
  await expect.element(failure).not.toBeInTheDocument();
  await save();
  await expect.poll(() => saved.mock.calls).toEqual([[{ title: "Middlemarch", image: null }]]);
});

test("an upload can be canceled, and a new one replaces it", async () => {
  await renderComponent(<ImageForm onSave={saved} />);
  const first = await chooseAndUse();
  await button("Cancel").click();
  expect(first.isAborted).toBe(true);
  expect(document.querySelector(".cropped-image")).toBeNull();
  const second = await chooseAndUse();
  const third = await chooseAndUse();
  expect(second.isAborted).toBe(true);
  second.answer(200, { ...image, id: "b".repeat(40) });
  third.answer(200, image);
  await save();
  await expect.poll(() => saved.mock.calls).toEqual([[{ title: "Middlemarch", image }]]);
});

test("leaving the form aborts the upload", async () => {
  const { unmount } = await renderComponent(<ImageForm />);
  const request = await chooseAndUse();
  await unmount();
  expect(request.isAborted).toBe(true);
});

test("leaving while the form is being saved doesn't save the record without its image", async () => {
  const { unmount } = await renderComponent(<ImageForm onSave={saved} />);
  const request = await chooseAndUse();
  await save();
  await expect.element(button("Save")).toHaveAttribute("aria-busy", "true");
  await unmount();
  request.answer(200, image);
  // The page still exists.
  await renderComponent(<ImageForm />);
  await expect.element(button("Save")).toBeVisible();
  expect(saved).not.toHaveBeenCalled();
});

test("an unfinished upload is guarded where the form's changes don't guard it: without any, and while saving", async () => {
  let upload: ReturnType<typeof useImageUpload> | undefined;
  function Form() {
    upload = useImageUpload({ url: "/api/images", onUploaded: () => {}, onProblem: () => {} });
    return null;
  }
  await renderComponent(<Form />);
  const guards = () => [upload?.isUnguarded(false), upload?.isUnguarded(true)];
  expect(guards()).toEqual([false, false]);
  upload?.start({ file: await picture(), crop: undefined });
  expect(guards()).toEqual([true, false]);
  const settled = upload?.settle();
  expect(guards()).toEqual([true, true]);
  await expect.poll(() => sent.length).toBe(1);
  sent[0]?.answer(200, image);
  await settled;
  expect(guards()).toEqual([false, false]);
});

test("the field gets the focus of a button that disappears", async () => {
  await renderComponent(<ImageForm />);
  const request = await chooseAndUse();
  (button("Cancel").element() as HTMLElement).focus();
  request.answer(500, {});
  await expect.element(button("Retry")).toBeVisible();
  expect(document.activeElement).toBe(input().element());
  await button("Retry").click();
  await expect.element(button("Retry")).not.toBeInTheDocument();
  expect(document.activeElement).toBe(input().element());
});

test("an image can be removed by keyboard, which is announced, and none is shown", async () => {
  await renderComponent(<ImageForm image={image} onSave={saved} />);
  input().element().focus();
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.element(status()).toHaveTextContent("Image removed");
  expect(document.activeElement).toBe(input().element());
  await expect.element(page.getByText("No image", { exact: true })).toBeVisible();
  await save();
  await expect.poll(() => saved.mock.calls).toEqual([[{ title: "Middlemarch", image: null }]]);
});
