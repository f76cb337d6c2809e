import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { type EncodedImage, encodeImage } from "./encode-image.ts";
import { createPng } from "./fixtures/png.ts";
import { detectImageType } from "./encode-image.ts";

const widths = [80, 160, 320];

/** An image with a red top left quarter, which shows its orientation. */
function createImage({ width = 400, height = 600, channels = 3 as 3 | 4 } = {}) {
  const quarter = {
    create: { width: width / 2, height: height / 2, channels: 3 as const, background: "#d00" },
  };
  return sharp({
    create: { width, height, channels, background: { r: 0, g: 0, b: 200, alpha: 0.5 } },
  }).composite([{ input: quarter, left: 0, top: 0 }]);
}

async function encoded(bytes: Uint8Array, asked = widths): Promise<EncodedImage> {
  const outcome = await encodeImage(bytes, { widths: asked });
  if ("error" in outcome) throw new Error(outcome.error.code);
  return outcome;
}

async function errorOf(bytes: Uint8Array): Promise<string | undefined> {
  const outcome = await encodeImage(bytes, { widths });
  return "error" in outcome ? outcome.error.code : undefined;
}

/** The color at a position, as fractions of width and height. */
async function colorAt({ files }: EncodedImage, x: number, y: number): Promise<number[]> {
  const last = files.at(-1);
  const { data, info } = await sharp(last?.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return [...data.subarray(start, start + 3)];
}

const isRed = ([red = 0, green = 0, blue = 0]: number[]) => red > 180 && green < 60 && blue < 60;
const isBlue = ([red = 0, green = 0, blue = 0]: number[]) => red < 60 && green < 60 && blue > 160;

describe("an image", () => {
  test.each(["jpeg", "png", "webp", "avif"] as const)(
    "that is a %s is stored in each width as AVIF and WebP",
    async (type) => {
      const { image, files } = await encoded(await createImage().toFormat(type).toBuffer());
      expect(image).toEqual({ id: expect.stringMatching(/^[\da-f]{40}$/), width: 400, height: 600, widths });
      expect(files.map(({ width, format }) => `${width} ${format}`)).toEqual(
        widths.flatMap((width) => [`${width} avif`, `${width} webp`]),
      );
      for (const { width, format, bytes } of files) {
        expect(detectImageType(bytes)).toBe(format);
        expect(await sharp(bytes).metadata()).toMatchObject({ width, height: width * 1.5 });
      }
    },
  );

  test("is never enlarged: a narrow one is stored in its own width", async () => {
    const of = async (width: number) =>
      (await encoded(await createImage({ width, height: 300 }).png().toBuffer())).image.widths;
    expect(await of(400)).toEqual([80, 160, 320]);
    expect(await of(320)).toEqual([80, 160, 320]);
    expect(await of(200)).toEqual([80, 160, 200]);
    expect(await of(40)).toEqual([40]);
  });

  test("of one pixel in width or height is stored", async () => {
    const line = { channels: 3 as const, background: "#000" };
    for (const [width, height] of [
      [1, 1],
      [1, 5_000],
      [5_000, 1],
    ] as const) {
      const { image } = await encoded(
        await sharp({ create: { width, height, ...line } })
          .png()
          .toBuffer(),
      );
      expect(image).toMatchObject({ width, height });
    }
  });

  test("always has the same id and files, and another image has others", async () => {
    const png = await createImage().png().toBuffer();
    const [first, second, other] = [
      await encoded(png),
      await encoded(png),
      await encoded(await createImage({ width: 402 }).png().toBuffer()),
    ];
    expect(second).toEqual(first);
    expect(other.image.id).not.toBe(first.image.id);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "that is to be turned (EXIF orientation %i) is stored upright",
    async (orientation) => {
      const landscape = await createImage({ width: 600, height: 400 })
        .jpeg({ quality: 95 })
        .withMetadata({ orientation })
        .toBuffer();
      const result = await encoded(landscape);
      const isTurned = orientation > 4;
      expect(result.image).toMatchObject(
        isTurned ? { width: 400, height: 600 } : { width: 600, height: 400 },
      );
      // EXIF 2.32, section 4.6.4: the corner in which the image's first row and first column meet.
      const x = [2, 3, 6, 7].includes(orientation) ? 0.9 : 0.1;
      const y = [3, 4, 7, 8].includes(orientation) ? 0.9 : 0.1;
      expect(isRed(await colorAt(result, x, y))).toBe(true);
      expect(isBlue(await colorAt(result, 1 - x, 1 - y))).toBe(true);
    },
  );

  // As browsers show it, in which the part is chosen.
  test.each([
    ["png", { width: 400, height: 600 }],
    ["avif", { width: 400, height: 600 }],
    ["webp", { width: 600, height: 400 }],
  ] as const)("that is a %s is turned by its EXIF as browsers turn it", async (format, size) => {
    const landscape = await createImage({ width: 600, height: 400 })
      .withMetadata({ orientation: 6 })
      [format]()
      .toBuffer();
    const result = await encoded(landscape);
    expect(result.image).toMatchObject(size);
    expect(isRed(await colorAt(result, size.width < size.height ? 0.9 : 0.1, 0.1))).toBe(true);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "of which a part is asked for (EXIF orientation %i) is stored as that part of what is seen",
    async (orientation) => {
      const landscape = await createImage({ width: 600, height: 400 })
        .jpeg({ quality: 95 })
        .withMetadata({ orientation })
        .toBuffer();
      const isTurned = orientation > 4;
      const [width, height] = isTurned ? [400, 600] : [600, 400];
      const isRight = [2, 3, 6, 7].includes(orientation);
      const isLower = [3, 4, 7, 8].includes(orientation);
      // A fifth of each side, around the red quarter's inner corner: a quarter of it is red.
      const area = {
        x: width / 2 - width / 10,
        y: height / 2 - height / 10,
        width: width / 5,
        height: height / 5,
      };
      const outcome = await encodeImage(landscape, { widths: [400], area });
      if ("error" in outcome) throw new Error(outcome.error.code);
      expect(outcome.image).toMatchObject({ width: width / 5, height: height / 5, widths: [width / 5] });
      for (const [x, y] of [
        [0.2, 0.2],
        [0.8, 0.2],
        [0.2, 0.8],
        [0.8, 0.8],
      ] as const) {
        const isRedHere = x > 0.5 === isRight && y > 0.5 === isLower;
        const color = await colorAt(outcome, x, y);
        expect([x, y, isRedHere ? isRed(color) : isBlue(color)]).toEqual([x, y, true]);
      }
    },
  );

  test("loses its metadata: place, camera, profile, comment and trailing bytes", async () => {
    const jpeg = await createImage()
      .withExif({ IFD0: { Copyright: "SECRET-OWNER" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
      .withXmp(
        '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET-XMP</x:xmpmeta>',
      )
      .withIccProfile("p3")
      .jpeg()
      .toBuffer();
    expect(jpeg.toString("latin1")).toContain("SECRET-OWNER");
    const { files } = await encoded(Buffer.concat([jpeg, Buffer.from("SECRET-TAIL")]));
    for (const { bytes } of files) {
      expect(bytes.toString("latin1")).not.toMatch(/SECRET|Exif/);
      const { exif, xmp, icc, iptc, comments } = await sharp(bytes).metadata();
      expect({ exif, xmp, icc, iptc, comments }).toEqual({});
    }
  });

  test.each([
    ["png", "srgb"],
    ["png", "rgb16"],
    ["avif", "srgb"],
    ["avif", "rgb16"],
    ["jpeg", "srgb"],
    ["jpeg", "cmyk"],
  ] as const)("that is a %s in %s keeps its colors, whatever its profile", async (type, space) => {
    for (const profile of space === "cmyk" ? [undefined] : [undefined, "srgb", "p3"]) {
      const color = sharp({
        create: { width: 40, height: 60, channels: 3, background: { r: 200, g: 30, b: 40 } },
      }).toColorspace(space);
      if (profile) color.withIccProfile(profile);
      const options = { quality: 100, ...(type === "avif" && { bitdepth: 10 }) };
      const result = await encoded(await color.toFormat(type, options).toBuffer());
      const [red = 0, green = 0, blue = 0] = await colorAt(result, 0.5, 0.5);
      const difference = Math.max(Math.abs(red - 200), Math.abs(green - 30), Math.abs(blue - 40));
      expect([profile, difference < 12]).toEqual([profile, true]);
    }
  });

  test("stays gray or transparent", async () => {
    const gray = await encoded(
      await sharp(await createImage().png().toBuffer())
        .grayscale()
        .png()
        .toBuffer(),
    );
    expect(Math.max(...(await colorAt(gray, 0.1, 0.1)))).toBeLessThan(150);
    const clear = await encoded(await createImage({ channels: 4 }).png().toBuffer());
    for (const { bytes } of clear.files) expect((await sharp(bytes).metadata()).hasAlpha).toBe(true);
  });

  test("that is animated is stored as its first frame", async () => {
    const frames = await sharp(
      await Promise.all(
        ["#d00", "#00d"].map((background) =>
          sharp({ create: { width: 100, height: 100, channels: 3, background } })
            .png()
            .toBuffer(),
        ),
      ),
      { join: { animated: true } },
    )
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    expect((await sharp(frames, { animated: true }).metadata()).pages).toBe(2);
    const result = await encoded(frames);
    expect(result.image).toMatchObject({ width: 100, height: 100 });
    expect(isRed(await colorAt(result, 0.5, 0.5))).toBe(true);
    for (const { bytes } of result.files) expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1);
  });
});

describe("rejected:", () => {
  test.each([
    ["nothing", ""],
    ["text", "A book about images"],
    ["HTML", "<!doctype html><script>alert(1)</script>"],
    ["SVG", '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'],
    ["SVG behind a byte order mark", '\ufeff<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ["a PDF", "%PDF-1.7\n"],
    ["a GIF", "GIF89a\x01\0\x01\0\0\0\0;"],
    ["the beginning of a PNG's mark", "\x89PNG"],
    ["a film", "\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41"],
    ["a HEIC", "\0\0\0\x18ftypheic\0\0\0\0mif1heic"],
  ])("%s", async (_, text) => {
    expect(await errorOf(Buffer.from(text, "latin1"))).toBe("NOT_AN_IMAGE");
  });

  test("TIFF and GIF, whose decoders are disabled", async () => {
    for (const type of ["tiff", "gif"] as const) {
      const bytes = await createImage().toFormat(type).toBuffer();
      expect(await errorOf(bytes)).toBe("NOT_AN_IMAGE");
      await expect(sharp(bytes).metadata()).rejects.toThrow("unsupported image format");
    }
  });

  test("content of another type than its first bytes say", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');
    for (const mark of [
      "\xff\xd8\xff",
      "\x89PNG\r\n\x1a\n",
      "RIFF\0\0\0\0WEBP",
      "\0\0\0\x18ftypavif\0\0\0\0avifmif1",
    ]) {
      expect(await errorOf(Buffer.concat([Buffer.from(mark, "latin1"), svg]))).toBe("IMAGE_UNREADABLE");
    }
  });

  test.each(["jpeg", "png", "webp", "avif"] as const)(
    "a %s that breaks off, wherever it does",
    async (type) => {
      const noise = Buffer.alloc(64 * 96 * 3, 0).map((_, i) => (i * 2_654_435_761) >>> 24);
      const bytes = await sharp(noise, { raw: { width: 64, height: 96, channels: 3 } })
        .toFormat(type)
        .toBuffer();
      expect(await errorOf(bytes)).toBeUndefined();
      for (const part of [0.05, 0.3, 0.6, 0.9]) {
        const outcome = await errorOf(bytes.subarray(0, Math.floor(bytes.byteLength * part)));
        expect(outcome).toMatch(/^(IMAGE_UNREADABLE|NOT_AN_IMAGE)$/);
      }
    },
  );

  test("more than 40 megapixels or 16,383 pixels on a side, by the header alone", async () => {
    expect(await errorOf(createPng(8_000, 5_001, 0))).toBe("TOO_MANY_PIXELS");
    expect(await errorOf(createPng(16_384, 1, 0))).toBe("TOO_MANY_PIXELS");
    expect(await errorOf(createPng(1, 16_384, 0))).toBe("TOO_MANY_PIXELS");
    expect(await errorOf(createPng(8_000, 5_000, 0))).toBe("IMAGE_UNREADABLE");
    expect(await errorOf(createPng(8_000, 5_000))).toBeUndefined();
  });
});

test("an HTML page inside an image is not stored", async () => {
  const page = "<script>alert('in the picture')</script>";
  const inComment = insertAfterMark(await createImage().jpeg().toBuffer(), page);
  const atEnd = Buffer.concat([await createImage().png().toBuffer(), Buffer.from(page)]);
  for (const polyglot of [inComment, atEnd]) {
    const { files } = await encoded(polyglot);
    for (const { bytes } of files) expect(bytes.toString("latin1")).not.toContain("script");
  }
});

test("any bytes result in an image or an error", async () => {
  const good = await Promise.all(
    (["jpeg", "png", "webp", "avif"] as const).map((type) =>
      createImage({ width: 40, height: 40 }).toFormat(type).toBuffer(),
    ),
  );
  const damage = fc.record({
    bytes: fc.constantFrom(...good),
    places: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ bytes, places }) => {
      const damaged = Buffer.from(bytes);
      for (const [place, value] of places) damaged[place % damaged.byteLength] = value;
      const outcome = await encodeImage(damaged, { widths: [20] });
      if ("error" in outcome) return outcome.error.status < 500;
      return outcome.files.every(({ bytes: file, format }) => detectImageType(file) === format);
    }),
    { numRuns: 60 },
  );
});

/** Puts a comment into a JPEG, right after its mark. */
function insertAfterMark(jpeg: Buffer, text: string): Buffer {
  const comment = Buffer.from(text);
  const head = Buffer.from([0xff, 0xfe, 0, comment.byteLength + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)]);
}
