/** Why an upload is rejected: the error code, the HTTP status, and a message for developers. */
export const imageErrors = {
  FILE_TOO_LARGE: {
    code: "FILE_TOO_LARGE",
    status: 413,
    message: "The file is larger than 10 MB: choose a smaller one.",
  },
  NOT_AN_IMAGE: {
    code: "NOT_AN_IMAGE",
    status: 415,
    message: "This file type isn't supported: choose a JPEG, PNG, WebP or AVIF.",
  },
  TOO_MANY_PIXELS: {
    code: "TOO_MANY_PIXELS",
    status: 422,
    message:
      "The image has more than 40 megapixels, or more than 16,383 pixels on a side: choose a smaller one.",
  },
  IMAGE_UNREADABLE: {
    code: "IMAGE_UNREADABLE",
    status: 422,
    message:
      "The image is damaged, or takes too much time or memory to read: save it again, or choose another.",
  },
} as const;

export type ImageError = (typeof imageErrors)[keyof typeof imageErrors];
